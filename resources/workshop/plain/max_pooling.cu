// x is [images, height, width], y is [images, rows, columns]; one thread per number of y, one layer of the grid per
// image.
__global__ void pooling_kernel(int height, int width, int kernel, int stride, int rows, int columns, const float* x,
                               float* y) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;  // the column of y
  const int i = blockIdx.y * blockDim.y + threadIdx.y;  // the row of y
  const int n = blockIdx.z;                             // the image
  if (i >= rows || j >= columns) return;                // the grid is larger than y
  const float* window = x + (n * height + i * stride) * width + j * stride;
  float largest = window[0];
  for (int p = 0; p < kernel; ++p)
    for (int q = 0; q < kernel; ++q) {
      const float value = window[p * width + q];
      if (value > largest || value != value) largest = value;  // a NaN stays: nothing is larger
    }
  y[(n * rows + i) * columns + j] = largest;
}

extern "C" void max_pooling(int images, int height, int width, int kernel, int stride, const float* x, float* y) {
  const int rows = (height - kernel) / stride + 1, columns = (width - kernel) / stride + 1;
  const size_t x_bytes = sizeof(float) * images * height * width, y_bytes = sizeof(float) * images * rows * columns;
  float *device_x, *device_y;
  cudaMalloc(&device_x, x_bytes);
  cudaMalloc(&device_y, y_bytes);
  cudaMemcpy(device_x, x, x_bytes, cudaMemcpyHostToDevice);
  const dim3 block(16, 8), grid((columns + 15) / 16, (rows + 7) / 8, images);
  pooling_kernel<<<grid, block>>>(height, width, kernel, stride, rows, columns, device_x, device_y);
  cudaMemcpy(y, device_y, y_bytes, cudaMemcpyDeviceToHost);
  cudaFree(device_x);
  cudaFree(device_y);
}
