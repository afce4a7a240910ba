// The words of gpu/kernels/tensor.cuh on the host (tensor.cpp).
#pragma once

#include <cstdint>
#include <cstring>

namespace host_cuda {

void multiply_parts(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2], int line,
                    const char* file);

}  // namespace host_cuda

inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const std::uint64_t both = x | static_cast<std::uint64_t>(y) << 32;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) result |= static_cast<unsigned>(both >> (8 * (selector >> 4 * i & 7)) & 255) << 8 * i;
  return result;
}
inline unsigned __float_as_uint(float value) {
  unsigned bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline float __uint_as_float(unsigned bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

namespace mlplab::gpu {

inline void multiply_parts(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2],
                           int line = __builtin_LINE(), const char* file = __builtin_FILE()) {
  host_cuda::multiply_parts(c, a, b, line, file);
}

}  // namespace mlplab::gpu
