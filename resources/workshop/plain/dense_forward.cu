// x is [batch, in], w is [out, in], bias is [out], y is [batch, out]; one thread per number of y.
__global__ void dense_kernel(int batch, int in, int out, const float* x, const float* w, const float* bias, float* y) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;  // the output
  const int i = blockIdx.y * blockDim.y + threadIdx.y;  // the image of the batch
  if (i >= batch || j >= out) return;                   // the grid is larger than y
  float sum = bias[j];
  for (int p = 0; p < in; ++p) sum += x[i * in + p] * w[j * in + p];
  y[i * out + j] = sum < 0.0f ? 0.0f : sum;  // in this order NaN stays NaN
}

extern "C" void dense_forward(int batch, int in, int out, const float* x, const float* w, const float* bias, float* y) {
  float *device_x, *device_w, *device_bias, *device_y;
  cudaMalloc(&device_x, sizeof(float) * batch * in);
  cudaMalloc(&device_w, sizeof(float) * out * in);
  cudaMalloc(&device_bias, sizeof(float) * out);
  cudaMalloc(&device_y, sizeof(float) * batch * out);
  cudaMemcpy(device_x, x, sizeof(float) * batch * in, cudaMemcpyHostToDevice);
  cudaMemcpy(device_w, w, sizeof(float) * out * in, cudaMemcpyHostToDevice);
  cudaMemcpy(device_bias, bias, sizeof(float) * out, cudaMemcpyHostToDevice);
  const dim3 block(16, 16), grid((out + 15) / 16, (batch + 15) / 16);
  dense_kernel<<<grid, block>>>(batch, in, out, device_x, device_w, device_bias, device_y);
  cudaMemcpy(y, device_y, sizeof(float) * batch * out, cudaMemcpyDeviceToHost);
  cudaFree(device_x);
  cudaFree(device_w);
  cudaFree(device_bias);
  cudaFree(device_y);
}
