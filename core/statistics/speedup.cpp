// Ratios of medians; the formulas are in scaling.h.
#include <algorithm>

#include "core/statistics/few_repeats.h"
#include "core/statistics/scaling.h"

namespace mlplab {

namespace {

// Amdahl's law through two points, S = (f + (1 - f)/b) / (f + (1 - f)/p), solved for f. Between that and no speedup
// that any f explains lies a pole, where f is infinite; beyond it the formula gives numbers that solve nothing.
double serial_fraction(double speedup, double p, double b) {
  const double denominator = 1.0 - 1.0 / b - speedup * (1.0 - 1.0 / p);
  if (denominator * (b - p) <= 0.0) return std::numeric_limits<double>::infinity();
  return (speedup / p - 1.0 / b) / denominator;
}

}  // namespace

bool valid_times(const std::vector<double>& times_s) {
  return !times_s.empty() &&
         std::all_of(times_s.begin(), times_s.end(), [](double t) { return std::isfinite(t) && t > 0.0; });
}

std::vector<SpeedupPoint> speedups(const std::vector<ScalingPoint>& points, int baseline_workers, Scaling scaling) {
  std::vector<double> baseline_times;
  for (const ScalingPoint& point : points) {
    if (point.workers == baseline_workers) {
      baseline_times.insert(baseline_times.end(), point.times_s.begin(), point.times_s.end());
    }
  }
  const bool has_baseline = valid_times(baseline_times) && baseline_workers > 0;
  const bool split_baseline = two_groups(baseline_times).has_value();
  std::vector<SpeedupPoint> result;
  for (const ScalingPoint& point : points) {
    SpeedupPoint& out = result.emplace_back();
    out.workers = point.workers;
    out.oversubscribed = point.oversubscribed;
    out.same_training = point.same_training;
    if (!valid_times(point.times_s)) continue;
    out.time_s = median(point.times_s);
    if (!has_baseline || point.workers < 1) continue;
    const double more = static_cast<double>(point.workers) / baseline_workers;
    const double scale = scaling == Scaling::weak ? more : 1.0;
    out.speedup = scale * median(baseline_times) / out.time_s;
    out.efficiency = out.speedup / more;
    out.between_groups = split_baseline || two_groups(point.times_s).has_value();
    if (point.workers == baseline_workers) {
      out.speedup_ci = {1.0, 1.0};
      continue;
    }
    const Interval ratio = time_ratio_interval(baseline_times, point.times_s);
    out.speedup_ci = {scale * ratio.low, scale * ratio.high};
    if (scaling == Scaling::weak) continue;
    const auto explained_by = [&](double speedup) { return serial_fraction(speedup, point.workers, baseline_workers); };
    const double fraction = explained_by(out.speedup);
    // It falls with the speedup of more workers than the baseline's, and rises with that of fewer.
    const auto [low, high] = std::minmax({explained_by(ratio.low), explained_by(ratio.high)});
    out.karp_flatt_ci = {low, high};
    // A fraction that may be nothing or all of the work, or is above all of it in single runs, says nothing.
    const bool says_nothing = ratio.known() ? low < 1.0 && high > low + 1.0 : fraction > 1.0;
    if (std::isfinite(fraction) && !says_nothing && !out.between_groups) out.karp_flatt = fraction;
  }
  return result;
}

}  // namespace mlplab
