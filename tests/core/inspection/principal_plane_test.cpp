// Principal planes against points whose directions are known, and neighbours against a search by hand.
#include "core/inspection/principal_plane.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace mlplab {
namespace {

/// Points a·u + b·v + c·w + offset with u, v, w at right angles, a and b on a grid about 0 and c small.
struct Known {
  static constexpr int d = 5;
  std::vector<float> values, a, b;

  Known() {
    const double s = std::numbers::sqrt2 / 2;
    for (int i = -10; i <= 10; ++i)
      for (int j = -9; j <= 9; ++j) {
        a.push_back(0.3F * static_cast<float>(i));
        b.push_back(0.1F * static_cast<float>(j));
        const double along = double{a.back()}, across = double{b.back()}, c = (i + j) % 2 == 0 ? 0.01 : -0.01;
        for (const double value : {7 + along * s, along * s, across * -0.6, across * 0.8 - 2, c})
          values.push_back(static_cast<float>(value));
      }
  }
};

TEST(PrincipalPlane, FindsTheDirectionsThatPointsWereMadeWith) {
  const Known known;
  const PrincipalPlane plane = principal_plane(known.values, Known::d);
  ASSERT_EQ(plane.x.size(), known.a.size());
  ASSERT_EQ(plane.y.size(), known.a.size());
  for (std::size_t i = 0; i < known.a.size(); ++i) {
    EXPECT_NEAR(plane.x[i], known.a[i], 1e-3) << i;  // positive signs by the rule: 1/√2 and 0.8 are the largest parts
    EXPECT_NEAR(plane.y[i], known.b[i], 1e-3) << i;
  }
  const double wide = 0.09 * 110 / 3, high = 0.01 * 30;  // variances of the grid: step² · m (m + 1) / 3
  EXPECT_NEAR(plane.share_x, wide / (wide + high), 1e-3);
  EXPECT_NEAR(plane.share_x + plane.share_y, 1.0, 0.001);
}

/// Three axes, of which the third is the small one that points were made with; a fourth finds what is left, and the
/// fifth of four directions nothing.
TEST(PrincipalAxes, AreOrderedAndAtRightAngles) {
  std::vector<float> values;
  std::vector<std::vector<float>> made(4);
  for (int a = -3; a <= 3; ++a)
    for (int b = -3; b <= 3; ++b)
      for (int c = -3; c <= 3; ++c)
        for (int e = -1; e <= 1; ++e) {
          const float s = static_cast<float>(std::numbers::sqrt2 / 2);
          const float x = 1.0F * static_cast<float>(a), y = 0.6F * static_cast<float>(b),
                      z = 0.3F * static_cast<float>(c), w = 0.2F * static_cast<float>(e);
          made[0].push_back(x), made[1].push_back(y), made[2].push_back(z), made[3].push_back(w);
          for (const float value : {s * (x + y) + 4, s * (x - y), z - 1, w, 7.0F}) values.push_back(value);
        }
  const std::vector<PrincipalAxis> axes = principal_axes(values, 5, 5);
  ASSERT_EQ(axes.size(), 5U);
  const double all = 4 + 0.36 * 4 + 0.09 * 4 + 0.04 * 2 / 3.0;  // variances of the grid: step² · m (m + 1) / 3
  const double variances[] = {4, 0.36 * 4, 0.09 * 4, 0.04 * 2 / 3.0, 0};
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    EXPECT_NEAR(axes[axis].share, variances[axis] / all, 1e-4) << axis;
    for (std::size_t i = 0; i < made[0].size(); ++i) {
      const double expected = axis < 4 ? std::abs(made[axis][i]) : 0.0;
      EXPECT_NEAR(std::abs(axes[axis].places[i]), expected, 2e-3) << axis;
    }
  }
  const PrincipalPlane plane = principal_plane(values, 5);
  EXPECT_EQ(plane.x, axes[0].places);
  EXPECT_EQ(plane.y, axes[1].places);
}

TEST(PrincipalPlane, OfOneDirectionOrNoneIsFlat) {
  const std::vector<float> line = {0, 0, 1, 2, 2, 4, 3, 6};
  const PrincipalPlane plane = principal_plane(line, 2);
  EXPECT_NEAR(plane.share_x, 1.0, 1e-9);
  EXPECT_NEAR(plane.x[3] - plane.x[0], 3 * std::sqrt(5.0), 1e-5);
  for (const float y : plane.y) EXPECT_NEAR(y, 0.0F, 1e-6F);
  const PrincipalPlane point = principal_plane(std::vector<float>(12, 4.0F), 3);
  EXPECT_EQ(point.x, std::vector<float>(4, 0.0F));
  EXPECT_EQ(point.share_x, 0.0);
  EXPECT_TRUE(principal_plane({}, 3).x.empty());
}

TEST(PrincipalPlane, OfWhatIsNoNumberIsNothing) {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    const PrincipalPlane plane = principal_plane(std::vector<float>{0, 1, 2, bad, 4, 5}, 2);
    EXPECT_EQ(plane.x, std::vector<float>(3, 0.0F));
    EXPECT_EQ(plane.share_x, 0.0);
  }
}

TEST(PrincipalPlane, EndsWhenItIsStopped) {
  const Known known;
  const PrincipalPlane plane = principal_plane(known.values, Known::d, std::atomic<bool>(true));
  EXPECT_EQ(plane.x, std::vector<float>(known.a.size(), 0.0F));
}

TEST(NearestPoints, AreThoseOfAllDimensionsTheNearestFirst) {
  const std::vector<float> values = {0, 0, 5, 5, 1, 0, 0, 2, 0, 0};  // points 0 and 4 are the same
  EXPECT_EQ(nearest_points(values, 2, 0, 3), (std::vector<std::uint32_t>{4, 2, 3}));
  EXPECT_EQ(nearest_points(values, 2, 1, 10), (std::vector<std::uint32_t>{3, 2, 0, 4}));
  EXPECT_TRUE(nearest_points(values, 2, 0, 0).empty());
}

}  // namespace
}  // namespace mlplab
