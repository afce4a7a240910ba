// Words of CUDA that right programs use, in one place: constants and variables of the device, managed memory, votes,
// masks, parts of warps, vectors, structures as arguments, streams, printf, one flag that many threads set to 1.
#include <cuda.h>
#include <cuda_runtime.h>
#include <device_launch_parameters.h>

#include <cstdio>

#define LAUNCH_CHECKED(call)                         \
  do {                                               \
    call;                                            \
    if (cudaGetLastError() != cudaSuccess) return 9; \
  } while (0)

struct Scale {
  float factor[3];
  int count;
};

__constant__ float weights[4] = {1, 2, 3, 4};
__device__ int launches;
const char* const text = "a <<< in a text >>> is none";  // and kernel<<<1, 2>>>(3) in a comment neither

namespace kernels {
__global__ void scale(float4* values, Scale by, int* any) {
  const int i = threadIdx.x;
  float4 v = values[i];
  v.x *= by.factor[0] * weights[i % 4], v.y *= by.factor[1], v.z *= by.factor[2];
  values[i] = make_float4(v.x, v.y, v.z, static_cast<float>(by.count));
  if (v.y > 10) *any = 1;
  if (i == 0) atomicAdd(&launches, 1);
}
}  // namespace kernels

// A structure that a function returns: GCC does not tell its store, which must be no reason to accuse.
struct Pair {
  float low, high;
};
__device__ Pair operator+(const Pair& a, const Pair& b) { return {a.low + b.low, a.high + b.high}; }
__global__ void add_pairs(Pair* pairs) {
  __shared__ Pair tile[32];
  tile[threadIdx.x] = pairs[threadIdx.x] + pairs[threadIdx.x];
  __syncthreads();
  pairs[threadIdx.x] = tile[31 - threadIdx.x] + Pair{1, 1};
}

template <class T, int N>
__global__ void halves(T* values) {
  const unsigned lane = threadIdx.x, half = lane < 8 ? 0xffu : 0xff00u;
  T sum = values[lane];
  if (lane < 8)
    for (int d = 4; d > 0; d /= 2) sum += __shfl_xor_sync(half, sum, d);
  else
    for (int d = 4; d > 0; d /= 2) sum += __shfl_xor_sync(half, sum, d, N);
  const unsigned odd = __ballot_sync(0xffffu, lane & 1);
  values[lane] = sum + static_cast<T>(__popc(odd)) + (__any_sync(0xffffu, lane == 3) ? 100 : 0);
}

__global__ void by_warps(int* result) {
  __shared__ int tile[32];
  tile[threadIdx.x] = threadIdx.x;
  __syncwarp();
  result[threadIdx.x] = tile[31 - threadIdx.x];
}

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  float4* values;
  int *any, *ints, host[32], seen = 0;
  cudaMallocManaged(&values, 40 * sizeof(float4));
  cudaMalloc(&any, sizeof(int));
  cudaMalloc(&ints, 32 * sizeof(int));
  cudaMemset(any, 0, sizeof(int));
  for (int i = 0; i < 40; ++i) values[i] = {1, 3.0f * i, 2, 0};
  const Scale by{{2, 1, 1}, 7};
  LAUNCH_CHECKED((kernels::scale<<<dim3(1), dim3(40), 0, stream>>>(values, by, any)));
  cudaMemcpyFromSymbol(&seen, launches, sizeof seen);
  if (seen != 1 || values[5].x != 4 || values[5].w != 7) return 1;
  for (int i = 0; i < 16; ++i) host[i] = i;
  cudaMemcpyAsync(ints, host, 16 * sizeof(int), cudaMemcpyHostToDevice, stream);
  halves<int, 32><<<1, 16>>>(ints);
  cudaMemcpy(host, ints, 16 * sizeof(int), cudaMemcpyDeviceToHost);
  if (host[2] != 28 + 108 || host[9] != 92 + 108) return 2;
  void (*const chosen)(int*) = by_warps;
  chosen<<<1 << 0, 32>>>(ints);
  cudaMemcpy(host, ints, 32 * sizeof(int), cudaMemcpyDeviceToHost);
  if (host[4] != 27) return 3;
  Pair pairs[32], *d_pairs;
  for (int i = 0; i < 32; ++i) pairs[i] = {1.0f * i, 2};
  cudaMalloc(&d_pairs, sizeof pairs);
  cudaMemcpy(d_pairs, pairs, sizeof pairs, cudaMemcpyHostToDevice);
  add_pairs<<<1, 32>>>(d_pairs);
  cudaMemcpy(pairs, d_pairs, sizeof pairs, cudaMemcpyDeviceToHost);
  if (pairs[3].low != 57 || pairs[3].high != 5) return 4;
  for (int i = 0; i < 40; ++i) {  // more than the device has, one after the other
    void* much = nullptr;
    if (cudaMalloc(&much, 32 << 20) != cudaSuccess) return 5;
    cudaFree(much);
  }
  std::printf("%s\n", text);
  cudaStreamDestroy(stream);
  return 0;
}
