// Only every second element of the tile is filled.
__global__ void tile_sum(float* sums) {
  __shared__ float tile[64];
  if (threadIdx.x % 2 == 0) tile[threadIdx.x] = 1;
  __syncthreads();
  sums[threadIdx.x] = tile[threadIdx.x];  // expect: unwritten
}

int main() {
  float* sums;
  cudaMalloc(&sums, 64 * sizeof(float));
  tile_sum<<<1, 64>>>(sums);
  cudaFree(sums);
}
