// Statistics against values computed by hand or printed in tables (sources beside them).
#include "core/statistics/statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "core/base/random.h"

namespace mlplab {
namespace {

using Values = std::vector<double>;

TEST(Statistics, MedianAndQuartilesOfOddAndEvenCounts) {
  EXPECT_EQ(median(Values{3.0}), 3.0);
  EXPECT_EQ(median(Values{9.0, 1.0, 4.0}), 4.0);
  EXPECT_EQ(median(Values{9.0, 1.0, 4.0, 2.0}), 3.0);
  // Type 7: positions 0.75 and 2.25 of 1, 2, 4, 9.
  EXPECT_DOUBLE_EQ(quantile(Values{9.0, 1.0, 4.0, 2.0}, 0.25), 1.75);
  EXPECT_DOUBLE_EQ(quantile(Values{9.0, 1.0, 4.0, 2.0}, 0.75), 5.25);
  EXPECT_EQ(quantile(Values{9.0, 1.0, 4.0, 2.0}, 0.0), 1.0);
  EXPECT_EQ(quantile(Values{9.0, 1.0, 4.0, 2.0}, 1.0), 9.0);
}

TEST(Statistics, MedianAbsoluteDeviationIgnoresOneWildValue) {
  EXPECT_EQ(median_absolute_deviation(Values{1.0, 2.0, 3.0, 4.0, 5.0}), 1.0);
  EXPECT_EQ(median_absolute_deviation(Values{1.0, 2.0, 3.0, 4.0, 5000.0}), 1.0);
}

TEST(Statistics, EmptyAndNotFiniteGiveNaN) {
  for (const Values& x : {Values{}, Values{1.0, not_known}, Values{1.0, std::numeric_limits<double>::infinity()}}) {
    EXPECT_TRUE(std::isnan(median(x)));
    EXPECT_TRUE(std::isnan(median_absolute_deviation(x)));
    EXPECT_TRUE(std::isnan(mean(x)));
    EXPECT_FALSE(bootstrap_median(x).known());
    EXPECT_FALSE(t_interval(x).known());
    EXPECT_TRUE(find_outliers(x).empty());
    EXPECT_EQ(summarize(x).n, x.size());
  }
}

TEST(Statistics, StudentQuantilesAsInTheTables) {
  // Two-sided 95 %, from any printed table of the t distribution.
  EXPECT_NEAR(student_t_quantile(0.975, 1), 12.706, 5e-4);
  EXPECT_NEAR(student_t_quantile(0.975, 2), 4.303, 5e-4);
  EXPECT_NEAR(student_t_quantile(0.975, 4), 2.776, 5e-4);
  EXPECT_NEAR(student_t_quantile(0.975, 30), 2.042, 5e-4);
  EXPECT_NEAR(student_t_quantile(0.995, 10), 3.169, 5e-4);
  EXPECT_NEAR(student_t_quantile(0.975, 1e6), 1.95996, 1e-4);
  EXPECT_NEAR(student_t_quantile(0.025, 4), -2.776, 5e-4);
  EXPECT_NEAR(student_t_quantile(0.5, 7), 0.0, 1e-9);
}

TEST(Statistics, FisherTailsAsInTheTables) {
  // Upper 5 % and 1 % points, from any printed table of F and χ².
  EXPECT_NEAR(fisher_f_tail(3.478, 4, 10), 0.05, 5e-5);
  EXPECT_NEAR(fisher_f_tail(6.992, 3, 9), 0.01, 5e-5);
  EXPECT_NEAR(fisher_f_tail(11.070 / 5.0, 5, std::numeric_limits<double>::infinity()), 0.05, 5e-5);
  EXPECT_NEAR(student_t_quantile(0.975, std::numeric_limits<double>::infinity()), 1.959964, 1e-6);
  EXPECT_TRUE(std::isnan(fisher_f_tail(1.0, 0.0, 3.0)));
  EXPECT_TRUE(std::isnan(student_t_quantile(1.0, 3.0)));
}

TEST(Statistics, TIntervalByHand) {
  // 1…5: mean 3, s = √2.5, t(4) = 2.776445, half width 2.776445·√(2.5/5).
  const Interval interval = t_interval(Values{1.0, 2.0, 3.0, 4.0, 5.0});
  EXPECT_NEAR(interval.low, 3.0 - 1.963243, 1e-5);
  EXPECT_NEAR(interval.high, 3.0 + 1.963243, 1e-5);
  EXPECT_FALSE(t_interval(Values{1.0}).known());
}

TEST(Statistics, BootstrapIsSeededAndStaysWithinTheData) {
  const Values x = {1.0, 1.1, 1.2, 1.3, 5.0};
  const Interval first = bootstrap_median(x, 7);
  const Interval again = bootstrap_median(x, 7);
  EXPECT_EQ(first.low, again.low);
  EXPECT_EQ(first.high, again.high);
  EXPECT_GE(first.low, 1.0);
  EXPECT_LE(first.high, 5.0);
  EXPECT_LE(first.low, 1.2);
  EXPECT_GE(first.high, 1.2);
  EXPECT_FALSE(bootstrap_median(Values{1.0}).known());
  const Interval constant = bootstrap_median(Values{2.0, 2.0, 2.0});
  EXPECT_EQ(constant.low, 2.0);
  EXPECT_EQ(constant.high, 2.0);
}

TEST(Statistics, BootstrapIntervalHoldsTheTrueMedianAboutAsOftenAsItSays) {
  Random random(3, RandomStream::bootstrap, 99);
  int held = 0;
  constexpr int trials = 200;
  for (int trial = 0; trial < trials; ++trial) {
    Values x(15);
    for (double& value : x) value = random.symmetric();  // the true median is 0
    const Interval interval = bootstrap_median(x, 1000 + trial);
    if (interval.low <= 0.0 && interval.high >= 0.0) ++held;
  }
  EXPECT_GE(held, trials * 88 / 100);
  EXPECT_LT(held, trials);  // an interval that always holds it would be too wide
}

/// Beyond 64 values the median of a resample is drawn at once: what it says on average of the values 0, 1, 2 … beside
/// resamples drawn value by value here.
TEST(Statistics, BootstrapOfManyValuesIsThatOfDrawingEachOfThem) {
  constexpr int seeds = 12;
  for (const std::size_t size : {65, 66}) {
    Values x(size);
    std::iota(x.begin(), x.end(), 0.0);
    std::shuffle(x.begin(), x.end(), std::mt19937(5));
    std::mt19937 bits(17);
    std::uniform_int_distribution<std::size_t> any(0, size - 1);
    Interval drawn{0.0, 0.0}, ours{0.0, 0.0};
    for (int seed = 0; seed < seeds; ++seed) {
      Values medians(bootstrap_resamples), sample(size);
      for (double& value : medians) {
        for (double& one : sample) one = x[any(bits)];
        std::ranges::sort(sample);
        value = 0.5 * (sample[(size - 1) / 2] + sample[size / 2]);
      }
      const Interval theirs = percentile_interval(medians), own = bootstrap_median(x, 100 + seed);
      drawn = {drawn.low + theirs.low / seeds, drawn.high + theirs.high / seeds};
      ours = {ours.low + own.low / seeds, ours.high + own.high / seeds};
    }
    EXPECT_NEAR(ours.low, drawn.low, 0.3) << size;
    EXPECT_NEAR(ours.high, drawn.high, 0.3) << size;
  }
  Values many(100'001, 0.0);  // at once, however many there are
  std::iota(many.begin(), many.end(), 0.0);
  const Interval interval = bootstrap_median(many), ratio = bootstrap_ratio(many, Values{2.0, 2.0});
  const double half_width = 1.96 * 0.5 * std::sqrt(100'001.0);
  EXPECT_NEAR(interval.low, 50'000.0 - half_width, 0.1 * half_width);
  EXPECT_NEAR(interval.high, 50'000.0 + half_width, 0.1 * half_width);
  EXPECT_NEAR(ratio.low, 0.5 * interval.low, 10.0);
}

TEST(Statistics, RatioOfMedians) {
  const Interval exact = bootstrap_ratio(Values{4.0, 4.0, 4.0}, Values{2.0, 2.0});
  EXPECT_EQ(exact.low, 2.0);
  EXPECT_EQ(exact.high, 2.0);
  const Interval wide = bootstrap_ratio(Values{3.9, 4.0, 4.1}, Values{1.9, 2.0, 2.2});
  EXPECT_LT(wide.low, 2.0);
  EXPECT_GT(wide.high, 2.0);
  EXPECT_FALSE(bootstrap_ratio(Values{4.0}, Values{2.0, 2.0}).known());
}

TEST(Statistics, ModifiedZScoresByHand) {
  // median 3, MAD 1: (10 - 3) · 0.6745 = 4.7215.
  const Values x = {1.0, 2.0, 3.0, 4.0, 10.0};
  EXPECT_NEAR(modified_z_scores(x)[4], 4.7215, 5e-4);
  EXPECT_EQ(find_outliers(x), std::vector<std::size_t>{4});
  EXPECT_EQ(summarize(x).outliers, std::vector<std::size_t>{4});
  EXPECT_EQ(summarize(x).max, 10.0) << "an outlier is flagged, not dropped";
  EXPECT_EQ(summarize(x).n, 5U);
}

TEST(Statistics, OutliersWhereMostValuesAreEqual) {
  // MAD is 0; the mean absolute deviation is 1: z = 9 / 1.2533 = 7.2.
  const Values x = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 10.0};
  EXPECT_EQ(find_outliers(x), std::vector<std::size_t>{8});
  EXPECT_TRUE(find_outliers(Values{2.0, 2.0, 2.0, 2.0}).empty());
  EXPECT_TRUE(find_outliers(Values{1.0, 1.0, 9.0}).empty()) << "three values cannot tell which is wrong";
}

}  // namespace
}  // namespace mlplab
