// The host's own array is passed instead of the copy.
__global__ void twice(float* values) {
  values[threadIdx.x] *= 2;  // expect: host-memory
}

int main() {
  float* host = new float[32]();
  twice<<<1, 32>>>(host);
  return cudaGetLastError() == cudaErrorIllegalAddress ? 0 : 1;
}
