// The last block is not full, and nothing says so.
__global__ void copy(const float* from, float* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] =       // expect: out-of-range
      from[i];  // expect: out-of-range
}

int main() {
  const int n = 40;
  float host[n] = {}, *from, *to;
  cudaMalloc(&from, sizeof host);
  cudaMalloc(&to, sizeof host);
  cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
  copy<<<2, 32>>>(from, to);
  cudaMemcpy(host, to, sizeof host, cudaMemcpyDeviceToHost);
}
