// The shapes of tiles that large products choose from, by number.
#pragma once

#include "gpu/kernels/tensor_tile.cuh"

namespace mlplab::gpu {

/// For few rows and many columns: most of a square tile would lie beside the rows.
using WideTile = TileShape<32, 128, 16, 4, 4>;

/// Calls use(Shape()) with shape number `shape`; the order is that of the times in tile_plan.cu.
template <class Use>
auto with_shape(int shape, const Use& use) {
  switch (shape) {
    case 0:
      return use(TensorShape<128, 128, 2, 4, 1>());
    case 1:
      return use(TensorShape<64, 128, 2, 4, 2>());
    case 2:
      return use(TensorShape<64, 64, 2, 4, 2>());
    case 3:
      return use(TensorShape<32, 64, 2, 2, 4>());
    case 4:
      return use(LargeTile());
    case 5:
      return use(MediumTile());
    case 6:
      return use(WideTile());
    default:
      return use(SmallTile());
  }
}

}  // namespace mlplab::gpu
