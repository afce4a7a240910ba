#include "core/statistics/few_repeats.h"

#include <algorithm>

#include "core/statistics/distributions.h"

namespace mlplab {
namespace {

bool are_times(std::span<const double> x) {
  return x.size() >= 2 && std::ranges::all_of(x, [](double t) { return std::isfinite(t) && t > 0.0; });
}

struct Logarithms {
  double mean = 0.0, degrees = 0.0;
  double mean_variance = 0.0;  // s² / n
};
Logarithms logarithms(std::span<const double> times_s) {
  std::vector<double> logs;
  for (const double t : times_s) logs.push_back(std::log(t));
  const double s = standard_deviation(logs);
  const auto n = static_cast<double>(logs.size());
  return {mean(logs), n - 1.0, s * s / n};
}

/// exp(center ± t · √variance).
Interval around(double center, double variance, double degrees) {
  if (variance == 0.0) return {std::exp(center), std::exp(center)};
  const double half = student_t_quantile(0.5 + confidence_level / 2.0, degrees) * std::sqrt(variance);
  return {std::exp(center - half), std::exp(center + half)};
}

}  // namespace

Interval median_time_interval(std::span<const double> times_s) {
  if (!are_times(times_s)) return {};
  const Interval drawn = bootstrap_median(times_s);
  if (times_s.size() >= enough_repeats) return drawn;
  const Logarithms logs = logarithms(times_s);
  return hull(drawn, around(logs.mean, logs.mean_variance, logs.degrees));
}

Interval time_ratio_interval(std::span<const double> a_s, std::span<const double> b_s) {
  if (!are_times(a_s) || !are_times(b_s)) return {};
  const Interval drawn = bootstrap_ratio(a_s, b_s);
  if (std::min(a_s.size(), b_s.size()) >= enough_repeats) return drawn;
  const Logarithms a = logarithms(a_s), b = logarithms(b_s);
  const double variance = a.mean_variance + b.mean_variance;
  const double degrees =
      variance * variance /
      (a.mean_variance * a.mean_variance / a.degrees + b.mean_variance * b.mean_variance / b.degrees);
  return hull(drawn, around(a.mean - b.mean, variance, degrees));
}

}  // namespace mlplab
