// The tile is filled again while others still read it: right in most runs on a device.
__global__ void rows(const float* values, float* sums) {
  __shared__ float tile[32];
  float sum = 0;
  for (int row = 0; row < 4; ++row) {
    tile[threadIdx.x] = values[row * 32 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i) sum += tile[i];  // expect: race
  }
  sums[threadIdx.x] = sum;
}

int main() {
  float host[128], *values, *sums;
  for (int i = 0; i < 128; ++i) host[i] = i;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&sums, 32 * sizeof(float));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  rows<<<1, 32>>>(values, sums);  // expect: order
}
