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
