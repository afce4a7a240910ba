#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// Images [batch, channels, plane] whose channels are normalised each by itself, as Normalization of
/// core/model/reference/normalization.h. Fewer than 2³¹ numbers of a channel and of an image.
struct Channels {
  int batch = 0, channels = 0, plane = 0;
  float epsilon = 0.0F;
  const float* mean = nullptr;      // [channels]
  const float* variance = nullptr;  // [channels]
};

/// The quantities that are summed over each channel.
enum class ChannelTerm {
  values,   // first = Σ x
  squares,  // first = Σ (x - mean)²
  gradient  // first = Σ dy · x̂ with x̂ = (x - mean) / sqrt(variance + epsilon), second = Σ dy
};

struct ChannelSums {
  Channels n;
  ChannelTerm term = ChannelTerm::values;
  const float* x = nullptr;   // [batch, channels, plane]
  const float* dy = nullptr;  // [batch, channels, plane], for gradient
  float* first = nullptr;     // [channels]
  float* second = nullptr;    // [channels], for gradient
};

/// One thread per channel.
cudaError_t channel_sums_naive(cudaStream_t stream, const ChannelSums& sums);
/// Blocks of 256 threads, several a channel where channels are few. `scratch` [channel_sums_scratch] may be null where
/// that is 0. `processors`: the device's multiprocessors.
cudaError_t channel_sums(cudaStream_t stream, const ChannelSums& sums, float* scratch, int processors);
std::size_t channel_sums_scratch(const Channels& n, int processors);

}  // namespace mlplab::gpu
