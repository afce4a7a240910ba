#include "core/data/stroke_raster.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/random.h"
#include "tests/support/drawn_digits.h"

namespace mlplab {
namespace {

/// Covered area in pixels.
double area_of(const GrayImage& image) {
  return std::accumulate(image.pixels.begin(), image.pixels.end(), 0.0) / 255.0;
}

TEST(StrokeRaster, ADotIsADisc) {
  EXPECT_NEAR(area_of(rasterize({{40, {{140, 140}}}})), 3.14159 * 20 * 20, 8);
  EXPECT_EQ(rasterize({{40, {{140, 140}}}}).at(140, 140), 255);
}

TEST(StrokeRaster, ALineHasThePensWidthAndRoundEnds) {
  const GrayImage image = rasterize({{20, {{60, 100}, {220, 100}}}});
  EXPECT_NEAR(area_of(image), 160 * 20 + 3.14159 * 10 * 10, 12);
  double across = 0;
  for (int y = 0; y < 280; ++y) across += image.at(y, 140) / 255.0;
  EXPECT_NEAR(across, 20, 0.1);
}

TEST(StrokeRaster, ASlantedLineCoversAsMuchAsAStraightOne) {
  const double straight = area_of(rasterize({{12, {{50, 80}, {150, 80}}}}));
  EXPECT_NEAR(area_of(rasterize({{12, {{50, 80}, {110, 160}}}})), straight, 6) << "both are 100 long";
}

TEST(StrokeRaster, PressureScalesTheWidth) {
  const GrayImage image = rasterize({{20, {{40, 140, 0.5F}, {240, 140, 1.5F}}}});
  const auto across = [&](int x) {
    double sum = 0;
    for (int y = 0; y < 280; ++y) sum += image.at(y, x) / 255.0;
    return sum;
  };
  EXPECT_NEAR(across(60), 12, 0.6);
  EXPECT_NEAR(across(220), 28, 0.6);
}

TEST(StrokeRaster, ThinnerThanAPixelIsPaleNotGone) {
  const GrayImage image = rasterize({{0.5F, {{20.25F, 100.5F}, {260, 100.5F}}}});
  EXPECT_NEAR(image.at(100, 140) / 255.0, 0.5, 0.02);
}

/// The formula, for each pixel of the sheet, without any of the shortcuts.
GrayImage by_formula(const Stroke& stroke, int side) {
  GrayImage image(side, side);
  const float scale = static_cast<float>(side) / sheet_side;
  for (std::size_t i = 0; i < stroke.points.size(); ++i) {
    const PenPoint from = stroke.points[i == 0 ? 0 : i - 1], to = stroke.points[i];
    const float fx = from.x * scale, fy = from.y * scale, sx = to.x * scale - fx, sy = to.y * scale - fy;
    const float length = sx * sx + sy * sy;
    const float begin = from.pressure * stroke.width * scale / 2, end = to.pressure * stroke.width * scale / 2;
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) {
        const float dx = static_cast<float>(x) + 0.5F - fx, dy = static_cast<float>(y) + 0.5F - fy;
        const float along = length > 0 ? std::clamp((dx * sx + dy * sy) / length, 0.0F, 1.0F) : 0.0F;
        const float radius = begin + along * (end - begin);
        const float covered =
            std::min({radius - std::hypot(dx - along * sx, dy - along * sy) + 0.5F, 2 * radius, 1.0F});
        if (covered > 0)
          image.at(y, x) = std::max(image.at(y, x), static_cast<std::uint8_t>(std::lround(255 * covered)));
      }
  }
  return image;
}

TEST(StrokeRaster, ShortcutsChangeNoPixel) {
  Random random(1, RandomStream::shapes, 7);
  const auto any = [&](float most) { return most * static_cast<float>(random.below(10001)) / 10000; };
  for (int i = 0; i < 60; ++i) {
    Stroke stroke{any(3) < 1 ? any(3) : any(60), {}};
    for (int k = 0; k < 4; ++k) stroke.points.push_back({any(280), any(280), 0.2F + any(1.5F)});
    stroke.points.push_back(stroke.points.back());  // a point that does not move
    stroke.points.push_back({stroke.points.back().x + 3, stroke.points.back().y - 2, 1});
    const int side = i % 2 == 0 ? 280 : 97;
    EXPECT_EQ(rasterize({stroke}, side), by_formula(stroke, side)) << "stroke " << i;
  }
}

TEST(StrokeRaster, PointByPointIsTheSameAsAtOnce) {
  for (const auto& digit : test::drawn_digits(MLPLAB_TEST_DATA)) {
    StrokeRaster raster(311);
    for (const Stroke& stroke : digit.strokes) {
      Stroke growing{stroke.width, {}};
      for (const PenPoint& point : stroke.points) {
        growing.points.push_back(point);
        raster.add(growing, growing.points.size() - 1);
      }
    }
    EXPECT_EQ(raster.image(), rasterize(digit.strokes, 311)) << digit.label << ' ' << digit.style;
  }
}

TEST(StrokeRaster, PenOutsideTheSheetIsSafe) {
  const float far = 1e9F;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(area_of(rasterize({{20, {{-500, -500}, {-400, 900}}}})), 0);
  EXPECT_EQ(area_of(rasterize({{20, {{nan, 0}, {10, nan}}}, {20, {}}})), 0);
  EXPECT_GT(area_of(rasterize({{20, {{-far, 140}, {far, 140}}}})), 0);
  EXPECT_EQ(rasterize({{20, {{5, 5}}}}, 0).pixels.size(), 1U);
}

TEST(StrokeRaster, ClearLeavesNothing) {
  StrokeRaster raster(50);
  raster.add({30, {{100, 100}, {200, 200}}});
  EXPECT_GT(area_of(raster.image()), 0);
  raster.clear();
  EXPECT_EQ(area_of(raster.image()), 0);
}

}  // namespace
}  // namespace mlplab
