// x is [batch, channels, height, width], w is [filters, channels, kernel, kernel], bias is [filters], y is [batch,
// filters, rows, columns]; one thread per number of y, one layer of the grid per image and filter.
__global__ void convolution_kernel(int channels, int height, int width, int filters, int kernel, const float* x,
                                   const float* w, const float* bias, float* y) {
  const int rows = height - kernel + 1, columns = width - kernel + 1;
  const int j = blockIdx.x * blockDim.x + threadIdx.x;  // the column of y
  const int i = blockIdx.y * blockDim.y + threadIdx.y;  // the row of y
  const int n = blockIdx.z / filters;                   // the image
  const int f = blockIdx.z % filters;
  if (i >= rows || j >= columns) return;  // the grid is larger than y
  float sum = bias[f];
  for (int c = 0; c < channels; ++c)
    for (int p = 0; p < kernel; ++p)
      for (int q = 0; q < kernel; ++q)
        sum += x[((n * channels + c) * height + i + p) * width + j + q] *
               w[((f * channels + c) * kernel + p) * kernel + q];
  y[((n * filters + f) * rows + i) * columns + j] = sum;
}

extern "C" void convolution(int batch, int channels, int height, int width, int filters, int kernel, const float* x,
                            const float* w, const float* bias, float* y) {
  const int rows = height - kernel + 1, columns = width - kernel + 1;
  const size_t x_bytes = sizeof(float) * batch * channels * height * width;
  const size_t w_bytes = sizeof(float) * filters * channels * kernel * kernel;
  const size_t y_bytes = sizeof(float) * batch * filters * rows * columns;
  float *device_x, *device_w, *device_bias, *device_y;
  cudaMalloc(&device_x, x_bytes);
  cudaMalloc(&device_w, w_bytes);
  cudaMalloc(&device_bias, sizeof(float) * filters);
  cudaMalloc(&device_y, y_bytes);
  cudaMemcpy(device_x, x, x_bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(device_w, w, w_bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(device_bias, bias, sizeof(float) * filters, cudaMemcpyHostToDevice);
  const dim3 block(16, 8), grid((columns + 15) / 16, (rows + 7) / 8, batch * filters);
  convolution_kernel<<<grid, block>>>(channels, height, width, filters, kernel, device_x, device_w, device_bias,
                                      device_y);
  cudaMemcpy(y, device_y, y_bytes, cudaMemcpyDeviceToHost);
  cudaFree(device_x);
  cudaFree(device_w);
  cudaFree(device_bias);
  cudaFree(device_y);
}
