// Half of the threads never come to the barrier.
__global__ void half(float* values) {
  if (threadIdx.x < 32) {
    values[threadIdx.x] = 1;
    __syncthreads();  // expect: barrier-missed
    values[threadIdx.x + 32] = 2;
  }
}

int main() {
  float* values;
  cudaMalloc(&values, 64 * sizeof(float));
  half<<<1, 64>>>(values);
  cudaFree(values);
}
