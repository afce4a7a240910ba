// Another thread's element is read before it must be there.
__global__ void reverse(int* values) {
  __shared__ int tile[64];
  tile[threadIdx.x] = values[threadIdx.x];
  values[threadIdx.x] = tile[63 - threadIdx.x];  // expect: race, unwritten
}

int main() {
  int host[64] = {}, *values;
  for (int i = 0; i < 64; ++i) host[i] = i;
  cudaMalloc(&values, sizeof host);
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  reverse<<<1, 64>>>(values);  // expect: order
}
