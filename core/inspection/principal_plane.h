// Points of many dimensions on a map of two or three: their principal axes (PCA), and which lie nearest to one another.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mlplab {

struct PrincipalAxis {
  std::vector<float> places;  // [n]: where the points lie along it, from their mean
  double share = 0.0;         // of the whole variance, in [0, 1]
};

/// values [n, d]: the `count` directions of the largest variance, each at right angles to those before it, the largest
/// first (K. Pearson, 1901; by power iteration). Each direction's sign is the one that makes its largest part positive,
/// so that maps of neighbouring epochs look alike. All zero where all points are the same or some are no numbers, where
/// there is no further direction, and where `stop` became true before the end.
std::vector<PrincipalAxis> principal_axes(std::span<const float> values, int d, std::size_t count,
                                          const std::atomic<bool>& stop = false);

struct PrincipalPlane {
  std::vector<float> x, y;              // [n]: along the directions of the largest and the second largest variance
  double share_x = 0.0, share_y = 0.0;  // of the whole variance, in [0, 1]
};

/// The first two of principal_axes().
PrincipalPlane principal_plane(std::span<const float> values, int d, const std::atomic<bool>& stop = false);

/// The `most` points nearest to point `index` in all d dimensions (Euclidean), itself left out, the nearest first.
std::vector<std::uint32_t> nearest_points(std::span<const float> values, int d, std::size_t index, std::size_t most);

}  // namespace mlplab
