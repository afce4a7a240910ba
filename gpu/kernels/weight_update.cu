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

/// B(j, p) = pixel j of row p of the batch. A row's place is known only when the order's entry has come: it is looked
/// up one slice before its pixels are, so that nobody waits for both.
template <int depth>
struct PixelsInOrder {
  const std::uint8_t* features;  // [n, d]
  const std::uint32_t* order;    // of this batch; null: the rows as they are
  int rows, d;
  std::size_t* starts;  // [2 · depth], shared: where the rows of a slice and of the next one begin
  bool asked = false;   // this thread for one of them, which is on its way:
  unsigned place = 0, row = 0;

  __device__ std::uint8_t operator()(int j, int p) const {
    return features[starts[static_cast<unsigned>(p) % (2 * depth)] + j];
  }
};
template <int depth>
__device__ inline void look_up(PixelsInOrder<depth>& pixels, int p0) {
  const int p = p0 + static_cast<int>(threadIdx.x);
  pixels.asked = threadIdx.x < depth && p < pixels.rows;
  if (!pixels.asked) return;
  pixels.place = static_cast<unsigned>(p) % (2 * depth);
  pixels.row = pixels.order == nullptr ? static_cast<unsigned>(p) : pixels.order[p];
}
template <int depth>
__device__ inline void looked_up(const PixelsInOrder<depth>& pixels) {
  if (pixels.asked) pixels.starts[pixels.place] = static_cast<std::size_t>(pixels.row) * pixels.d;
}

template <class Shape>
__global__ void __launch_bounds__(Shape::threads) gradients_and_step(WeightUpdate u) {
  alignas(16) __shared__ float shared[Shape::shared_floats];
  __shared__ double losses[256];
  __shared__ long long correct[256];
  __shared__ std::size_t starts[2 * Shape::depth];
  static_assert(Shape::threads == 256);  // block_totals()
  const int block = static_cast<int>(blockIdx.x);
  let_next_kernel_begin();
  if (u.results != nullptr && block == static_cast<int>(gridDim.x) - 1) {
    wait_for_kernel_before();
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
  const auto place = [&](int i, int j) { return layer.weight + static_cast<std::size_t>(i) * layer.in + j; };
  const Outputs step{
      [&](int i, int j) { return parameter_at(u.optimizer, place(i, j), u.slot0, u.slot1, u.parameters); },
      [&](int i, int j, float sum, const Parameter& before) {
        apply(u.optimizer, numbers, sum, place(i, j), before, u.slot0, u.slot1, u.parameters);
      }};
  if (layer.input == nullptr) {
    PixelsInOrder<Shape::depth> pixels{u.batch.features, order_of(u.batch), u.rows, layer.in, starts};
    look_up(pixels, 0);
    looked_up(pixels);
    wait_for_kernel_before();
    __syncthreads();
    tile_product<Shape>(layer.out, layer.in, u.rows, i0, j0, false, false, delta, pixels, step, shared);
  } else {
    wait_for_kernel_before();
    tile_product<Shape>(
        layer.out, layer.in, u.rows, i0, j0, false, false, delta,
        [&](int j, int p) { return layer.input[static_cast<std::size_t>(p) * layer.in + j]; }, step, shared);
  }
  if (j0 != 0) return;  // the whole block
  __syncthreads();
  update_biases<Shape>(u, layer, numbers, i0, shared);
}

template <class Shape>
cudaError_t start(cudaStream_t stream, WeightUpdate& u) {
  long long blocks = 0;
  for (int l = 0; l < u.layer_count; ++l) {
    u.layers[l].first_block = static_cast<int>(blocks);
    blocks += tiles_of<Shape>(u.layers[l].out, u.layers[l].in);
  }
  if (u.results != nullptr) ++blocks;
  return launch_early(u.early, gradients_and_step<Shape>, static_cast<unsigned>(blocks), Shape::threads, stream, u);
}

}  // namespace

cudaError_t weight_update(cudaStream_t stream, WeightUpdate update, int processors) {
  long long medium = 0;
  for (int l = 0; l < update.layer_count; ++l)
    medium += tiles_of<MediumTile>(update.layers[l].out, update.layers[l].in);
  if (medium >= processors) return start<MediumTile>(stream, update);
  // A deep slice is worth it where the batch fills it.
  return update.rows >= DeepTile::depth ? start<DeepTile>(stream, update) : start<SmallTile>(stream, update);
}

}  // namespace mlplab::gpu
