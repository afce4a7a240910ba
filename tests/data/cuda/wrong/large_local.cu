// A local array that is larger than a thread's stack.
__global__ void local(float* out) {  // expect: stack
  float large[60000];
  large[threadIdx.x] = 1;
  out[threadIdx.x] = large[threadIdx.x];
}

int main() {
  float* out;
  cudaMalloc(&out, 32 * sizeof(float));
  local<<<1, 32>>>(out);
}
