// Windows against numbers by hand, and against what the network's own layers compute on the reference backend's loops.
#include "core/operations/windows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/random.h"
#include "core/model/reference/sliding.h"
#include "core/operations/pooling.h"

namespace mlplab {
namespace {

constexpr float nan_number = std::numeric_limits<float>::quiet_NaN();

NumberGrid random_grid(int height, int width) {
  Random random(3, RandomStream::operations, static_cast<std::uint32_t>(100 * height + width));
  NumberGrid grid{height, width, std::vector<float>(static_cast<std::size_t>(height * width))};
  for (float& number : grid.numbers) number = static_cast<float>(random.below(256)) - 40.0F;
  return grid;
}

Sliding sliding_of(const WindowWork& work, const NumberGrid& grid) {
  const Window window{{work.kernel, work.kernel}, {work.stride, work.stride}, {work.padding, work.padding}};
  const Shape in{1, grid.height, grid.width};
  return {.batch = 1, .in = in, .out = window.output(1, in), .window = window};
}

NumberGrid by_the_network(const WindowWork& work, const NumberGrid& grid, const std::vector<float>& weights) {
  const Sliding s = sliding_of(work, grid);
  NumberGrid out{s.out.height, s.out.width, std::vector<float>(s.out.size(), nan_number)};
  std::vector<float> divided = weights;
  for (float& weight : divided) weight /= work.filter.divisor;
  switch (work.kind) {
    case WindowKind::largest:
      reference::max_pool(s, 0, 1, grid.numbers.data(), out.numbers.data());
      break;
    case WindowKind::mean:
      reference::average_pool(s, 0, 1, grid.numbers.data(), out.numbers.data());
      break;
    case WindowKind::filter:
      reference::convolution(s, grid.numbers.data(), divided.data(), nullptr, Activation::identity, out.numbers.data());
  }
  return out;
}

void expect_near(const NumberGrid& a, const NumberGrid& b, const std::string& words) {
  ASSERT_EQ(a.height, b.height) << words;
  ASSERT_EQ(a.width, b.width) << words;
  for (std::size_t i = 0; i < a.numbers.size(); ++i)
    EXPECT_NEAR(a.numbers[i], b.numbers[i], 1e-5F * (1.0F + std::abs(b.numbers[i]))) << words << ", number " << i;
}

Filter own(int kernel, std::vector<float> weights) { return {kernel, std::move(weights), {}, 1}; }

TEST(Windows, FiltersByHand) {
  const NumberGrid grid{2, 3, {1, 2, 3, 4, 5, 6}};
  EXPECT_EQ(windows_over(work_of(filter_of(FilterKind::sharpen)), grid), (NumberGrid{2, 3, {-1, 1, 7, 14, 13, 22}}));
  // Not turned round: a correlation, whose weight at the upper left meets the number at the upper left.
  EXPECT_EQ(windows_over(work_of(own(3, {1, 0, 0, 0, 0, 0, 0, 0, 0})), grid), (NumberGrid{2, 3, {0, 0, 0, 0, 1, 2}}));
  EXPECT_EQ(windows_over(work_of(filter_of(FilterKind::sobel_horizontal)), grid),
            (NumberGrid{2, 3, {9, 6, -9, 12, 6, -12}}));
  EXPECT_EQ(windows_over(work_of(filter_of(FilterKind::box_blur)), NumberGrid{1, 1, {9}}).numbers,
            std::vector<float>{1});
  const NumberGrid step{3, 3, {0, 0, 0, 0, 0, 3, 0, 4, 0}};
  EXPECT_EQ(windows_over(work_of(filter_of(FilterKind::sobel_magnitude)), step).numbers[4], 10.0F);
}

/// Also where the kernel is larger than the grid, and where it has one number.
TEST(Windows, AreWhatTheNetworksLayersCompute) {
  std::vector<float> five(25);
  for (std::size_t i = 0; i < five.size(); ++i) five[i] = static_cast<float>(i * i % 7) - 2.5F;
  for (const auto& [height, width] : {std::pair{1, 1}, {1, 5}, {2, 2}, {3, 7}, {13, 10}}) {
    const NumberGrid grid = random_grid(height, width);
    const std::string words = std::to_string(height) + " × " + std::to_string(width);
    for (const FilterKind kind : filter_kinds) {
      const WindowWork work = work_of(filter_of(kind));
      NumberGrid expected = by_the_network(work, grid, work.filter.weights);
      if (!work.filter.down.empty()) {
        const NumberGrid down = by_the_network(work, grid, work.filter.down);
        for (std::size_t i = 0; i < expected.numbers.size(); ++i)
          expected.numbers[i] = std::hypot(expected.numbers[i], down.numbers[i]);
      }
      EXPECT_EQ(why_no_window(work, height, width), "");
      expect_near(windows_over(work, grid), expected, words + " " + title_of(kind));
    }
    for (const Filter& filter : {own(5, five), own(1, {-3})})
      expect_near(windows_over(work_of(filter), grid), by_the_network(work_of(filter), grid, filter.weights), words);
    for (const int kernel : {1, 2, 3})
      for (const int stride : {1, 2, 3})
        for (const int padding : {0, 1}) {
          WindowWork work{
              .kind = WindowKind::mean, .kernel = kernel, .stride = stride, .padding = padding, .filter = {}};
          if (!why_no_window(work, height, width).empty()) continue;
          expect_near(windows_over(work, grid), by_the_network(work, grid, {}), words);
          work.kind = WindowKind::largest;
          if (padding == 0) expect_near(windows_over(work, grid), by_the_network(work, grid, {}), words);
        }
  }
}

TEST(Windows, TheLargestIsTheMeasuredPooling) {
  const std::vector<float> image = pooling_image(7);
  for (const PoolingCase& c : {PoolingCase{7, 2, 2, 0}, {7, 3, 1, 2}, {7, 7, 1, 0}, {7, 2, 3, 1}})
    EXPECT_EQ(windows_over({WindowKind::largest, c.kernel, c.stride, c.padding, {}}, {7, 7, image}).numbers,
              pooled(c, image));
}

TEST(Windows, ANaNStaysInItsWindows) {
  NumberGrid grid = random_grid(5, 5);
  grid.numbers[0] = nan_number;
  for (const WindowWork& work : {WindowWork{WindowKind::largest, 2, 1, 0, {}},
                                 WindowWork{WindowKind::mean, 2, 1, 0, {}}, work_of(filter_of(FilterKind::box_blur))}) {
    const NumberGrid out = windows_over(work, grid);
    EXPECT_TRUE(std::isnan(out.numbers.front()));
    EXPECT_FALSE(std::isnan(out.numbers.back()));
  }
}

TEST(Windows, OneWindowHasItsPlaceItsNumbersAndItsValue) {
  const NumberGrid grid{3, 3, {1, 2, 3, 4, 9, 6, 7, 8, 5}};
  const SeenWindow corner = seen_window({WindowKind::largest, 2, 2, 1, {}}, grid, 0);
  EXPECT_EQ(corner.top, -1);
  EXPECT_EQ(corner.left, -1);
  EXPECT_EQ(corner.numbers, (std::vector<float>{0, 0, 0, 1}));
  EXPECT_EQ(corner.is_padding, (std::vector<char>{1, 1, 1, 0}));
  EXPECT_EQ(corner.value, 1.0F);
  for (const FilterKind kind : filter_kinds) {
    const WindowWork work = work_of(filter_of(kind));
    const NumberGrid out = windows_over(work, grid);
    for (std::int64_t i = 0; i < 9; ++i)
      EXPECT_EQ(seen_window(work, grid, i).value, out.numbers[static_cast<std::size_t>(i)]);
  }
}

TEST(Windows, WhatDoesNotFitIsSaid) {
  EXPECT_EQ(why_no_window({WindowKind::mean, 3, 1, 0, {}}, 2, 9),
            "no window fits: the kernel 3 is larger than the shorter side with its padding, 2");
  EXPECT_EQ(why_no_window({WindowKind::mean, 3, 1, 1, {}}, 1, 1), "");
  EXPECT_EQ(why_no_window({WindowKind::mean, 3, 1, 1, {}}, 0, 0), "there are no numbers");
}

std::string equation(const WindowWork& work, const NumberGrid& grid, std::int64_t index = 0) {
  return window_equation(work, seen_window(work, grid, index));
}

TEST(Windows, TheEquationIsWhatIsComputed) {
  const NumberGrid grid{2, 2, {8, 1, -5, 3}};
  EXPECT_EQ(equation({WindowKind::largest, 2, 2, 0, {}}, grid), "the largest is 8");
  EXPECT_EQ(equation({WindowKind::mean, 2, 2, 0, {}}, grid), "(8 + 1 − 5 + 3) / 4 = 1.75");
  EXPECT_EQ(equation({WindowKind::mean, 1, 1, 0, {}}, grid, 2), "−5 / 1 = −5");
  EXPECT_EQ(equation(work_of(own(1, {0.5F})), grid, 2), "0.5·(−5) = −2.5");
  EXPECT_EQ(equation(work_of(own(3, std::vector<float>(9, 0))), grid), "0 = 0");
  EXPECT_EQ(equation(work_of(filter_of(FilterKind::sharpen)), grid, 2), "−1·8 − 1·0 + 5·(−5) − 1·3 − 1·0 = −36");
  EXPECT_EQ(equation(work_of(filter_of(FilterKind::box_blur)), grid),
            "(1·0 + 1·0 + 1·0 + 1·0 + 1·8 + 1·1 + 1·0 + 1·(−5) + 1·3) / 9 ≈ 0.7778");
  EXPECT_EQ(equation(work_of(filter_of(FilterKind::sobel_magnitude)), {3, 3, {0, 0, 0, 0, 0, 3, 0, 4, 0}}, 4),
            "x: −1·0 + 1·0 − 2·0 + 2·3 − 1·0 + 1·0 = 6; y: −1·0 − 2·0 − 1·0 + 1·0 + 2·4 + 1·0 = 8; √(x² + y²) = 10");
  EXPECT_EQ(equation(work_of(own(1, {1.0F / 3})), {1, 1, {3}}), "0.3333·3 ≈ 1");
  const std::string longest = equation(work_of(own(5, std::vector<float>(25, 2))), {1, 1, {3}}, 0);
  EXPECT_EQ(longest, "2·0 + 2·0 + 2·0 + 2·0 + 2·0 + 2·0 + 2·0 + 2·0 + 2·0 + … (16 more terms) = 6");
}

TEST(Windows, TheSentenceCountsThem) {
  EXPECT_EQ(windows_sentence({WindowKind::largest, 2, 2, 0, {}}, 8, 8), pooling_sentence({8, 2, 2, 0}));
  EXPECT_EQ(windows_sentence({WindowKind::mean, 2, 2, 0, {}}, 4, 6),
            "3 across × 2 down = 6 windows of 2 × 2, stride 2, padding 0.");
  EXPECT_NE(windows_sentence({WindowKind::mean, 2, 2, 1, {}}, 4, 6).find("count as numbers"), std::string::npos);
  EXPECT_NE(windows_sentence(work_of(filter_of(FilterKind::sharpen)), 4, 6).find("6 × 4"), std::string::npos);
}

}  // namespace
}  // namespace mlplab
