// The launch gives room for 32 floats, the kernel uses 64; another launch gives none at all.
__global__ void fill(float* out) {
  extern __shared__ float tile[];
  tile[threadIdx.x] = threadIdx.x;  // expect: out-of-range
  out[threadIdx.x] = 1;
}

int main() {
  float* out;
  cudaMalloc(&out, 64 * sizeof(float));
  fill<<<1, 64, 32 * sizeof(float)>>>(out);
  cudaFree(out);
}
