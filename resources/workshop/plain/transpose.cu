// x is [rows, columns], y is [columns, rows]; one thread per number.
__global__ void transpose_kernel(int rows, int columns, const float* x, float* y) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;  // the column of x
  const int i = blockIdx.y * blockDim.y + threadIdx.y;  // the row of x
  if (i < rows && j < columns) y[j * rows + i] = x[i * columns + j];
}

extern "C" void transpose(int rows, int columns, const float* x, float* y) {
  const size_t bytes = sizeof(float) * rows * columns;
  float *device_x, *device_y;
  cudaMalloc(&device_x, bytes);
  cudaMalloc(&device_y, bytes);
  cudaMemcpy(device_x, x, bytes, cudaMemcpyHostToDevice);
  const dim3 block(32, 8), grid((columns + 31) / 32, (rows + 7) / 8);
  transpose_kernel<<<grid, block>>>(rows, columns, device_x, device_y);
  cudaMemcpy(y, device_y, bytes, cudaMemcpyDeviceToHost);
  cudaFree(device_x);
  cudaFree(device_y);
}
