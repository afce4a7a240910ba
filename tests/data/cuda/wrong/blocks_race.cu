// Every block adds to one number as if it were alone.
__global__ void sum(const int* values, int* total) {
  *total += values[blockIdx.x];  // expect: race-blocks
}

int main() {
  int host[16], *values, *total;
  for (int i = 0; i < 16; ++i) host[i] = i;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&total, sizeof(int));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(total, 0, sizeof(int));
  sum<<<16, 1>>>(values, total);
}
