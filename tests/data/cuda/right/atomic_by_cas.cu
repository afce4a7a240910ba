// An atomic function of one's own by the usual loop around atomicCAS(), and a lock that one thread of a block takes.
__device__ int lock = 0;
__device__ int counted = 0;

__device__ float atomic_largest(float* target, float value) {
  int* bits = reinterpret_cast<int*>(target);
  int old = *bits, assumed;
  do {
    assumed = old;
    if (__int_as_float(assumed) >= value) break;
    old = atomicCAS(bits, assumed, __float_as_int(value));
  } while (assumed != old);
  return __int_as_float(old);
}

__global__ void largest(const float* values, float* of_all) {
  __shared__ float of_block;
  if (threadIdx.x == 0) of_block = 0;
  __syncthreads();
  atomic_largest(&of_block, values[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) atomic_largest(of_all, of_block);
}

__global__ void count() {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  counted += 1;
  __threadfence();
  atomicExch(&lock, 0);
}

int main() {
  float host[256], *values, *of_all, result = 0;
  for (int i = 0; i < 256; ++i) host[i] = static_cast<float>(i * 37 % 256);
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&of_all, sizeof(float));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(of_all, 0, sizeof(float));
  largest<<<4, 64>>>(values, of_all);
  cudaMemcpy(&result, of_all, sizeof(float), cudaMemcpyDeviceToHost);
  if (result != 255) return 1;
  count<<<5, 32>>>();
  int times = 0;
  cudaMemcpyFromSymbol(&times, counted, sizeof(int));
  return times == 5 ? 0 : 2;
}
