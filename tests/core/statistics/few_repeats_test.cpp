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

// Clusters that are there are found; of noise alone, weak or strong, at most one set in twenty looks like two.
TEST(FewRepeats, TwoGroupsAreNotMadeByNoise) {
  const auto found = two_groups(std::vector<double>{0.05, 0.1, 0.0501, 0.1002, 0.0502});
  ASSERT_TRUE(found.has_value());
  EXPECT_NEAR(found->first, 0.0501, 1e-12);
  EXPECT_NEAR(found->second, 0.1001, 1e-12);
  EXPECT_FALSE(two_groups(std::vector<double>{0.05, 0.05, 0.1, 0.1})) << "four say nothing";
  EXPECT_FALSE(two_groups(std::vector<double>{0.05, 0.05, 0.05, 0.05, 0.1})) << "an outlier is no group";
  std::mt19937 random(7);
  for (const double noise : {0.03, 0.1, 0.2, 0.4})
    for (const int repeats : {4, 5, 6, 8, 10}) {
      std::normal_distribution<double> draw(0.0, noise);
      int called = 0;
      for (int set = 0; set < 2000; ++set) {
        std::vector<double> times_s;
        for (int i = 0; i < repeats; ++i) times_s.push_back(std::exp(draw(random)));
        called += two_groups(times_s) ? 1 : 0;
      }
      EXPECT_LE(called, 100) << noise << ", " << repeats << " repeats";
    }
}

/// Differences may be below zero, where logarithms say nothing.
TEST(FewRepeats, IntervalsOfDifferencesHoldTheTruthOnEitherSideOfZero) {
  constexpr int trials = 200;
  for (const std::size_t n : {2U, 3U, 5U}) {
    std::mt19937 random(static_cast<unsigned>(n));
    std::normal_distribution<double> noise(-0.5, 1.0);
    int held = 0;
    for (int i = 0; i < trials; ++i) {
      std::vector<double> x(n);
      for (double& one : x) one = noise(random);
      const Interval middle = median_interval(x);
      held += middle.low <= -0.5 && middle.high >= -0.5 ? 1 : 0;
    }
    EXPECT_GE(held, trials * 9 / 10) << n;
  }
  EXPECT_FALSE(median_interval(std::vector{1.0}).known());
  EXPECT_FALSE(median_interval(std::vector<double>{}).known());
}

}  // namespace
}  // namespace mlplab
