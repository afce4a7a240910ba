// Sums over the numbers of each channel: batch statistics, the gradients of a batch normalisation's scale and shift and
// of a convolution's bias. Taken in a fixed order: by a thread, by the threads of a block, by the parts of a channel.
#include "gpu/kernels/channel_sums.h"
#include "gpu/kernels/sliding.cuh"

namespace mlplab::gpu {
namespace {

constexpr int block_threads = 256;

struct Pair {
  float first, second;
  __device__ void add(const Pair& other) { first += other.first, second += other.second; }
};

__device__ inline void add_number(const ChannelSums& sums, std::size_t at, float mean, Pair* pair) {
  const float centred = sums.x[at] - mean;
  switch (sums.term) {
    case ChannelTerm::values:
      pair->first += sums.x[at];
      return;
    case ChannelTerm::squares:
      pair->first += centred * centred;
      return;
    case ChannelTerm::gradient:
      pair->first += sums.dy[at] * centred;
      pair->second += sums.dy[at];
      return;
  }
}

__device__ inline float mean_of(const ChannelSums& sums, int channel) {
  return sums.term == ChannelTerm::values ? 0.0F : sums.n.mean[channel];
}

__device__ inline void write(const ChannelSums& sums, int channel, const Pair& pair) {
  const bool scaled = sums.term == ChannelTerm::gradient;
  sums.first[channel] = scaled ? pair.first / sqrtf(sums.n.variance[channel] + sums.n.epsilon) : pair.first;
  if (scaled) sums.second[channel] = pair.second;
}

__global__ void a_thread_a_channel(ChannelSums sums) {
  const int channel = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (channel >= sums.n.channels) return;
  const float mean = mean_of(sums, channel);
  Pair total = {0.0F, 0.0F};
  for (int n = 0; n < sums.n.batch; ++n) {
    const std::size_t begin = (static_cast<std::size_t>(n) * sums.n.channels + channel) * sums.n.plane;
    Pair of_image = {0.0F, 0.0F};  // sums of sums: one over all would lose digits
    for (int i = 0; i < sums.n.plane; ++i) add_number(sums, begin + i, mean, &of_image);
    total.add(of_image);
  }
  write(sums, channel, total);
}

/// Part blockIdx.y of channel blockIdx.x: `part` numbers of it. The only part is written as the result.
__global__ void __launch_bounds__(block_threads)
    parts_of_channels(ChannelSums sums, Divisor plane, int part, float* scratch) {
  __shared__ Pair of_thread[block_threads];
  const int channel = static_cast<int>(blockIdx.x), thread = static_cast<int>(threadIdx.x);
  const int first = static_cast<int>(blockIdx.y) * part, count = sums.n.batch * sums.n.plane;
  const int end = count - first < part ? count : first + part;
  const float mean = mean_of(sums, channel);
  Pair pair = {0.0F, 0.0F};
  for (int i = first + thread; i < end; i += block_threads) {
    const int image = plane.quotient(i), pixel = i - plane.product(image);
    const std::size_t of_channel = static_cast<std::size_t>(image) * sums.n.channels + channel;
    add_number(sums, of_channel * sums.n.plane + pixel, mean, &pair);
  }
  of_thread[thread] = pair;
  for (int half = block_threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (thread < half) of_thread[thread].add(of_thread[thread + half]);
  }
  if (thread != 0) return;
  if (gridDim.y == 1) return write(sums, channel, of_thread[0]);
  float* const own = scratch + 2 * (static_cast<std::size_t>(channel) * gridDim.y + blockIdx.y);
  own[0] = of_thread[0].first, own[1] = of_thread[0].second;
}

__global__ void add_parts_of_channels(ChannelSums sums, int parts, const float* scratch) {
  const int channel = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (channel >= sums.n.channels) return;
  Pair total = {0.0F, 0.0F};
  for (int part = 0; part < parts; ++part) {
    const float* const own = scratch + 2 * (static_cast<std::size_t>(channel) * parts + part);
    total.first += own[0], total.second += own[1];
  }
  write(sums, channel, total);
}

/// Two blocks for each multiprocessor, of no fewer than 4096 numbers.
int numbers_a_part(const Channels& n, int processors) {
  const int count = n.batch * n.plane;
  const int wanted = std::max((2 * processors + n.channels - 1) / n.channels, 1);
  const int parts = std::max(std::min(wanted, count / 4096), 1);
  return (count + parts - 1) / parts;
}

int parts_of(const Channels& n, int processors) {
  const int part = numbers_a_part(n, processors);
  return (n.batch * n.plane + part - 1) / part;
}

}  // namespace

cudaError_t channel_sums_naive(cudaStream_t stream, const ChannelSums& sums) {
  return launch(a_thread_a_channel, blocks_for(sums.n.channels, 128), 128, stream, sums);
}

std::size_t channel_sums_scratch(const Channels& n, int processors) {
  const int parts = parts_of(n, processors);
  return parts == 1 ? 0 : std::size_t{2} * n.channels * parts;
}

cudaError_t channel_sums(cudaStream_t stream, const ChannelSums& sums, float* scratch, int processors) {
  const int parts = parts_of(sums.n, processors);
  const dim3 grid(static_cast<unsigned>(sums.n.channels), static_cast<unsigned>(parts));
  const cudaError_t started = launch(parts_of_channels, grid, block_threads, stream, sums, Divisor(sums.n.plane),
                                     numbers_a_part(sums.n, processors), scratch);
  if (parts == 1 || started != cudaSuccess) return started;
  return launch(add_parts_of_channels, blocks_for(sums.n.channels, 128), 128, stream, sums, parts,
                static_cast<const float*>(scratch));
}

}  // namespace mlplab::gpu
