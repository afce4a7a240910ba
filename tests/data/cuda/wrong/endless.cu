// Thread 0 waits for a value that nobody sends.
__global__ void wait(volatile int* flag) {
  while (*flag == 0) {  // expect: endless
  }
}

int main() {
  int* flag;
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  wait<<<1, 1>>>(flag);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 1;
}
