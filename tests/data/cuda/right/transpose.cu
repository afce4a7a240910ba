// Transposing by tiles with one column more, so that columns lie in different banks.
#include <vector>

const int tile_side = 32;

__global__ void transpose(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[tile_side][tile_side + 1];
  int x = blockIdx.x * tile_side + threadIdx.x, y = blockIdx.y * tile_side + threadIdx.y;
  for (int j = 0; j < tile_side; j += 8)
    if (x < columns && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * columns + x];
  __syncthreads();
  x = blockIdx.y * tile_side + threadIdx.x, y = blockIdx.x * tile_side + threadIdx.y;
  for (int j = 0; j < tile_side; j += 8)
    if (x < rows && y + j < columns) out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main() {
  const int rows = 45, columns = 70;
  std::vector<float> in(rows * columns), out(rows * columns);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = i;
  float *d_in, *d_out;
  cudaMalloc(&d_in, in.size() * 4);
  cudaMalloc(&d_out, out.size() * 4);
  cudaMemcpy(d_in, in.data(), in.size() * 4, cudaMemcpyHostToDevice);
  transpose<<<dim3((columns + 31) / 32, (rows + 31) / 32), dim3(32, 8)>>>(d_in, d_out, rows, columns);
  cudaMemcpy(out.data(), d_out, out.size() * 4, cudaMemcpyDeviceToHost);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      if (out[j * rows + i] != in[i * columns + j]) return 1;
}
