// Memory that was never asked for.
__global__ void twice(float* values) {
  values[threadIdx.x] = 2;  // expect: null
}

int main() {
  float* values = nullptr;
  twice<<<1, 32>>>(values);
  return cudaGetLastError() == cudaErrorIllegalAddress ? 0 : 1;
}
