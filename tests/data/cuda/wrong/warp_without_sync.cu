// Lanes of a warp do not run in step any more: without __syncwarp() they race.
__global__ void sum(float* values) {
  __shared__ float tile[64];
  tile[threadIdx.x] = values[threadIdx.x];
  tile[threadIdx.x + 32] = 0;
  for (int d = 16; d > 0; d /= 2) tile[threadIdx.x] += tile[threadIdx.x + d];  // expect: race, unwritten
  values[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  float host[32], *values;
  for (int i = 0; i < 32; ++i) host[i] = i;
  cudaMalloc(&values, sizeof host);
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  sum<<<1, 32>>>(values);  // expect: order
}
