// Summaries of repeated measurements: robust location and spread, confidence intervals, outliers (docs/measuring.md).
// To add a figure: a function here with its formula and source, a member in Summary if every table should show it.
//
// x [n] are repeats of one quantity. An empty x, or one with a NaN or an infinity in it, gives NaN: nothing is dropped.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace mlplab {

inline constexpr double not_known = std::numeric_limits<double>::quiet_NaN();
inline constexpr double confidence_level = 0.95;
inline constexpr int bootstrap_resamples = 4000;
inline constexpr double outlier_threshold = 3.5;
inline constexpr double normal_per_mad = 1.4826;  // 1 / Φ⁻¹(3/4)

struct Interval {
  double low = not_known;
  double high = not_known;
  bool known() const { return std::isfinite(low) && std::isfinite(high); }
};

/// The smallest interval that holds both.
Interval hull(const Interval& a, const Interval& b);

/// The middle value; for even n the mean of the two middle ones.
double median(std::span<const double> x);
/// Linear between order statistics at position (n - 1)·q, type 7 of Hyndman and Fan (The American Statistician, 1996).
double quantile(std::span<const double> x, double q);
/// median |x - median(x)|, unscaled; 1.4826 times it estimates the standard deviation of normal noise.
double median_absolute_deviation(std::span<const double> x);
double mean(std::span<const double> x);
/// With n - 1; NaN for n < 2.
double standard_deviation(std::span<const double> x);

/// The interval of the mean: mean ± t(n-1) · s / √n (Student, 1908). Unknown for n < 2.
Interval t_interval(std::span<const double> x, double confidence = confidence_level);
/// The interval of the median by the percentile bootstrap (Efron, 1979): n values drawn with replacement,
/// `bootstrap_resamples` times. Equal seeds give equal intervals. Unknown for n < 2. For n = 5 it is about [min, max],
/// which holds the median 94 % of the time; for n = 3, 75 %.
Interval bootstrap_median(std::span<const double> x, std::uint64_t seed = 1, double confidence = confidence_level);
/// The interval of median(numerator) / median(denominator), both resampled. Unknown where either has n < 2.
Interval bootstrap_ratio(std::span<const double> numerator, std::span<const double> denominator, std::uint64_t seed = 1,
                         double confidence = confidence_level);
/// Wilson's interval (Journal of the American Statistical Association, 1927) for a share in [0, 1] of `count`, as the
/// accuracy of N test images is one; it stays in [0, 1]. Unknown without a count.
Interval wilson_interval(double share, double count, double confidence = confidence_level);
/// The interval that holds the middle `confidence` of the bootstrap's results.
Interval percentile_interval(std::span<const double> results, double confidence = confidence_level);

/// 0.6745 (x - median) / MAD (Iglewicz and Hoaglin, 'How to detect and handle outliers', 1993). Where MAD is 0 (over
/// half of the values equal) the mean absolute deviation takes its place: (x - median) / (1.2533 · mean |x - median|).
std::vector<double> modified_z_scores(std::span<const double> x);
/// Indices with |modified z| > 3.5, for the reader to look at: they stay in every other figure. None for n < 4.
std::vector<std::size_t> find_outliers(std::span<const double> x);

struct Summary {
  std::size_t n = 0;
  double median = not_known;
  double mad = not_known;
  double min = not_known;
  double max = not_known;
  Interval median_ci;  // bootstrap
  std::vector<std::size_t> outliers;
};
Summary summarize(std::span<const double> x, std::uint64_t seed = 1);

// The distributions that tests and intervals need, from Boost.Math. Its headers are slow to compile: they stay in
// distributions.cpp. To add one: a function here that gives NaN for parameters that have no meaning.

/// The t with P(T <= t) = probability for Student's distribution with `degrees` > 0; infinite degrees: the normal one.
double student_t_quantile(double probability, double degrees);

/// P(F > ratio) for Fisher's distribution of a ratio of variances; infinite `denominator_degrees`: the denominator is
/// known exactly, and ratio · numerator_degrees is chi-squared.
double fisher_f_tail(double ratio, double numerator_degrees, double denominator_degrees);

}  // namespace mlplab
