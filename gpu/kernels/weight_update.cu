// W := step(W, Dᵀ A): the optimiser's step is the last part of the gradient's product, so gradients are never written
// to memory; all layers, their biases and the totals of the loss share one launch.
#include "gpu/kernels/loss.cuh"
#include "gpu/kernels/tile.cuh"
#include "gpu/kernels/weight_update.h"

namespace mlplab::gpu {
namespace {

/// The biases of units i0 … of one layer: every thread sums some rows of one column of the deltas.
template <class Shape>
__device__ inline void update_biases(const WeightUpdate& u, const LayerUpdate& layer, const StepNumbers& numbers,
                                     int i0, float* shared) {
  constexpr int parts = Shape::threads / Shape::rows;
  const int row = static_cast<int>(threadIdx.x) % Shape::rows, part = static_cast<int>(threadIdx.x) / Shape::rows;
  float sum = 0.0F;
  if (i0 + row < layer.out)
    for (int p = part; p < u.rows; p += parts) sum += layer.delta[static_cast<std::size_t>(p) * layer.out + i0 + row];
  shared[part * Shape::rows + row] = sum;
  __syncthreads();
  if (part != 0 || i0 + row >= layer.out) return;
  for (int q = 1; q < parts; ++q) sum += shared[q * Shape::rows + row];
  apply(u.optimizer, numbers, sum, layer.bias + i0 + row, u.slot0, u.slot1, u.parameters);
}

template <class Shape>
__global__ void __launch_bounds__(Shape::threads) gradients_and_step(WeightUpdate u) {
  __shared__ float shared[Shape::shared_floats];
  __shared__ double losses[256];
  __shared__ long long correct[256];
  static_assert(Shape::threads == 256 && Shape::groups == 1);
  const int block = static_cast<int>(blockIdx.x);
  if (u.results != nullptr && block == static_cast<int>(gridDim.x) - 1) {
    block_totals(u.rows, u.results, u.totals, losses, correct);
    return;
  }
  int l = 0;
  while (l + 1 < u.layer_count && block >= u.layers[l + 1].first_block) ++l;
  const LayerUpdate layer = u.layers[l];
  const StepNumbers numbers = u.chunk->numbers[u.batch.slot];
  const int tile = block - layer.first_block, across = (layer.in + Shape::columns - 1) / Shape::columns;
  const int i0 = tile / across * Shape::rows, j0 = tile % across * Shape::columns;
  const auto delta = [&](int i, int p) { return layer.delta[static_cast<std::size_t>(p) * layer.out + i]; };
  const auto step = [&](int i, int j, float sum) {
    apply(u.optimizer, numbers, sum, layer.weight + static_cast<std::size_t>(i) * layer.in + j, u.slot0, u.slot1,
          u.parameters);
  };
  if (layer.input == nullptr)
    tile_product<Shape>(
        layer.out, layer.in, u.rows, i0, j0, false, false, delta,
        [&](int j, int p) {
          return static_cast<float>(u.batch.features[row_of(u.batch, p) * layer.in + j]) * pixel_scale;
        },
        step, shared);
  else
    tile_product<Shape>(
        layer.out, layer.in, u.rows, i0, j0, false, false, delta,
        [&](int j, int p) { return layer.input[static_cast<std::size_t>(p) * layer.in + j]; }, step, shared);
  // tile_product ends with a barrier behind its last read of the slices.
  if (j0 == 0) update_biases<Shape>(u, layer, numbers, i0, shared);
}

template <class Shape>
cudaError_t start(cudaStream_t stream, WeightUpdate& u) {
  long long blocks = 0;
  for (int l = 0; l < u.layer_count; ++l) {
    u.layers[l].first_block = static_cast<int>(blocks);
    blocks += tiles_of<Shape>(u.layers[l].out, u.layers[l].in);
  }
  if (u.results != nullptr) ++blocks;
  return launch(gradients_and_step<Shape>, static_cast<unsigned>(blocks), Shape::threads, stream, u);
}

}  // namespace

cudaError_t weight_update(cudaStream_t stream, WeightUpdate update, int processors) {
  long long medium = 0;
  for (int l = 0; l < update.layer_count; ++l)
    medium += tiles_of<MediumTile>(update.layers[l].out, update.layers[l].in);
  return medium >= processors ? start<MediumTile>(stream, update) : start<SmallTile>(stream, update);
}

}  // namespace mlplab::gpu
