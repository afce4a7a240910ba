// Intervals to decide by, for times (above zero) of which there are often three: which of two is faster, and by how
// much. The bootstrap of statistics.h cannot look beyond the values that it has: of three it holds the true median 75 %
// of the time only, and of two equal things it would call one faster in every tenth case.
#pragma once

#include <optional>
#include <span>
#include <utility>

#include "core/statistics/statistics.h"

namespace mlplab {

/// From so many repeats on, the bootstrap alone.
inline constexpr std::size_t enough_repeats = 5;

/// The interval of the median time. From five repeats on it is the bootstrap's; for fewer, the hull of that and of
/// Student's interval of the mean logarithm. Unknown for fewer than two, or where a time is not above zero.
Interval median_time_interval(std::span<const double> times_s);

/// As median_time_interval() for numbers that may be below zero, as differences are: Student's interval is that of
/// their mean.
Interval median_interval(std::span<const double> x);

/// The interval of median(a) / median(b). With five repeats of both or more it is the bootstrap's; else the hull of
/// that and of Welch's interval (Biometrika, 1947) of the difference of the mean logarithms.
Interval time_ratio_interval(std::span<const double> a_s, std::span<const double> b_s);

/// The repeats of each that would tell times as far apart as these medians, with noise as here, in four of five cases:
/// the sample size of a t test of two samples (Cohen, Statistical Power Analysis, 1988, chapter 2) on logarithms, with
/// the variance of a median, π/2 times that of a mean. `most_repeats_to_tell` + 1 for more; 0 where it is not known:
/// the medians are equal, or one has fewer than two repeats.
inline constexpr int most_repeats_to_tell = 1000;
int repeats_to_tell(std::span<const double> a_s, std::span<const double> b_s);

/// Repeats that fall into two groups, so that their median may be a time that no run took: the medians of the groups.
/// Each has a third of the repeats, and two at least; the gap between them is over 15 % and three times as wide as
/// either group. Nothing where there is no such gap, for fewer than five repeats, or a time that is not above zero.
/// When repeats are noise alone, at most one set in twenty is taken for two groups, however strong the noise.
std::optional<std::pair<double, double>> two_groups(std::span<const double> times_s);

/// Whether a ratio with this interval is a difference that noise does not explain.
inline bool is_difference(const Interval& ratio) { return ratio.known() && (ratio.low > 1.0 || ratio.high < 1.0); }
/// Ratios within a quarter of 1.
inline constexpr Interval about_the_same{0.8, 1.25};
/// Whether it says that the two are about the same: the whole interval lies there.
inline bool says_about_the_same(const Interval& ratio) {
  return ratio.known() && ratio.low >= about_the_same.low && ratio.high <= about_the_same.high;
}

}  // namespace mlplab
