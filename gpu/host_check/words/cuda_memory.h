// CUDA's calls that students' programs need, carried out at once by the processor (runtime.cpp). Streams and events are
// there, work in them is done in the order in which it was given. To add a call: here and there.
#pragma once

#include <cstddef>

#include "threads.h"
#include "types.h"

namespace host_cuda {
struct Stream;
struct Event;
/// Names a piece of device memory for the sentences of findings, as a harness does with the arguments of a task.
void name_memory(const void* data, const char* name);
}  // namespace host_cuda
using cudaStream_t = host_cuda::Stream*;
using cudaEvent_t = host_cuda::Event*;

enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };
struct cudaDeviceProp {
  char name[256];
  std::size_t totalGlobalMem, sharedMemPerBlock;
  int major, minor, multiProcessorCount, warpSize, maxThreadsPerBlock;
};

cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char* cudaGetErrorName(cudaError_t error);
const char* cudaGetErrorString(cudaError_t error);
cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaDeviceReset();

cudaError_t cudaMalloc(void** data, std::size_t bytes, int line = __builtin_LINE(),
                       const char* file = __builtin_FILE());
cudaError_t cudaMallocManaged(void** data, std::size_t bytes, unsigned flags = 1, int line = __builtin_LINE(),
                              const char* file = __builtin_FILE());
cudaError_t cudaMallocHost(void** data, std::size_t bytes);
cudaError_t cudaFree(void* data, int line = __builtin_LINE(), const char* file = __builtin_FILE());
cudaError_t cudaFreeHost(void* data);
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, int line = __builtin_LINE(),
                       const char* file = __builtin_FILE());
cudaError_t cudaMemset(void* to, int value, std::size_t bytes, int line = __builtin_LINE(),
                       const char* file = __builtin_FILE());

cudaError_t cudaStreamCreate(cudaStream_t* stream);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
/// Always cudaErrorNotSupported and NaN: without a device there is no time to tell.
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to, int line = __builtin_LINE(),
                                 const char* file = __builtin_FILE());

template <class T>
cudaError_t cudaMalloc(T** data, std::size_t bytes, int line = __builtin_LINE(), const char* file = __builtin_FILE()) {
  return cudaMalloc(reinterpret_cast<void**>(data), bytes, line, file);
}
template <class T>
cudaError_t cudaMallocManaged(T** data, std::size_t bytes, unsigned flags = 1, int line = __builtin_LINE(),
                              const char* file = __builtin_FILE()) {
  return cudaMallocManaged(reinterpret_cast<void**>(data), bytes, flags, line, file);
}
template <class T>
cudaError_t cudaMallocHost(T** data, std::size_t bytes) {
  return cudaMallocHost(reinterpret_cast<void**>(data), bytes);
}
inline cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                                   cudaStream_t /*stream*/ = nullptr, int line = __builtin_LINE(),
                                   const char* file = __builtin_FILE()) {
  return cudaMemcpy(to, from, bytes, kind, line, file);
}
inline cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t /*stream*/ = nullptr,
                                   int line = __builtin_LINE(), const char* file = __builtin_FILE()) {
  return cudaMemset(to, value, bytes, line, file);
}
template <class T>
cudaError_t cudaMemcpyToSymbol(T& symbol, const void* from, std::size_t bytes, std::size_t offset = 0,
                               cudaMemcpyKind /*kind*/ = cudaMemcpyHostToDevice) {
  __builtin_memcpy(reinterpret_cast<char*>(&symbol) + offset, from, bytes);
  return cudaSuccess;
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, std::size_t bytes, std::size_t offset = 0,
                                 cudaMemcpyKind /*kind*/ = cudaMemcpyDeviceToHost) {
  __builtin_memcpy(to, reinterpret_cast<const char*>(&symbol) + offset, bytes);
  return cudaSuccess;
}
template <class Kernel>
cudaError_t cudaFuncSetAttribute(Kernel /*kernel*/, cudaFuncAttribute /*attribute*/, int /*value*/) {
  return cudaSuccess;
}
