// The mask names lanes that are elsewhere.
__global__ void sum(int* values) {
  int mine = values[threadIdx.x];
  if (threadIdx.x < 16) mine += __shfl_down_sync(0xffffffffu, mine, 8);  // expect: warp-missed
  values[threadIdx.x] = mine;
}

int main() {
  int* values;
  cudaMalloc(&values, 32 * sizeof(int));
  cudaMemset(values, 0, 32 * sizeof(int));
  sum<<<1, 32>>>(values);
}
