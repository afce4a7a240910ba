// All blocks write the same place, and the last one's value stays.
__global__ void last(int* winner) {
  if (threadIdx.x == 0) *winner = blockIdx.x;  // expect: race-blocks
}

int main() {
  int* winner;
  cudaMalloc(&winner, sizeof(int));
  last<<<8, 32>>>(winner);  // expect: order
}
