// CUDA's calls for a student's program: carried out at once, checked, never timed. Streams and events keep their order,
// because everything is done when it is asked for.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>

#include "cuda_memory.h"
#include "errors.h"
#include "memory.h"
#include "report.h"
#include "shadow.h"

namespace host_check {
namespace {

cudaError_t lost = cudaSuccess, last = cudaSuccess;

/// Whether all bytes are of one allocation that is not freed; a finding where they begin in one.
bool is_device(const void* data, std::size_t bytes, bool writes, int line, const char* file) {
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  const Piece* piece = allocation_at(address);
  if (piece == nullptr) return false;
  const bool inside = address >= piece->begin && address + bytes <= piece->begin + piece->bytes;
  if (inside && !piece->freed) return true;
  Finding finding;
  finding.code = piece->freed ? "freed" : "copy-out-of-range";
  finding.at = site_of(line, file), finding.space = "global", finding.name = piece->name;
  finding.size = static_cast<long long>(piece->bytes), finding.bytes = static_cast<long long>(bytes);
  finding.writes = writes;
  report(finding);
  return false;
}

cudaError_t wrong_copy(const char* code, int line, const char* file) {
  Finding finding;
  finding.code = code, finding.at = site_of(line, file);
  report(finding);
  return note_error(cudaErrorInvalidValue);
}

/// Copies back what kernels wrote: bytes that none did are told.
void check_results(const void* from, std::size_t bytes, int line, const char* file) {
  const auto begin = reinterpret_cast<std::uintptr_t>(from);
  const Place place{Space::global, allocation_at(begin), true};
  std::size_t missing = 0, first = 0;
  for (std::size_t b = 0; b < bytes; ++b)
    if (!written(place, begin + b, 1) && missing++ == 0) first = b;
  if (missing == 0) return;
  Finding finding;
  finding.code = "copy-unwritten", finding.at = site_of(line, file), finding.space = "global";
  finding.name = place.piece->name, finding.size = static_cast<long long>(place.piece->bytes);
  finding.index = static_cast<long long>((begin + first - place.piece->begin) / 4), finding.bytes = 4;
  finding.count = static_cast<long long>(missing);
  report(finding);
}

cudaError_t allocate_for(void** data, std::size_t bytes, bool managed, int line) {
  if (lost != cudaSuccess) return note_error(lost);
  *data = allocate(bytes, managed, line);
  if (*data != nullptr) note_unwritten(reinterpret_cast<std::uintptr_t>(*data), bytes);
  return note_error(*data == nullptr ? cudaErrorMemoryAllocation : cudaSuccess);
}

}  // namespace

cudaError_t device_error() { return lost; }

void lose_device(cudaError_t error) {
  if (lost == cudaSuccess) lost = error;
  note_error(error);
}

cudaError_t note_error(cudaError_t error) {
  if (lost != cudaSuccess) error = lost;
  if (error != cudaSuccess) last = error;
  return error;
}

}  // namespace host_check

using namespace host_check;

void host_cuda::name_memory(const void* data, const char* name) {
  name_piece(reinterpret_cast<std::uintptr_t>(data), name);
}

cudaError_t cudaGetLastError() { return std::exchange(last, lost); }
cudaError_t cudaPeekAtLastError() { return last; }

const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return "cudaSuccess";
    case cudaErrorInvalidValue:
      return "cudaErrorInvalidValue";
    case cudaErrorMemoryAllocation:
      return "cudaErrorMemoryAllocation";
    case cudaErrorInvalidConfiguration:
      return "cudaErrorInvalidConfiguration";
    case cudaErrorIllegalAddress:
      return "cudaErrorIllegalAddress";
    case cudaErrorLaunchFailure:
      return "cudaErrorLaunchFailure";
    case cudaErrorLaunchTimeout:
      return "cudaErrorLaunchTimeout";
    default:
      return "cudaError";
  }
}
const char* cudaGetErrorString(cudaError_t error) { return cudaGetErrorName(error); }

cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) { return note_error(device == 0 ? cudaSuccess : cudaErrorInvalidDevice); }
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (device != 0) return note_error(cudaErrorInvalidDevice);
  *properties = {};
  std::snprintf(properties->name, sizeof properties->name, "host launcher");
  properties->totalGlobalMem = std::size_t{1} << 30U, properties->sharedMemPerBlock = std::size_t{48} << 10U;
  properties->major = 9, properties->multiProcessorCount = 1, properties->warpSize = 32;
  properties->maxThreadsPerBlock = 1024;
  return cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() { return note_error(cudaSuccess); }
cudaError_t cudaDeviceReset() { return note_error(cudaSuccess); }

cudaError_t cudaMalloc(void** data, std::size_t bytes, int line, const char* /*file*/) {
  return allocate_for(data, bytes, false, line);
}
cudaError_t cudaMallocManaged(void** data, std::size_t bytes, unsigned /*flags*/, int line, const char* /*file*/) {
  return allocate_for(data, bytes, true, line);
}
cudaError_t cudaMallocHost(void** data, std::size_t bytes) {
  *data = std::malloc(bytes);
  return note_error(*data == nullptr ? cudaErrorMemoryAllocation : cudaSuccess);
}
cudaError_t cudaFreeHost(void* data) {
  std::free(data);
  return note_error(cudaSuccess);
}
cudaError_t cudaFree(void* data, int line, const char* file) {
  if (data == nullptr) return note_error(cudaSuccess);
  Piece* piece = allocation_at(reinterpret_cast<std::uintptr_t>(data));
  if (piece == nullptr || piece->freed || piece->begin != reinterpret_cast<std::uintptr_t>(data))
    return wrong_copy("free", line, file);
  release(*piece);
  return note_error(cudaSuccess);
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, int line, const char* file) {
  if (lost != cudaSuccess) return note_error(lost);
  const int before = findings();
  const bool to_device = is_device(to, bytes, true, line, file),
             from_device = is_device(from, bytes, false, line, file);
  if (findings() != before) return note_error(cudaErrorInvalidValue);
  const bool wants_to = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool wants_from = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if (kind != cudaMemcpyDefault && (wants_to != to_device || wants_from != from_device))
    return wrong_copy("copy-direction", line, file);
  if (from_device) check_results(from, bytes, line, file);
  std::memmove(to, from, bytes);
  if (to_device) note_written(Space::global, reinterpret_cast<std::uintptr_t>(to), bytes);
  return note_error(cudaSuccess);
}

cudaError_t cudaMemset(void* to, int value, std::size_t bytes, int line, const char* file) {
  if (lost != cudaSuccess) return note_error(lost);
  const int before = findings();
  if (!is_device(to, bytes, true, line, file))
    return findings() != before ? note_error(cudaErrorInvalidValue) : wrong_copy("copy-direction", line, file);
  std::memset(to, value, bytes);
  note_written(Space::global, reinterpret_cast<std::uintptr_t>(to), bytes);
  return note_error(cudaSuccess);
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  *stream = nullptr;
  return note_error(cudaSuccess);
}
cudaError_t cudaStreamDestroy(cudaStream_t /*stream*/) { return note_error(cudaSuccess); }
cudaError_t cudaStreamSynchronize(cudaStream_t /*stream*/) { return note_error(cudaSuccess); }
cudaError_t cudaEventCreate(cudaEvent_t* event) {
  *event = nullptr;
  return note_error(cudaSuccess);
}
cudaError_t cudaEventDestroy(cudaEvent_t /*event*/) { return note_error(cudaSuccess); }
cudaError_t cudaEventRecord(cudaEvent_t /*event*/, cudaStream_t /*stream*/) { return note_error(cudaSuccess); }
cudaError_t cudaEventSynchronize(cudaEvent_t /*event*/) { return note_error(cudaSuccess); }
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t /*from*/, cudaEvent_t /*to*/, int line,
                                 const char* file) {
  *milliseconds = std::numeric_limits<float>::quiet_NaN();
  Finding finding;
  finding.code = "no-time", finding.at = site_of(line, file);
  report(finding);
  return cudaErrorNotSupported;
}
