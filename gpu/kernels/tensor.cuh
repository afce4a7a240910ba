// Products of floats with pixels on tensor cores (compute capability 8.0 on), in single precision. A float is the exact
// sum of three numbers of 8 bits each, which bfloat16 holds with a float's range; a pixel, 0 … 255, is a bfloat16
// itself. So each of three products is exact, and only sums are rounded, as everywhere.
// The tests have the same words for the host (gpu/host_cuda/tensor_words.h).
#pragma once

#include "gpu/kernels/launch.h"

#ifdef MLPLAB_HOST_CUDA
#include "tensor_words.h"
#endif

#include <cstdint>

namespace mlplab::gpu {

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800

#ifndef MLPLAB_HOST_CUDA
/// C [16, 8] += A [16, 16] B [16, 8] by a warp; a and b are pairs of bfloat16. Lane 4g + t holds of A the rows g (a[0],
/// a[2]) and g + 8 (a[1], a[3]), columns 2t, 2t + 1 (a[0], a[1]) and 2t + 8, 2t + 9; of B column g, these rows; of C
/// the rows g (c[0], c[1]) and g + 8, columns 2t, 2t + 1 (PTX ISA, mma.m16n8k16).
__device__ inline void multiply_parts(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2]) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
#endif

constexpr int parts_of_float = 3;

/// x and y as pairs of their parts, the largest first. What is cut off is exact in single precision.
__device__ inline void split(float x, float y, int at, std::uint32_t (&pairs)[parts_of_float][4]) {
#pragma unroll
  for (int part = 0; part < parts_of_float; ++part) {
    const std::uint32_t of_x = __float_as_uint(x), of_y = __float_as_uint(y);
    pairs[part][at] = __byte_perm(of_x, of_y, 0x7632);
    x -= __uint_as_float(of_x & 0xffff0000U), y -= __uint_as_float(of_y & 0xffff0000U);
  }
}

/// Byte `at` of a word as a float: 2^23 and more has steps of 1.
__device__ inline float float_of_byte(std::uint32_t word, unsigned at) {
  return __uint_as_float(__byte_perm(word, 0x4b000000U, 0x7440U + at)) - 8388608.0F;
}
__device__ inline std::uint32_t pair_of_pixels(float x, float y) {
  return __byte_perm(__float_as_uint(x), __float_as_uint(y), 0x7632);
}

#endif

}  // namespace mlplab::gpu
