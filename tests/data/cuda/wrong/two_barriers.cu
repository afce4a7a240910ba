// Both ways have a barrier, but not the same one.
__global__ void both(float* values) {
  if (threadIdx.x % 2 == 0) {
    values[threadIdx.x] = 1;
    __syncthreads();  // expect: barriers-apart
  } else {
    __syncthreads();
    values[threadIdx.x] = 2;
  }
}

int main() {
  float* values;
  cudaMalloc(&values, 64 * sizeof(float));
  both<<<1, 64>>>(values);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 1;
}
