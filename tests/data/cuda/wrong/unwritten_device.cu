// The sum is never set to zero, and half of the results are never computed.
__global__ void add(const float* values, float* sum, float* half) {
  atomicAdd(sum, values[threadIdx.x]);  // expect: unwritten
  if (threadIdx.x < 16) half[threadIdx.x] = values[threadIdx.x];
}

int main() {
  float host[32] = {}, *values, *sum, *half;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&sum, sizeof(float));
  cudaMalloc(&half, sizeof host);
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  add<<<1, 32>>>(values, sum, half);
  cudaMemcpy(host, half, sizeof host, cudaMemcpyDeviceToHost);  // expect: copy-unwritten
}
