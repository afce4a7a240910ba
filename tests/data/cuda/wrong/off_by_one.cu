// The guard lets one thread too many through.
__global__ void twice(float* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) values[i] = 2;  // expect: out-of-range
}

int main() {
  float* values;
  cudaMalloc(&values, 100 * sizeof(float));
  twice<<<4, 32>>>(values, 100);
  cudaFree(values);
}
