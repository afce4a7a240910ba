// d is [batch, out], x is [batch, in], dw is [out, in]; one thread per number of dw.
__global__ void gradient_kernel(int batch, int in, int out, const float* d, const float* x, float* dw) {
  const int p = blockIdx.x * blockDim.x + threadIdx.x;  // the input
  const int j = blockIdx.y * blockDim.y + threadIdx.y;  // the output
  if (j >= out || p >= in) return;                      // the grid is larger than dw
  float sum = 0.0f;
  for (int i = 0; i < batch; ++i) sum += d[i * out + j] * x[i * in + p];
  dw[j * in + p] = sum;
}

extern "C" void weight_gradient(int batch, int in, int out, const float* d, const float* x, float* dw) {
  float *device_d, *device_x, *device_dw;
  cudaMalloc(&device_d, sizeof(float) * batch * out);
  cudaMalloc(&device_x, sizeof(float) * batch * in);
  cudaMalloc(&device_dw, sizeof(float) * out * in);
  cudaMemcpy(device_d, d, sizeof(float) * batch * out, cudaMemcpyHostToDevice);
  cudaMemcpy(device_x, x, sizeof(float) * batch * in, cudaMemcpyHostToDevice);
  const dim3 block(16, 16), grid((in + 15) / 16, (out + 15) / 16);
  gradient_kernel<<<grid, block>>>(batch, in, out, device_d, device_x, device_dw);
  cudaMemcpy(dw, device_dw, sizeof(float) * out * in, cudaMemcpyDeviceToHost);
  cudaFree(device_d);
  cudaFree(device_x);
  cudaFree(device_dw);
}
