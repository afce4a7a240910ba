// Which tiles a product gets, by a model of its time that was fitted to 42 products of 14 convolutions on an H200, each
// with every shape and up to 13 cuts: off by 7 % on average, and what it chose there took 0.1 % longer than the best on
// tensor cores, 3 % without (docs/gpu.md).
#include <algorithm>
#include <iterator>
#include <limits>

#include "gpu/kernels/shapes.cuh"
#include "gpu/kernels/tile_plan.h"

namespace mlplab::gpu {
namespace {

constexpr int depth = 16;               // places of a sum that a part is a multiple of
constexpr int least_part = 4 * depth;   // that are worth the writing of a part
constexpr long long most_area = 32768;  // outputs of all parts for each multiprocessor: some 17 MB in all

/// How many blocks of a shape a multiprocessor holds, and the µs in which these do `depth` places of their sums.
struct ShapeTime {
  int blocks;
  double time;
};
constexpr ShapeTime shapes[] = {{1, 1.55}, {2, 1.80}, {2, 1.12}, {4, 1.24}, {2, 5.00}, {2, 1.89}, {2, 2.30}, {3, 1.13}};

/// µs of `plan` beyond what every plan takes.
double time_of(const ProductSize& size, const TilePlan& plan, long long tiles, const Units& units) {
  constexpr double start_up = 1.7;               // slices, until the first one has come
  constexpr double alone = 0.29;                 // of a full multiprocessor's time, however few blocks there are
  constexpr double adding = 0.26, sum = 2.7e-6;  // the second kernel, and each number of a part
  const ShapeTime& shape = shapes[plan.shape];
  const long long blocks = tiles * plan.parts, at_once = static_cast<long long>(units.processors) * shape.blocks;
  auto turns = static_cast<double>(blocks / at_once);
  if (const long long rest = blocks % at_once; rest > 0) {
    const auto each = static_cast<double>((rest + units.processors - 1) / units.processors);
    turns += alone + (1.0 - alone) * each / shape.blocks;
  }
  const double own = shape.time * turns * (plan.part / static_cast<double>(depth) + start_up);
  return plan.parts == 1 ? own : own + adding + sum * plan.parts * size.m * size.n;
}

}  // namespace

const int shape_count = static_cast<int>(std::size(shapes)), plain_shapes = 4;

TilePlan plan_of(const ProductSize& size, int shape, int parts) {
  TilePlan plan{shape};
  plan.part = std::max((size.k + parts - 1) / parts + depth - 1, depth) / depth * depth;
  plan.parts = std::max((size.k + plan.part - 1) / plan.part, 1);
  return plan;
}

TilePlan plan_tiles(const ProductSize& size, const Units& units, int most_parts) {
  TilePlan best;
  double least = std::numeric_limits<double>::infinity();
  const int first = units.tensor_cores ? 0 : plain_shapes, end = units.tensor_cores ? plain_shapes : shape_count;
  for (int shape = first; shape < end; ++shape) {
    long long tiles = 0, area = 0;
    with_shape(shape, [&](auto s) {
      using Shape = decltype(s);
      tiles = tiles_of<Shape>(size.m, size.n), area = tiles * Shape::rows * Shape::columns;
    });
    for (const int parts : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 128, 256}) {
      const bool sensible = parts <= size.k / least_part && parts * area <= most_area * units.processors;
      if (parts > 1 && (parts > most_parts || !sensible)) break;
      const TilePlan plan = plan_of(size, shape, parts);
      const double time = time_of(size, plan, tiles, units);
      if (time < least) least = time, best = plan;
    }
  }
  return best;
}

std::size_t most_sums(const ProductSize& size, const Units& units) {
  const int parts = size.k / least_part;
  if (parts < 2) return 0;
  return std::min(
      static_cast<std::size_t>(most_area) * static_cast<std::size_t>(units.processors),
      static_cast<std::size_t>(parts) * static_cast<std::size_t>(size.m) * static_cast<std::size_t>(size.n));
}

}  // namespace mlplab::gpu
