// The formula is in core/model/layers/batch_norm.h. Each function computes the channels [first, end) of images
// [batch, channels, plane]; vectors are [channels].
#pragma once

#include <cmath>
#include <cstddef>

#include "core/model/kinds.h"

namespace mlplab {

/// A batch whose channels are normalised each by itself.
struct Normalization {
  int batch = 0, channels = 0;
  std::size_t plane = 0;  // height · width
  float epsilon = 0.0F;
  const float* mean = nullptr;
  const float* variance = nullptr;

  /// Numbers of one channel.
  double count() const { return static_cast<double>(batch) * static_cast<double>(plane); }
  /// Where the plane of an image's channel begins.
  std::size_t place_of(int image, int channel) const {
    return (static_cast<std::size_t>(image) * static_cast<std::size_t>(channels) + static_cast<std::size_t>(channel)) *
           plane;
  }
  /// 1 / sqrt(variance + epsilon).
  double scale_of(int channel) const { return 1.0 / std::sqrt(double{variance[channel]} + double{epsilon}); }
};

namespace reference {

/// sums = Σ x, and squares = Σ (x - mean)² with n.mean; either may be null.
void channel_sums(const Normalization& n, int first, int end, const float* x, float* sums, float* squares);
/// y = f(weight · (x - mean) / sqrt(variance + epsilon) + bias).
void normalize(const Normalization& n, int first, int end, const float* x, const float* weight, const float* bias,
               Activation activation, float* y);
/// From dy, the gradient before the activation: dweight = Σ dy · x̂ and dbias = Σ dy, x̂ = (x - mean) / sqrt(…).
void normalize_weight_gradient(const Normalization& n, int first, int end, const float* x, const float* dy,
                               float* dweight, float* dbias);
/// dx = weight / sqrt(variance + epsilon) · (dy - mean_dy - x̂ · mean_dyx), the means of dy and dy · x̂ over the batch.
void normalize_input_gradient(const Normalization& n, int first, int end, const float* x, const float* weight,
                              const float* mean_dy, const float* mean_dyx, const float* dy, float* dx);
/// y [count] = alpha · x + beta · y; beta = 0 never reads y.
inline void blend(std::size_t count, float alpha, const float* x, float beta, float* y) {
  for (std::size_t i = 0; i < count; ++i) y[i] = alpha * x[i] + (beta == 0.0F ? 0.0F : beta * y[i]);
}

}  // namespace reference
}  // namespace mlplab
