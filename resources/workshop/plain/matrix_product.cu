// a is [m, k], b is [k, n], c is [m, n]; one thread per number of c.
__global__ void product_kernel(int m, int n, int k, const float* a, const float* b, float* c) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;  // the column of c
  const int i = blockIdx.y * blockDim.y + threadIdx.y;  // the row of c
  if (i >= m || j >= n) return;                         // the grid is larger than c
  float sum = 0.0f;
  for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j];
  c[i * n + j] = sum;
}

extern "C" void matrix_product(int m, int n, int k, const float* a, const float* b, float* c) {
  float *device_a, *device_b, *device_c;
  cudaMalloc(&device_a, sizeof(float) * m * k);
  cudaMalloc(&device_b, sizeof(float) * k * n);
  cudaMalloc(&device_c, sizeof(float) * m * n);
  cudaMemcpy(device_a, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(device_b, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);
  const dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
  product_kernel<<<grid, block>>>(m, n, k, device_a, device_b, device_c);
  cudaMemcpy(c, device_c, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  cudaFree(device_a);
  cudaFree(device_b);
  cudaFree(device_c);
}
