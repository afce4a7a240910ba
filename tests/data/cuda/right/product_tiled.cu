// A product of matrices by tiles in shared memory, as a template, with sizes that are no multiples of the tile.
#include <cmath>
#include <vector>

template <int TILE>
__global__ void multiply(const float* a, const float* b, float* c, int rows, int inner, int columns) {
  __shared__ float a_tile[TILE][TILE];
  __shared__ float b_tile[TILE][TILE];
  const int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int first = 0; first < inner; first += TILE) {
    const int k = first + threadIdx.x, l = first + threadIdx.y;
    a_tile[threadIdx.y][threadIdx.x] = row < rows && k < inner ? a[row * inner + k] : 0;
    b_tile[threadIdx.y][threadIdx.x] = l < inner && column < columns ? b[l * columns + column] : 0;
    __syncthreads();
    for (int i = 0; i < TILE; ++i) sum += a_tile[threadIdx.y][i] * b_tile[i][threadIdx.x];
    __syncthreads();
  }
  if (row < rows && column < columns) c[row * columns + column] = sum;
}

int main() {
  const int rows = 37, inner = 19, columns = 45;
  std::vector<float> a(rows * inner), b(inner * columns), c(rows * columns);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = (i % 7) - 3.0f;
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = (i % 5) - 2.0f;
  float *d_a, *d_b, *d_c;
  cudaMalloc(&d_a, a.size() * 4);
  cudaMalloc(&d_b, b.size() * 4);
  cudaMalloc(&d_c, c.size() * 4);
  cudaMemcpy(d_a, a.data(), a.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b.data(), b.size() * 4, cudaMemcpyHostToDevice);
  constexpr int tile = 16;
  const dim3 block(tile, tile), grid((columns + tile - 1) / tile, (rows + tile - 1) / tile);
  multiply<tile><<<grid, block>>>(d_a, d_b, d_c, rows, inner, columns);
  cudaMemcpy(c.data(), d_c, c.size() * 4, cudaMemcpyDeviceToHost);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      float sum = 0;
      for (int k = 0; k < inner; ++k) sum += a[i * inner + k] * b[k * columns + j];
      if (std::fabs(sum - c[i * columns + j]) > 1e-4f) return 1;
    }
}
