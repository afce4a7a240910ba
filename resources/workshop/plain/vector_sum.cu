// x is [n], sum is [1]; one block: each thread adds up every 256th number, then the first one adds up the parts.
__global__ void sum_kernel(int n, const float* x, float* sum) {
  __shared__ float parts[256];
  float part = 0.0f;
  for (int i = threadIdx.x; i < n; i += 256) part += x[i];
  parts[threadIdx.x] = part;
  __syncthreads();  // now all parts are there
  if (threadIdx.x == 0) {
    float total = 0.0f;
    for (int t = 0; t < 256; ++t) total += parts[t];
    sum[0] = total;
  }
}

extern "C" void vector_sum(int n, const float* x, float* sum) {
  float *device_x, *device_sum;
  cudaMalloc(&device_x, sizeof(float) * n);
  cudaMalloc(&device_sum, sizeof(float));
  cudaMemcpy(device_x, x, sizeof(float) * n, cudaMemcpyHostToDevice);
  sum_kernel<<<1, 256>>>(n, device_x, device_sum);
  cudaMemcpy(sum, device_sum, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(device_x);
  cudaFree(device_sum);
}
