// Intervals of three to five times against made-up truths: noise must not be called a difference, a difference must be.
#include "core/statistics/few_repeats.h"

#include <gtest/gtest.h>

#include <random>

namespace mlplab {
namespace {

/// `n` times around `time_s` with noise of 3 %.
std::vector<double> noisy(std::mt19937& random, double time_s, std::size_t n) {
  std::normal_distribution<double> noise(0.0, 0.03);
  std::vector<double> times_s(n);
  for (double& t : times_s) t = time_s * std::exp(noise(random));
  return times_s;
}

TEST(FewRepeats, IntervalsHoldTheTruthAndNoiseIsNoDifference) {
  constexpr int trials = 200;
  for (const std::size_t n : {2U, 3U, 4U, 5U}) {
    std::mt19937 random(static_cast<unsigned>(n));
    int held = 0, called = 0, seen = 0;
    for (int i = 0; i < trials; ++i) {
      const std::vector<double> a = noisy(random, 1.0, n), same = noisy(random, 1.0, n), half = noisy(random, 0.5, n);
      const Interval middle = median_time_interval(a);
      held += middle.low <= 1.0 && middle.high >= 1.0 ? 1 : 0;
      called += is_difference(time_ratio_interval(a, same)) ? 1 : 0;
      const Interval ratio = time_ratio_interval(a, half);
      seen += is_difference(ratio) && ratio.low < 2.1 && ratio.high > 1.9 ? 1 : 0;
    }
    EXPECT_GE(held, trials * 9 / 10) << n << " repeats";
    EXPECT_LE(called, trials * 8 / 100) << n << " repeats of two equal things";
    EXPECT_GE(seen, trials * 9 / 10) << n << " repeats of things of which one is twice as fast";
  }
}

TEST(FewRepeats, OneTimeAndWhatIsNoTimeHaveNoInterval) {
  using Times = std::vector<double>;
  EXPECT_FALSE(median_time_interval(Times{1.0}).known());
  EXPECT_FALSE(median_time_interval(Times{1.0, 0.0, 2.0}).known());
  EXPECT_FALSE(time_ratio_interval(Times{1.0, 1.0}, Times{1.0}).known());
  EXPECT_FALSE(is_difference({}));
  const Interval exact = time_ratio_interval(Times{2.0, 2.0, 2.0}, Times{1.0, 1.0, 1.0});
  EXPECT_DOUBLE_EQ(exact.low, 2.0);
  EXPECT_DOUBLE_EQ(exact.high, 2.0);
}

}  // namespace
}  // namespace mlplab
