#include "gpu/error.h"

#include "core/base/error.h"

namespace mlplab::gpu {
namespace {

/// cudaErrorContained, for which older toolkits have no name.
constexpr auto contained = static_cast<cudaError_t>(226);

/// After these a process cannot use the device any more.
bool is_lost(cudaError_t result) {
  if (result == contained) return true;
  switch (result) {
    case cudaErrorIllegalAddress:
    case cudaErrorMisalignedAddress:
    case cudaErrorIllegalInstruction:
    case cudaErrorLaunchFailure:
    case cudaErrorLaunchTimeout:
    case cudaErrorECCUncorrectable:
    case cudaErrorHardwareStackError:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorAssert:
    case cudaErrorUnknown:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::string describe(cudaError_t result) {
  return std::string(cudaGetErrorName(result)) + ": " + cudaGetErrorString(result);
}

void check(cudaError_t result, const char* operation) {
  if (result == cudaSuccess) return;
  cudaGetLastError();  // what is not sticky is not reported again by the next call
  std::string text = std::string("CUDA failed in '") + operation + "' (" + describe(result) + ")";
  if (result == cudaErrorMemoryAllocation)
    text += "; the GPU's memory is full: close what else uses it, or take a smaller network or batch";
  else if (result == cudaErrorDevicesUnavailable)
    text += "; another program has the GPU for itself: close it, or let several use it (nvidia-smi -c DEFAULT)";
  else if (is_lost(result))
    text += "; the GPU is lost to this program: restart it to use the GPU again, other backends work on";
  throw BackendError(text);
}

void check_allocation(cudaError_t result, std::size_t bytes, const char* where) {
  if (result != cudaErrorMemoryAllocation) return check(result, where);
  cudaGetLastError();
  constexpr double mib = 1024.0 * 1024.0;
  std::size_t free = 0, total = 0;
  std::string text = std::string("not enough ") + where + " for " +
                     std::to_string(static_cast<long long>(static_cast<double>(bytes) / mib) + 1) + " MiB";
  if (cudaMemGetInfo(&free, &total) == cudaSuccess)
    text += " (" + std::to_string(static_cast<long long>(static_cast<double>(free) / mib)) + " MiB of " +
            std::to_string(static_cast<long long>(static_cast<double>(total) / mib)) + " on the GPU are free)";
  cudaGetLastError();
  throw BackendError(text + "; use a smaller network or batch, or close what else uses the GPU");
}

}  // namespace mlplab::gpu
