#include "gpu/error.h"

#include "core/base/error.h"
#include "core/base/language.h"

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
  std::string advice;
  if (result == cudaErrorMemoryAllocation)
    advice = say("; the GPU's memory is full: close what else uses it, or take a smaller network or batch");
  else if (result == cudaErrorDevicesUnavailable)
    advice = say("; another program has the GPU for itself: close it, or let several use it (nvidia-smi -c DEFAULT)");
  else if (is_lost(result))
    advice = say("; the GPU is lost to this program: restart it to use the GPU again, other backends work on");
  throw BackendError(say("CUDA failed in '%1' (%2)%3", say(operation), describe(result), advice));
}

void check_allocation(cudaError_t result, std::size_t bytes, const char* where) {
  if (result != cudaErrorMemoryAllocation) return check(result, where);
  cudaGetLastError();
  constexpr double mib = 1024.0 * 1024.0;
  std::size_t free = 0, total = 0;
  const auto in_mib = [](std::size_t size) { return static_cast<long long>(static_cast<double>(size) / mib); };
  std::string left;
  if (cudaMemGetInfo(&free, &total) == cudaSuccess)
    left = say(" (%1 MiB of %2 on the GPU are free)", in_mib(free), in_mib(total));
  cudaGetLastError();
  throw BackendError(say("not enough %1 for %2 MiB%3; use a smaller network or batch, or close what else uses the GPU",
                         say(where), in_mib(bytes) + 1, left));
}

}  // namespace mlplab::gpu
