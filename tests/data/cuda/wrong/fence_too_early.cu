// The fence stands before the store that it is to make visible.
__device__ unsigned done;

__global__ void sum(int* of_block, int* result) {
  if (threadIdx.x != 0) return;
  __threadfence();
  of_block[blockIdx.x] = blockIdx.x;
  if (atomicAdd(&done, 1u) != gridDim.x - 1) return;
  int all = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) all += of_block[b];  // expect: race-blocks
  *result = all;
}

int main() {
  int *of_block, *result;
  cudaMalloc(&of_block, 4 * sizeof(int));
  cudaMalloc(&result, sizeof(int));
  sum<<<4, 32>>>(of_block, result);
}
