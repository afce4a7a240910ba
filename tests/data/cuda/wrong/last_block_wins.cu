// All blocks write the same place, and the last one's value stays.
__global__ void last(int* winner) {
  if (threadIdx.x == 0) *winner = blockIdx.x;  // expect: race-blocks
}

int main() {
  int* winner;
  cudaMalloc(&winner, sizeof(int));
  last<<<8, 32>>>(winner);  // expect: order
  int number = -1;
  cudaMemcpy(&number, winner, sizeof(int), cudaMemcpyDeviceToHost);
  return number == 7 ? 0 : 1;  // as in the first order, which is the plain one
}
