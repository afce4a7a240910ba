// A histogram of bytes: counters in shared memory whose size the launch gives, atomic functions in both memories.
#include <vector>

extern __shared__ int counters[];

__global__ void count(const unsigned char* bytes, int n, int* histogram, int bins) {
  for (int b = threadIdx.x; b < bins; b += blockDim.x) counters[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&counters[bytes[i] % bins], 1);
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(histogram + b, counters[b]);
}

__global__ void brighten(unsigned char* bytes, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) bytes[i] = static_cast<unsigned char>(min(255, bytes[i] + 3));
}

int main() {
  const int n = 3001, bins = 10;
  std::vector<unsigned char> bytes(n);
  std::vector<int> histogram(bins), expected(bins);
  for (int i = 0; i < n; ++i) {
    bytes[i] = static_cast<unsigned char>(i * i % 251);
    ++expected[(bytes[i] + 3) % bins];
  }
  unsigned char* d_bytes;
  int* d_histogram;
  cudaMalloc(&d_bytes, n);
  cudaMalloc(&d_histogram, bins * sizeof(int));
  cudaMemcpy(d_bytes, bytes.data(), n, cudaMemcpyHostToDevice);
  cudaMemset(d_histogram, 0, bins * sizeof(int));
  brighten<<<(n + 127) / 128, 128>>>(d_bytes, n);
  count<<<4, 100, bins * sizeof(int)>>>(d_bytes, n, d_histogram, bins);
  cudaMemcpy(histogram.data(), d_histogram, bins * sizeof(int), cudaMemcpyDeviceToHost);
  return histogram == expected ? 0 : 1;
}
