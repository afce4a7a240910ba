// Four floats at once, from the second float on.
__global__ void copy(const float* from, float4* to) {
  to[threadIdx.x] = reinterpret_cast<const float4*>(from + 1)[threadIdx.x];  // expect: misaligned, freed
}

int main() {
  float host[132] = {}, *from;
  float4* to;
  cudaMalloc(&from, sizeof host);
  cudaMalloc(&to, 32 * sizeof(float4));
  cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
  copy<<<1, 32>>>(from, to);
  cudaFree(from);
  copy<<<1, 32>>>(from, to);  // freed: told at the line of the access
}
