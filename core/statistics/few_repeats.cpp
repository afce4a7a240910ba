#include "core/statistics/few_repeats.h"

#include <algorithm>
#include <numbers>

#include "core/statistics/statistics.h"

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

Interval median_interval(std::span<const double> x) {
  const Interval drawn = bootstrap_median(x);
  return x.size() >= enough_repeats ? drawn : hull(drawn, t_interval(x));
}

std::optional<std::pair<double, double>> two_groups(std::span<const double> times_s) {
  constexpr double least_gap = 1.15, widths_of_a_group = 3.0;
  constexpr std::size_t fewest_repeats = 5;  // of four, chance alone makes two pairs too often
  if (!are_times(times_s) || times_s.size() < fewest_repeats) return std::nullopt;
  const std::size_t fewest = std::max<std::size_t>(2, (times_s.size() + 2) / 3);  // fewer are outliers
  std::vector<double> sorted(times_s.begin(), times_s.end());
  std::ranges::sort(sorted);
  std::size_t split = 0;  // the first of the second group
  double widest = std::log(least_gap);
  for (std::size_t i = fewest; i + fewest <= sorted.size(); ++i) {
    const double gap = std::log(sorted[i] / sorted[i - 1]);
    if (gap <= widest) continue;
    widest = gap;
    split = i;
  }
  if (split == 0) return std::nullopt;
  const double first = std::log(sorted[split - 1] / sorted.front()), second = std::log(sorted.back() / sorted[split]);
  if (widest <= widths_of_a_group * std::max(first, second)) return std::nullopt;
  const std::span<const double> all = sorted;
  return std::pair(median(all.first(split)), median(all.subspan(split)));
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

int repeats_to_tell(std::span<const double> a_s, std::span<const double> b_s) {
  if (!are_times(a_s) || !are_times(b_s)) return 0;
  const double difference = std::abs(std::log(median(a_s) / median(b_s)));
  if (difference == 0.0) return 0;
  const Logarithms a = logarithms(a_s), b = logarithms(b_s);
  const double variance = a.mean_variance * (a.degrees + 1.0) + b.mean_variance * (b.degrees + 1.0);  // of one repeat
  constexpr double power = 0.8;
  for (int n = 2; n <= most_repeats_to_tell; ++n) {
    const double degrees = 2.0 * n - 2.0;
    const double wanted =
        student_t_quantile(0.5 + confidence_level / 2.0, degrees) + student_t_quantile(power, degrees);
    if (wanted * std::sqrt(std::numbers::pi / 2.0 * variance / n) <= difference) return n;
  }
  return most_repeats_to_tell + 1;
}

}  // namespace mlplab
