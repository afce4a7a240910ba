// The formulas and their sources are in statistics.h.
#include "core/statistics/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "core/base/random.h"

namespace mlplab {

namespace {

constexpr double normal_per_mean_deviation = 1.2533;  // √(π/2)
constexpr std::size_t fewest_for_outliers = 4;

bool usable(std::span<const double> x) {
  return !x.empty() && std::all_of(x.begin(), x.end(), [](double value) { return std::isfinite(value); });
}

std::vector<double> sorted(std::span<const double> x) {
  std::vector<double> copy(x.begin(), x.end());
  std::sort(copy.begin(), copy.end());
  return copy;
}

double quantile_of_sorted(const std::vector<double>& x, double q) {
  const double position = static_cast<double>(x.size() - 1) * std::clamp(q, 0.0, 1.0);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, x.size() - 1);
  const double share = position - static_cast<double>(below);
  return share > 0.0 ? x[below] + share * (x[above] - x[below]) : x[below];
}

std::vector<double> absolute_deviations(std::span<const double> x, double center) {
  std::vector<double> deviations;
  deviations.reserve(x.size());
  for (const double value : x) deviations.push_back(std::fabs(value - center));
  return deviations;
}

/// For the standard library's distributions.
struct Bits {
  using result_type = std::uint32_t;
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  result_type operator()() const { return random.next(); }
  Random& random;
};

/// Medians of as many values as there are, drawn from them with replacement.
class Resamples {
 public:
  explicit Resamples(std::span<const double> x) : x_(sorted(x)), times_drawn_(x.size()) {
    std::vector<std::size_t> order(x.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return x[a] < x[b]; });
    place_.resize(x.size());
    for (std::size_t i = 0; i < order.size(); ++i) place_[order[i]] = i;
  }

  double median(Random& random) {
    constexpr std::size_t few = 64;
    return x_.size() <= few ? median_of_drawn(random) : median_of_order(random);
  }

 private:
  double median_of_drawn(Random& random) {
    std::fill(times_drawn_.begin(), times_drawn_.end(), 0);
    for (std::size_t i = 0; i < place_.size(); ++i)
      ++times_drawn_[place_[random.below(static_cast<std::uint32_t>(place_.size()))]];
    std::size_t at = 0, passed = times_drawn_[0];  // values up to x_[at]
    const auto value = [&](std::size_t rank) {
      while (passed <= rank) passed += times_drawn_[++at];
      return x_[at];
    };
    const double below = value((x_.size() - 1) / 2), above = value(x_.size() / 2);
    return below + 0.5 * (above - below);
  }
  /// As if each value had been drawn: the k-th of n sorted values is that at the k-th of n sorted uniform numbers,
  /// which has the distribution Beta(k, n - k + 1); the next one is the least of n - k between it and 1 (Devroye,
  /// 'Non-uniform random variate generation', 1986, V.3.1).
  double median_of_order(Random& random) const {
    const auto n = static_cast<double>(x_.size()), k = std::floor((n + 1.0) / 2.0);
    Bits bits{random};
    const double before = std::gamma_distribution<double>(k)(bits);
    const double after = std::gamma_distribution<double>(n - k + 1.0)(bits);
    const double place = before / (before + after);
    const double below = at(place);
    if (x_.size() % 2 == 1) return below;
    const double least = std::pow(std::generate_canonical<double, 53>(bits), 1.0 / (n - k));
    return below + 0.5 * (at(1.0 - (1.0 - place) * least) - below);
  }
  double at(double place) const {
    return x_[std::min(static_cast<std::size_t>(place * static_cast<double>(x_.size())), x_.size() - 1)];
  }

  std::vector<double> x_;           // sorted
  std::vector<std::size_t> place_;  // among the sorted ones
  std::vector<std::size_t> times_drawn_;
};

}  // namespace

Interval hull(const Interval& a, const Interval& b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

double median(std::span<const double> x) { return quantile(x, 0.5); }

double quantile(std::span<const double> x, double q) {
  return usable(x) ? quantile_of_sorted(sorted(x), q) : not_known;
}

double median_absolute_deviation(std::span<const double> x) {
  return usable(x) ? median(absolute_deviations(x, median(x))) : not_known;
}

double mean(std::span<const double> x) {
  return usable(x) ? std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size()) : not_known;
}

double standard_deviation(std::span<const double> x) {
  if (!usable(x) || x.size() < 2) return not_known;
  const double center = mean(x);
  double squares = 0.0;
  for (const double value : x) squares += (value - center) * (value - center);
  return std::sqrt(squares / static_cast<double>(x.size() - 1));
}

Interval t_interval(std::span<const double> x, double confidence) {
  if (!usable(x) || x.size() < 2) return {};
  const auto n = static_cast<double>(x.size());
  const double half = student_t_quantile(0.5 + confidence / 2.0, n - 1.0) * standard_deviation(x) / std::sqrt(n);
  return {mean(x) - half, mean(x) + half};
}

Interval wilson_interval(double share, double count, double confidence) {
  if (!(share >= 0 && share <= 1) || !(count > 0)) return {};
  const double z = student_t_quantile((1 + confidence) / 2, std::numeric_limits<double>::infinity());
  const double square = z * z / count;
  const double center = (share + square / 2) / (1 + square);
  const double half = z / (1 + square) * std::sqrt(share * (1 - share) / count + square / (4 * count));
  return {std::max(0.0, center - half), std::min(1.0, center + half)};
}

Interval percentile_interval(std::span<const double> results, double confidence) {
  if (!usable(results)) return {};
  const std::vector<double> ordered = sorted(results);
  const double tail = (1.0 - confidence) / 2.0;
  return {quantile_of_sorted(ordered, tail), quantile_of_sorted(ordered, 1.0 - tail)};
}

Interval bootstrap_median(std::span<const double> x, std::uint64_t seed, double confidence) {
  if (!usable(x) || x.size() < 2) return {};
  Random random(seed, RandomStream::bootstrap, 0);
  Resamples resamples(x);
  std::vector<double> medians(bootstrap_resamples);
  for (double& value : medians) value = resamples.median(random);
  return percentile_interval(medians, confidence);
}

Interval bootstrap_ratio(std::span<const double> numerator, std::span<const double> denominator, std::uint64_t seed,
                         double confidence) {
  if (!usable(numerator) || !usable(denominator) || numerator.size() < 2 || denominator.size() < 2) return {};
  Random random(seed, RandomStream::bootstrap, 1);
  Resamples above(numerator), below(denominator);
  std::vector<double> ratios(bootstrap_resamples);
  for (double& value : ratios) {
    const double median = above.median(random);
    value = median / below.median(random);
  }
  return percentile_interval(ratios, confidence);
}

std::vector<double> modified_z_scores(std::span<const double> x) {
  if (!usable(x)) return std::vector(x.size(), not_known);
  const double center = median(x);
  double scale = normal_per_mad * median_absolute_deviation(x);
  if (scale == 0.0) scale = normal_per_mean_deviation * mean(absolute_deviations(x, center));
  std::vector<double> scores;
  scores.reserve(x.size());
  for (const double value : x) scores.push_back(scale == 0.0 ? 0.0 : (value - center) / scale);
  return scores;
}

std::vector<std::size_t> find_outliers(std::span<const double> x) {
  std::vector<std::size_t> indices;
  if (x.size() < fewest_for_outliers) return indices;
  const std::vector<double> scores = modified_z_scores(x);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (std::fabs(scores[i]) > outlier_threshold) indices.push_back(i);
  }
  return indices;
}

Summary summarize(std::span<const double> x, std::uint64_t seed) {
  Summary summary;
  summary.n = x.size();
  if (!usable(x)) return summary;
  summary.median = median(x);
  summary.mad = median_absolute_deviation(x);
  summary.min = quantile(x, 0.0);
  summary.max = quantile(x, 1.0);
  summary.median_ci = bootstrap_median(x, seed);
  summary.outliers = find_outliers(x);
  return summary;
}

}  // namespace mlplab
