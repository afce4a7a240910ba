// Dropout with counted random numbers: the same mask on every backend, forwards and backwards, without memory for it.
// Algorithm as in core/base/random.cpp: Philox4x32-10. It gives four words, so a thread sees to four numbers.
#include "gpu/kernels/dropout.h"
#include "gpu/kernels/functions.cuh"

namespace mlplab::gpu {
namespace {

struct Words {
  std::uint32_t word[4];
};

__device__ inline Words philox4x32(Words counter, std::uint32_t key0, std::uint32_t key1) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = std::uint64_t{0xD2511F53U} * counter.word[0];
    const std::uint64_t p1 = std::uint64_t{0xCD9E8D57U} * counter.word[2];
    counter = {{static_cast<std::uint32_t>(p1 >> 32) ^ counter.word[1] ^ key0, static_cast<std::uint32_t>(p1),
                static_cast<std::uint32_t>(p0 >> 32) ^ counter.word[3] ^ key1, static_cast<std::uint32_t>(p0)}};
    key0 += 0x9E3779B9U, key1 += 0xBB67AE85U;
  }
  return counter;
}

__global__ void a_thread_four_numbers(Mask mask, std::size_t count, const float* x, float* y) {
  const std::size_t four = mask.first / 4 + static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (four * 4 >= mask.first + count) return;
  const auto step =
      mask.chunk == nullptr ? mask.step : static_cast<std::uint32_t>(mask.chunk->first_step_of_run + mask.slot);
  const Words words = philox4x32({{static_cast<std::uint32_t>(four), step, mask.stream, mask.node}},
                                 static_cast<std::uint32_t>(mask.seed), static_cast<std::uint32_t>(mask.seed >> 32));
  for (std::size_t k = 0; k < 4; ++k) {
    const std::size_t element = four * 4 + k;
    if (element < mask.first || element >= mask.first + count) continue;
    const std::size_t i = element - mask.first;
    y[i] = words.word[k] >= mask.bound ? x[i] * mask.scale : 0.0F;
  }
}

}  // namespace

cudaError_t dropout(cudaStream_t stream, const Mask& mask, std::size_t count, const float* x, float* y) {
  const std::size_t fours = (mask.first + count + 3) / 4 - mask.first / 4;
  return launch(a_thread_four_numbers, blocks_for(fours, 256), 256, stream, mask, count, x, y);
}

}  // namespace mlplab::gpu
