// Memory at addresses that were used before is as unwritten as any.
__global__ void read(const int* values, int* copy) {
  copy[threadIdx.x] = values[threadIdx.x];  // expect: unwritten
}

int main() {
  int *values, *copy;
  for (int i = 0; i < 300; ++i) {
    cudaMalloc(&values, 32 * sizeof(int));
    cudaMemset(values, 0, 32 * sizeof(int));
    cudaFree(values);
  }
  cudaMalloc(&values, 32 * sizeof(int));
  cudaMalloc(&copy, 32 * sizeof(int));
  read<<<1, 32>>>(values, copy);
}
