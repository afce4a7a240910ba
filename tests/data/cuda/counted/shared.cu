// Accesses of shared memory whose passes are known by hand: 32 banks of 4 bytes, one word of each in a pass.

__global__ void rows_and_columns(float* out) {
  __shared__ float tile[32][32];
  __shared__ float padded[32][33];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = 1;    // count: store shared 1/1
  padded[y][x] = 1;  // count: store shared 1/1
  __syncthreads();
  out[y * 32 + x] = tile[x][y] +   // count: load shared 32/1, store global 4/4
                    padded[x][y];  // count: load shared 1/1
}

__global__ void strides(float* out) {
  __shared__ float tile[256];
  const int i = threadIdx.x;
  for (int k = 0; k < 8; ++k) tile[i + 32 * k] = i;  // count: store shared 1/1
  __syncthreads();
  float sum = tile[5];        // count: load shared 1/1
  sum += tile[2 * i];         // count: load shared 2/1
  sum += tile[3 * i];         // count: load shared 1/1
  sum += tile[4 * i];         // count: load shared 4/1
  sum += tile[8 * i];         // count: load shared 8/1
  sum += tile[(i % 2) * 32];  // count: load shared 2/1
  sum += tile[i / 2];         // count: load shared 1/1
  out[i] = sum;
}

__global__ void wide(float4* out) {
  __shared__ float4 fours[64];
  __shared__ double twos[64];
  const int i = threadIdx.x;
  fours[i] = make_float4(1, 2, 3, 4);  // count: store shared 4/4
  fours[i + 32] = make_float4(1, 2, 3, 4);
  twos[i] = 1;       // count: store shared 2/2
  twos[i + 32] = 2;  // count: store shared 2/2
  __syncthreads();
  float4 v = fours[2 * i];                 // count: load shared 8/4
  v.x += static_cast<float>(twos[2 * i]);  // count: load shared 4/2
  out[i] = v;
}

__global__ void counters() {
  __shared__ int count[32];
  count[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&count[threadIdx.x % 8], 1);  // count: atomic shared 4/1
}

int main() {
  float* out;
  cudaMalloc(&out, 4096);
  rows_and_columns<<<1, dim3(32, 32)>>>(out);
  strides<<<1, 32>>>(out);
  wide<<<1, 32>>>(reinterpret_cast<float4*>(out));
  counters<<<1, 32>>>();
}
