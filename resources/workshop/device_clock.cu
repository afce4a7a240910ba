// Linked with a student's CUDA file: the linker (--wrap) leads its calls of the runtime here first. While the clock is
// on, each is waited for and its time added to its part; else they go straight on. To tell one more call apart: its
// function here, and its name in device_calls() of core/workshop/device.cpp.
#include <cuda_runtime.h>

#include <chrono>

#include "exchange.h"

namespace {

using mlplab_workshop::copies_to_device;
using mlplab_workshop::copies_to_host;
using mlplab_workshop::device_memory;
using mlplab_workshop::kernels;
using mlplab_workshop::part_count;

bool on = false;
double parts_s[part_count];

double now_s() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// By the host's clock, with nothing else under way.
template <typename Call>
cudaError_t timed(int part, const Call& call) {
  if (!on) return call();
  cudaDeviceSynchronize();
  const double start_s = now_s();
  const cudaError_t error = call();
  cudaDeviceSynchronize();
  parts_s[part] += now_s() - start_s;
  return error;
}

/// By the device's clock: what the launch itself takes on the host is not in it.
template <typename Call>
cudaError_t timed_on_device(int part, cudaStream_t stream, const Call& call) {
  if (!on) return call();
  cudaEvent_t before{}, after{};
  cudaEventCreate(&before), cudaEventCreate(&after);
  cudaDeviceSynchronize();
  cudaEventRecord(before, stream);
  const cudaError_t error = call();
  cudaEventRecord(after, stream);
  cudaDeviceSynchronize();
  float milliseconds = 0.0F;
  if (cudaEventElapsedTime(&milliseconds, before, after) == cudaSuccess) parts_s[part] += 1e-3 * milliseconds;
  cudaEventDestroy(before), cudaEventDestroy(after);
  return error;
}

/// Where a copy's time belongs; copies within the device are its work, as kernels are.
int part_of(cudaMemcpyKind kind) {
  return kind == cudaMemcpyHostToDevice ? copies_to_device : kind == cudaMemcpyDeviceToHost ? copies_to_host : kernels;
}

}  // namespace

// The runtime's own functions: weak, since none of its versions has all.
#define OF_THE_RUNTIME(NAME, ...) __attribute__((weak)) cudaError_t __real_##NAME(__VA_ARGS__)

extern "C" {

OF_THE_RUNTIME(cudaMalloc, void**, size_t);
OF_THE_RUNTIME(cudaFree, void*);
OF_THE_RUNTIME(cudaMemcpy, void*, const void*, size_t, cudaMemcpyKind);
OF_THE_RUNTIME(cudaMemcpyAsync, void*, const void*, size_t, cudaMemcpyKind, cudaStream_t);
OF_THE_RUNTIME(cudaMemset, void*, int, size_t);
OF_THE_RUNTIME(cudaMemsetAsync, void*, int, size_t, cudaStream_t);
OF_THE_RUNTIME(cudaLaunchKernel, const void*, dim3, dim3, void**, size_t, cudaStream_t);
OF_THE_RUNTIME(__cudaLaunchKernel, cudaKernel_t, dim3, dim3, void**, size_t, cudaStream_t);

cudaError_t __wrap_cudaMalloc(void** memory, size_t bytes) {
  return timed(device_memory, [&] { return __real_cudaMalloc(memory, bytes); });
}
cudaError_t __wrap_cudaFree(void* memory) {
  return timed(device_memory, [&] { return __real_cudaFree(memory); });
}
cudaError_t __wrap_cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return timed(part_of(kind), [&] { return __real_cudaMemcpy(to, from, bytes, kind); });
}
cudaError_t __wrap_cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  return timed(part_of(kind), [&] { return __real_cudaMemcpyAsync(to, from, bytes, kind, stream); });
}
cudaError_t __wrap_cudaMemset(void* memory, int value, size_t bytes) {
  return timed(kernels, [&] { return __real_cudaMemset(memory, value, bytes); });
}
cudaError_t __wrap_cudaMemsetAsync(void* memory, int value, size_t bytes, cudaStream_t stream) {
  return timed(kernels, [&] { return __real_cudaMemsetAsync(memory, value, bytes, stream); });
}
cudaError_t __wrap_cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t shared,
                                    cudaStream_t stream) {
  return timed_on_device(kernels, stream,
                         [&] { return __real_cudaLaunchKernel(kernel, grid, block, arguments, shared, stream); });
}
cudaError_t __wrap___cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, size_t shared,
                                      cudaStream_t stream) {
  return timed_on_device(kernels, stream,
                         [&] { return __real___cudaLaunchKernel(kernel, grid, block, arguments, shared, stream); });
}

/// Waits for all that was begun. Null, or what CUDA says is wrong, also of a launch that it refused.
const char* mlplab_device_failure() {
  cudaError_t error = cudaDeviceSynchronize();
  if (error == cudaSuccess) error = cudaGetLastError();
  return error == cudaSuccess ? nullptr : cudaGetErrorString(error);
}
/// The GPU that this process computes on; '' where there is none.
const char* mlplab_device_name() {
  static cudaDeviceProp properties{};
  int device = 0;
  if (cudaGetDevice(&device) != cudaSuccess || cudaGetDeviceProperties(&properties, device) != cudaSuccess) return "";
  return properties.name;
}
void mlplab_device_clock(int turned_on) {
  on = turned_on != 0;
  for (double& part_s : parts_s) part_s = 0.0;
}
const double* mlplab_device_parts() { return parts_s; }
}
