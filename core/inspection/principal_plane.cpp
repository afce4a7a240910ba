// Power iteration on the centred points X [n, d], v <- Xᵀ(X v): the covariance itself, d × d numbers, is never made.
#include "core/inspection/principal_plane.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace mlplab {
namespace {

using Vector = std::vector<double>;

class Cloud {
 public:
  Cloud(std::span<const float> values, std::size_t d) : n_(values.size() / d), d_(d), x_(values.begin(), values.end()) {
    Vector mean(d_, 0.0);
    for (std::size_t i = 0; i < x_.size(); ++i) mean[i % d_] += double{x_[i]};
    for (double& m : mean) m /= static_cast<double>(n_);
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] = static_cast<float>(double{x_[i]} - mean[i % d_]);
    for (const float x : x_) variance_ += double{x} * double{x};
  }
  /// Sum over the points of their squared distances from the mean.
  double variance() const { return variance_; }

  /// [n]: where the points lie along v.
  Vector along(const Vector& v) const {
    Vector places(n_);
    for (std::size_t i = 0; i < n_; ++i) {
      const float* row = x_.data() + i * d_;
      double sum = 0.0;
      for (std::size_t j = 0; j < d_; ++j) sum += double{row[j]} * v[j];
      places[i] = sum;
    }
    return places;
  }

  /// The direction of the largest variance at right angles to `others` (each [d]), and the variance along it.
  std::pair<Vector, double> direction(const std::vector<Vector>& others, const std::atomic<bool>& stop) const {
    constexpr int most_rounds = 300;
    constexpr double enough = 1e-9;  // of the variance, from one round to the next
    Vector v(d_);
    for (std::size_t j = 0; j < d_; ++j) v[j] = std::cos(static_cast<double>(j) * 1.618 + 1.0);  // parts of everything
    double found = 0.0;
    for (int round = 0; round < most_rounds && !stop; ++round) {
      // From the second round on v is Xᵀ X times a unit vector: as long as the variance, or rounding alone.
      if (!normalize(v, others, round == 0 ? 0.0 : 1e-10 * variance_)) return {Vector(d_, 0.0), 0.0};
      const Vector places = along(v);
      const double now = std::inner_product(places.begin(), places.end(), places.begin(), 0.0);
      if (round > 0 && now - found <= enough * variance_) return {with_sign(v), now};
      found = now;
      std::ranges::fill(v, 0.0);
      for (std::size_t i = 0; i < n_; ++i) {
        const float* row = x_.data() + i * d_;
        for (std::size_t j = 0; j < d_; ++j) v[j] += places[i] * double{row[j]};
      }
    }
    normalize(v, others, 0.0);
    return {with_sign(v), found};
  }

 private:
  /// False where no more than `rounding` of it is left.
  static bool normalize(Vector& v, const std::vector<Vector>& others, double rounding) {
    for (const Vector& other : others) {
      const double part = std::inner_product(v.begin(), v.end(), other.begin(), 0.0);
      for (std::size_t j = 0; j < v.size(); ++j) v[j] -= part * other[j];
    }
    const double length = std::sqrt(std::inner_product(v.begin(), v.end(), v.begin(), 0.0));
    if (!(length > rounding)) return false;
    for (double& part : v) part /= length;
    return true;
  }
  static Vector with_sign(Vector v) {
    const double largest = *std::ranges::max_element(v, {}, [](double part) { return std::abs(part); });
    if (largest < 0)
      for (double& part : v) part = -part;
    return v;
  }

  std::size_t n_, d_;
  std::vector<float> x_;
  double variance_ = 0.0;
};

}  // namespace

std::vector<PrincipalAxis> principal_axes(std::span<const float> values, int d, std::size_t count,
                                          const std::atomic<bool>& stop) {
  std::vector<PrincipalAxis> axes(count);
  if (values.empty()) return axes;
  const Cloud cloud(values, static_cast<std::size_t>(d));
  const std::size_t n = values.size() / static_cast<std::size_t>(d);
  for (PrincipalAxis& axis : axes) axis.places.assign(n, 0.0F);
  if (!(cloud.variance() > 0.0) || !std::isfinite(cloud.variance())) return axes;
  std::vector<Vector> directions;
  std::vector<double> variances;
  while (directions.size() < count) {
    auto [direction, variance] = cloud.direction(directions, stop);
    directions.push_back(std::move(direction));
    variances.push_back(variance);
  }
  if (stop) return axes;
  for (std::size_t axis = 0; axis < count; ++axis) {
    const Vector along = cloud.along(directions[axis]);
    std::ranges::transform(along, axes[axis].places.begin(), [](double place) { return static_cast<float>(place); });
    axes[axis].share = variances[axis] / cloud.variance();
  }
  return axes;
}

PrincipalPlane principal_plane(std::span<const float> values, int d, const std::atomic<bool>& stop) {
  std::vector<PrincipalAxis> axes = principal_axes(values, d, 2, stop);
  return {.x = std::move(axes[0].places),
          .y = std::move(axes[1].places),
          .share_x = axes[0].share,
          .share_y = axes[1].share};
}

std::vector<std::uint32_t> nearest_points(std::span<const float> values, int d, std::size_t index, std::size_t most) {
  const auto size = static_cast<std::size_t>(d);
  const std::size_t n = values.size() / size;
  std::vector<double> distance(n, 0.0);
  std::vector<std::uint32_t> others;
  for (std::size_t i = 0; i < n; ++i) {
    if (i == index) continue;
    for (std::size_t j = 0; j < size; ++j) {
      const double gap = double{values[i * size + j]} - double{values[index * size + j]};
      distance[i] += gap * gap;
    }
    others.push_back(static_cast<std::uint32_t>(i));
  }
  const std::size_t kept = std::min(most, others.size());
  std::ranges::partial_sort(others, others.begin() + static_cast<std::ptrdiff_t>(kept), {},
                            [&](std::uint32_t i) { return std::pair(distance[i], i); });
  others.resize(kept);
  return others;
}

}  // namespace mlplab
