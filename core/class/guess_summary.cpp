#include "core/class/guess_summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mlplab {
namespace {

constexpr int bins_wanted = 10;
constexpr double largest_linear_ratio = 20;

/// 1, 2 or 5 times a power of ten, at least `width`.
double round_width(double width) {
  const double power = std::pow(10.0, std::floor(std::log10(width)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= width * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

std::vector<double> linear_edges(double low, double high) {
  const double span = std::max(high - low, std::max(1e-6, 1e-3 * std::abs(high)));
  const double width = round_width(span / bins_wanted);
  const double first = std::floor(low / width);
  const int count = std::max(1, static_cast<int>(std::floor(high / width) - first) + 1);
  std::vector<double> edges;
  for (int i = 0; i <= count; ++i) edges.push_back((first + i) * width);
  return edges;
}

std::vector<double> logarithmic_edges(double low, double high) {
  const double octaves = std::max(1.0, std::ceil(std::log2(high / low) / bins_wanted));
  std::vector<double> edges{std::exp2(std::floor(std::log2(low)))};
  do edges.push_back(edges.back() * std::exp2(octaves));
  while (edges.back() <= high);
  return edges;
}

}  // namespace

GuessBins bins_of(const std::vector<ClassGuess>& guesses, std::optional<double> also) {
  GuessBins bins;
  if (guesses.empty()) return bins;
  const auto [least, most] = std::ranges::minmax_element(guesses, {}, &ClassGuess::value);
  double low = least->value, high = most->value;
  if (also && std::isfinite(*also)) {
    low = std::min(low, *also);
    high = std::max(high, *also);
  }
  bins.logarithmic = low > 0 && high > largest_linear_ratio * low;
  bins.edges = bins.logarithmic ? logarithmic_edges(low, high) : linear_edges(low, high);
  bins.counts.assign(bins.edges.size() - 1, 0);
  for (const ClassGuess& guess : guesses) {
    const auto above = std::ranges::upper_bound(bins.edges, guess.value);
    const auto bin = std::max<std::ptrdiff_t>(0, above - bins.edges.begin() - 1);
    ++bins.counts[std::min(static_cast<std::size_t>(bin), bins.counts.size() - 1)];
  }
  return bins;
}

std::vector<std::size_t> nearest_guesses(const std::vector<ClassGuess>& guesses, double measured, std::size_t most) {
  std::vector<std::size_t> order(guesses.size());
  std::iota(order.begin(), order.end(), 0);
  if (!std::isfinite(measured) || most == 0) return {};
  const auto distance = [&](std::size_t i) { return std::abs(guesses[i].value - measured); };
  std::ranges::stable_sort(order, {}, distance);
  std::size_t count = std::min(most, order.size());
  while (count > 0 && count < order.size() && distance(order[count]) <= distance(order[count - 1])) ++count;
  order.resize(count);
  return order;
}

}  // namespace mlplab
