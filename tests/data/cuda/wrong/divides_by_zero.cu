// An integer is divided by zero, which ends the program.
__global__ void divide(int* values, int by) {
  values[threadIdx.x] = 5 / by;  // expect: crash
}

int main() {
  int* values;
  cudaMalloc(&values, 32 * sizeof(int));
  divide<<<1, 32>>>(values, 0);
}
