// Accesses of device memory whose sectors are known by hand: a warp of 32 floats lies in 4 sectors of 32 bytes.
#include <vector>

__global__ void copy(const float* from, float* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i];  // count: load global 4/4, store global 4/4
}

__global__ void stride_2(const float* from, float* to) {
  const int i = threadIdx.x;
  to[i] = from[2 * i];  // count: load global 8/4, store global 4/4
}

__global__ void stride_32(const float* from, float* to) {
  const int i = threadIdx.x;
  to[32 * i] = from[i];  // count: load global 4/4, store global 32/4
}

__global__ void offset_1(const float* from, float* to) {
  const int i = threadIdx.x;
  to[i] = from[i + 1];  // count: load global 5/4, store global 4/4
}

__global__ void broadcast(const float* from, float* to) {
  const int i = threadIdx.x;
  to[i] = from[7] +     // count: load global 1/1, store global 4/4
          from[i / 8];  // count: load global 1/1
}

__global__ void four_at_once(const float4* from, float4* to) {
  to[threadIdx.x] = from[threadIdx.x];  // count: load global 16/16, store global 16/16
}

__global__ void three_in_a_row(const float3* from, float* to) {
  const float3 v = from[threadIdx.x];  // count: load global 12/4, load global #2 12/4, load global #3 12/4
  to[threadIdx.x] = v.x + v.y + v.z;
}

__global__ void bytes(const unsigned char* from, unsigned char* to) {
  to[threadIdx.x] = from[threadIdx.x];  // count: load global 1/1, store global 1/1
}

__global__ void doubles(const double* from, double* to) {
  to[threadIdx.x] = from[31 - threadIdx.x];  // count: load global 8/8, store global 8/8
}

__global__ void half_a_warp(const float* from, float* to) {
  if (threadIdx.x % 2 == 0)               // branches: 1/1
    to[threadIdx.x] = from[threadIdx.x];  // count: load global 4/2, store global 4/2; lanes: 16
}

// Even lanes, a barrier, odd lanes: two accesses of the warp, not one.
__global__ void by_turns(const float* from, float* to) {
  float sum = 0;
  for (int turn = 0; turn < 2; ++turn) {
    if (threadIdx.x % 2 == turn) sum += from[threadIdx.x];  // count: load global 4/2
    __syncthreads();
  }
  to[threadIdx.x] = sum;
}

// Naive transposing of 64 by 64: rows are read, columns are written.
__global__ void transpose(const float* in, float* out) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[x * 64 + y] = in[y * 64 + x];  // count: load global 4/4, store global 32/4
}

__global__ void same_place(const int* from, int* sum) {
  atomicAdd(sum, from[threadIdx.x]);  // count: load global 4/4, atomic global 32/1
}

__global__ void other_places(int* sums) {
  atomicAdd(&sums[threadIdx.x / 4], 1);  // count: atomic global 4/1
}

__device__ __attribute__((aligned(128))) float table[64];
__global__ void from_variable(float* to) {
  to[threadIdx.x] = table[2 * threadIdx.x];  // count: load variable 8/4, store global 4/4
}

int main() {
  std::vector<float> host(4096, 1.0f);
  float *from, *to;
  int* sums;
  cudaMalloc(&from, host.size() * 4);
  cudaMalloc(&to, host.size() * 4);
  cudaMalloc(&sums, 32 * sizeof(int));
  cudaMemcpy(from, host.data(), host.size() * 4, cudaMemcpyHostToDevice);
  cudaMemset(sums, 0, 32 * sizeof(int));
  copy<<<16, 256>>>(from, to);
  stride_2<<<1, 32>>>(from, to);
  stride_32<<<1, 32>>>(from, to);
  offset_1<<<1, 32>>>(from, to);
  broadcast<<<1, 32>>>(from, to);
  four_at_once<<<1, 32>>>(reinterpret_cast<float4*>(from), reinterpret_cast<float4*>(to));
  three_in_a_row<<<1, 32>>>(reinterpret_cast<float3*>(from), to);
  bytes<<<1, 32>>>(reinterpret_cast<unsigned char*>(from), reinterpret_cast<unsigned char*>(to));
  doubles<<<1, 32>>>(reinterpret_cast<double*>(from), reinterpret_cast<double*>(to));
  half_a_warp<<<1, 32>>>(from, to);
  by_turns<<<1, 32>>>(from, to);
  transpose<<<dim3(2, 8), dim3(32, 8)>>>(from, to);
  same_place<<<1, 32>>>(reinterpret_cast<int*>(from), sums);
  other_places<<<1, 32>>>(sums);
  from_variable<<<1, 32>>>(to);
}
