// Branches whose divergence is known by hand: sums of 256 floats by threads that lie apart and that lie together.

// Step s is done by the threads whose number is a multiple of 2s. Up to s = 16 these are some of each of the 8 warps,
// then one thread each of 4, 2 and 1 warps: 5 * 8 + 4 + 2 + 1 = 47.
__global__ void apart(const float* values, float* sum) {
  __shared__ float tile[256];
  const unsigned i = threadIdx.x;
  tile[i] = values[i];
  __syncthreads();
  for (unsigned s = 1; s < 256; s *= 2) {          // branches: 0/72
    if (i % (2 * s) == 0) tile[i] += tile[i + s];  // branches: 47/64
    __syncthreads();
  }
  if (i == 0) *sum = tile[0];  // branches: 1/8
}

// Step s is done by the first s threads: whole warps until 32 are left.
__global__ void together(const float* values, float* sum) {
  __shared__ float tile[256];
  const unsigned i = threadIdx.x;
  tile[i] = values[i];
  __syncthreads();
  for (unsigned s = 128; s > 0; s /= 2) {  // branches: 0/72
    if (i < s) tile[i] += tile[i + s];     // branches: 5/64
    __syncthreads();
  }
  if (i == 0) *sum = tile[0];  // branches: 1/8
}

// Thread i goes round i % 4 times: a warp goes on for a second, third and fourth question.
__global__ void loops(int* out) {
  int sum = 0;
  for (unsigned k = 0; k < threadIdx.x % 4; ++k) sum += k;  // branches: 3/4
  out[threadIdx.x] = sum;
}

// 100 elements, 4 warps in each of 2 blocks: one warp is cut, and those behind it do nothing.
__global__ void guarded(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i;  // branches: 1/8
}

// The lanes differ in how often they come to the inner question, not in its answers, and meet again behind each
// barrier.
__global__ void by_warp(int* out) {
  if (threadIdx.x / 32 == 0)  // branches: 0/2
    out[threadIdx.x] = 1;
  else
    out[threadIdx.x] = 2;
  switch (threadIdx.x % 2) {  // branches: 2/2
    case 0:
      out[threadIdx.x] = 3;
      break;
    case 1:
      out[threadIdx.x] = 4;
      break;
    case 2:
      out[threadIdx.x] = 5;
      break;
    default:
      break;
  }
}

int main() {
  float host[256], *values, *sum;
  int* out;
  for (int i = 0; i < 256; ++i) host[i] = 1;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&sum, sizeof(float));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  apart<<<1, 256>>>(values, sum);     // idle: 0/256
  together<<<1, 256>>>(values, sum);  // idle: 0/256
  loops<<<1, 32>>>(out);              // idle: 0/32
  guarded<<<2, 128>>>(out, 100);      // idle: 156/256
  by_warp<<<1, 64>>>(out);            // idle: 0/64
}
