// The tiles of convolutions: which shape, and which tile is a block's.
#pragma once

#include "gpu/kernels/sliding.cuh"
#include "gpu/kernels/tile.cuh"

namespace mlplab::gpu {

/// For few channels and many pixels: most of a square tile would lie beside the channels.
using WideTile = TileShape<32, 128, 16, 4, 4>;

/// Blocks that a multiprocessor's registers are to have room for: with two of the largest tile one computes while the
/// other waits for memory, which is worth the few numbers of each that are put aside. 0: as many as come.
template <class Shape>
constexpr int blocks_wanted = Shape::per_m* Shape::per_n >= 64 ? 2 : 0;

struct TilePlace {
  int i0, j0;
};

/// Blocks one after the other have the same pixels and other channels: the pixels are then still in the cache.
template <class Shape>
__device__ inline TilePlace tile_place(int channels) {
  static_assert(Shape::threads % Shape::columns == 0, "a thread reads for one column");
  const int down = (channels + Shape::rows - 1) / Shape::rows;
  const int block = static_cast<int>(blockIdx.x);
  return {block % down * Shape::rows, block / down * Shape::columns};
}

/// The pixel of all images that a thread reads for, one all along, so that it works out its place once. Past the last
/// image in a tile that reaches beyond: tile_product() then asks for nothing.
struct OwnPixel {
  int image, row, column;
};

template <class Shape>
__device__ inline OwnPixel own_pixel(const TilePlace& tile, const Divisor& plane, const Divisor& width) {
  const int own = tile.j0 + static_cast<int>(threadIdx.x) % Shape::columns;
  const int image = plane.quotient(own), pixel = own - plane.product(image), row = width.quotient(pixel);
  return {image, row, pixel - width.product(row)};
}

/// Calls start(shape) with the tile for [channels, pixels]: the largest that the channels fill by more than a half and
/// that gives every multiprocessor a block. Where channels are very few the wide one is the best all the same: a narrow
/// one is as deep as most kernels are not.
template <class Start>
cudaError_t with_tile(int channels, int pixels, int processors, const Start& start) {
  if (channels > 64 && tiles_of<LargeTile>(channels, pixels) >= processors) return start(LargeTile());
  if (channels > 32 && tiles_of<MediumTile>(channels, pixels) >= processors) return start(MediumTile());
  if (tiles_of<WideTile>(channels, pixels) >= processors) return start(WideTile());
  if (channels > 16 && tiles_of<SmallTile>(channels, pixels) >= processors) return start(SmallTile());
  return start(LatencyTile());
}

}  // namespace mlplab::gpu
