// Images in oneDNN's blocked layouts, nChw16c and nChw8c: [channels / block, height, width, block], the last block
// filled up; images of few channels (grey, colour) stay [channels, height, width]. The operations that the library
// does not compute by this program's rules are here, in loops whose innermost runs over a block: poolings that keep
// NaN, and normalisations in the steps that ranks need.
#pragma once

#include <cstddef>

#include "core/model/reference/normalization.h"
#include "core/model/reference/sliding.h"

namespace mlplab::onednn {

struct Blocking {
  int widest = 16;  // channels of a block, at most 16
  int workers = 1;
  int block(int channels) const { return channels <= 4 ? 1 : widest; }
  int blocks(int channels) const { return (channels + block(channels) - 1) / block(channels); }
  std::size_t size(const Shape& shape) const {
    return static_cast<std::size_t>(blocks(shape.channels)) * static_cast<std::size_t>(block(shape.channels)) *
           static_cast<std::size_t>(shape.height) * static_cast<std::size_t>(shape.width);
  }
};

void max_pool(const Blocking& blocking, const Sliding& s, const float* x, float* y);
void max_pool_gradient(const Blocking& blocking, const Sliding& s, const float* x, const float* dy, float* dx);

/// As Backend's operations of these names.
void channel_sums(const Blocking& blocking, const Normalization& n, const float* x, float* sums, float* squares);
void normalize(const Blocking& blocking, const Normalization& n, const float* x, const float* weight, const float* bias,
               float* y);
void normalize_weight_gradient(const Blocking& blocking, const Normalization& n, const float* x, const float* dy,
                               float* dweight, float* dbias);
void normalize_input_gradient(const Blocking& blocking, const Normalization& n, const float* x, const float* weight,
                              const float* mean_dy, const float* mean_dyx, const float* dy, float* dx);

}  // namespace mlplab::onednn
