// Copies that are too long, the wrong way round, and memory that is freed twice.
__global__ void nothing() {}

int main() {
  float host[64] = {}, *values;
  cudaMalloc(&values, 32 * sizeof(float));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);         // expect: copy-out-of-range
  cudaMemcpy(values, host, 32 * sizeof(float), cudaMemcpyDeviceToHost);  // expect: copy-direction
  nothing<<<1, 2000>>>();                                                // expect: configuration
  if (cudaGetLastError() != cudaErrorInvalidConfiguration) return 1;
  nothing<<<2000000000, 1024>>>();  // expect: too-large
  cudaFree(values);
  cudaFree(values);  // expect: free
  cudaEvent_t begin, end;
  cudaEventCreate(&begin), cudaEventCreate(&end);
  cudaEventRecord(begin), cudaEventRecord(end);
  float milliseconds = 0;
  return cudaEventElapsedTime(&milliseconds, begin, end) == cudaErrorNotSupported ? 0 : 1;  // expect: no-time
}
