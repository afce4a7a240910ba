// The sum of a vector in one launch: shuffles within warps, shared memory within blocks, and the block that comes last
// (a counter, behind a fence) adds up what the others have left.
#include <vector>

__device__ unsigned blocks_done = 0;

__device__ float sum_of_block(float value) {
  __shared__ float of_warp[8];
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_down_sync(0xffffffffu, value, distance);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = value;
  __syncthreads();
  float sum = 0;
  if (threadIdx.x == 0)
    for (int w = 0; w < 8; ++w) sum += of_warp[w];
  __syncthreads();
  return sum;
}

__global__ void sum(const float* values, int n, float* of_block, float* result) {
  __shared__ bool last;
  float mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += values[i];
  const float all = sum_of_block(mine);
  if (threadIdx.x == 0) {
    of_block[blockIdx.x] = all;
    __threadfence();
    last = atomicAdd(&blocks_done, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  float part = 0;
  for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x) part += of_block[b];
  const float total = sum_of_block(part);
  if (threadIdx.x == 0) *result = total;
}

int main() {
  const int n = 5000, blocks = 6;
  std::vector<float> values(n);
  double expected = 0;
  for (int i = 0; i < n; ++i) expected += values[i] = i % 11;
  float *d_values, *d_of_block, *d_result, result = 0;
  cudaMalloc(&d_values, n * 4);
  cudaMalloc(&d_of_block, blocks * 4);
  cudaMalloc(&d_result, 4);
  cudaMemcpy(d_values, values.data(), n * 4, cudaMemcpyHostToDevice);
  sum<<<blocks, 256>>>(d_values, n, d_of_block, d_result);
  cudaMemcpy(&result, d_result, 4, cudaMemcpyDeviceToHost);
  return result == expected ? 0 : 1;
}
