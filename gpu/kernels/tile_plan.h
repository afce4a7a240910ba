#pragma once
#include <cstddef>

namespace mlplab::gpu {

/// C [m, n] = a sum over k.
struct ProductSize {
  int m, n, k;
};

/// The parts of a device that compute.
struct Units {
  int processors = 1;         // multiprocessors
  bool tensor_cores = false;  // kernels/tensor.cuh
};

/// How a product is computed: by which shape of tiles (shapes.cuh), and its sum cut into parts of `part` places, the
/// last one shorter, so that every multiprocessor has work. The parts' sums are written aside and added up.
struct TilePlan {
  int shape = 0, parts = 1, part = 0;
};

/// All shapes, 0 to `shape_count` - 1; those before `plain_shapes` are of tensor cores.
extern const int shape_count, plain_shapes;
/// The plan of a shape with that many parts, fewer where a part would have no place.
TilePlan plan_of(const ProductSize& size, int shape, int parts);
/// The plan that takes the least time, by what was measured (tile_plan.cu), with at most `most_parts`.
TilePlan plan_tiles(const ProductSize& size, const Units& units, int most_parts = 256);
/// Floats for the parts' sums of any plan that plan_tiles() makes for this product and for those with a smaller n or k:
/// a captured graph keeps their address.
std::size_t most_sums(const ProductSize& size, const Units& units);

}  // namespace mlplab::gpu
