// Turns what a CUDA call returned into the program's error. Every call goes through check(); destructors ignore.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <string>

namespace mlplab::gpu {

/// Throws BackendError naming `operation` (in English, to_say()) and what CUDA says, with what to do where that is
/// known.
void check(cudaError_t result, const char* operation);
/// As check(), for an allocation of `bytes` on the device.
void check_allocation(cudaError_t result, std::size_t bytes, const char* where);

/// 'cudaErrorNoDevice: no CUDA-capable device is detected'.
std::string describe(cudaError_t result);

}  // namespace mlplab::gpu
