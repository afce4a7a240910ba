#pragma once
#include <cstdint>

namespace mlplab::gpu {

/// Whether a first layer of `d` inputs suits the kernels for tensor cores, which read 16 bytes at once.
inline bool suits_tensor_cores(int d, const float* weights) {
  return d % 16 == 0 && reinterpret_cast<std::uintptr_t>(weights) % 16 == 0;
}

}  // namespace mlplab::gpu
