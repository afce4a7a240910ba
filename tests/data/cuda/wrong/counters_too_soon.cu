// The counters are read before all threads have counted, and set to zero while others count already.
__global__ void histogram(const int* values, int* counts) {
  __shared__ int bins[8];
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  atomicAdd(&bins[values[threadIdx.x] % 8], 1);                  // expect: race, unwritten
  if (threadIdx.x < 8) counts[threadIdx.x] = bins[threadIdx.x];  // expect: race
}

int main() {
  int host[64], *values, *counts;
  for (int i = 0; i < 64; ++i) host[i] = i;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&counts, 8 * sizeof(int));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  histogram<<<1, 64>>>(values, counts);
}
