// With so much memory the kernel runs in one order only, in which each thread still reads its neighbour's old value.
__global__ void shift(float* values) {
  const float next = values[threadIdx.x + 1];  // expect: race
  values[threadIdx.x] = next;
}

int main() {
  float *values, *much;
  cudaMalloc(&values, 65 * sizeof(float));
  cudaMalloc(&much, 70 << 20);
  float host[65];
  for (int i = 0; i < 65; ++i) host[i] = i;
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  shift<<<1, 64>>>(values);
}
