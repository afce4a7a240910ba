// What a row of times over workers says: speedup, efficiency, Karp–Flatt, and which law (if any) describes it.
// To add a model: a value of ScalingModel, its column in scaling.cpp, its sentence in reading.cpp, docs/measuring.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/statistics/statistics.h"

namespace mlplab {

/// The repeats of one number of workers. Strong scaling: seconds for the same work; weak: for work that grows with p.
struct ScalingPoint {
  int workers = 1;
  std::vector<double> times_s;
  bool oversubscribed = false;  // more workers than cores: shown, but in no fit
};

/// Against a baseline b with p_b workers; T are medians.
///   speedup     S = T(b) / T(p); for weak scaling S = (p / p_b) · T(b) / T(p)
///   efficiency  E = S · p_b / p
///   Karp–Flatt  e = (1/S - p_b/p) / (1 - p_b/p), the serial fraction that would explain S alone (Karp and Flatt, 1990)
struct SpeedupPoint {
  int workers = 1;
  double time_s = not_known;
  double speedup = not_known;
  Interval speedup_ci;  // bootstrap of the ratio of medians
  double efficiency = not_known;
  double karp_flatt = not_known;  // unknown at the baseline and for weak scaling
  bool oversubscribed = false;    // as in the ScalingPoint
};
enum class Scaling { strong, weak };
/// One for each point, in their order; all unknown where the baseline is not among them or has no valid time.
std::vector<SpeedupPoint> speedups(const std::vector<ScalingPoint>& points, int baseline_workers,
                                   Scaling scaling = Scaling::strong);

enum class ScalingModel { amdahl, amdahl_overhead, gustafson, none };

struct ScalingFit {
  ScalingModel model = ScalingModel::none;
  double t1_s = not_known;  // the model's T(1)
  double f = not_known;     // serial fraction of T(1); for Gustafson: of the time on p workers
  Interval f_ci;
  double overhead_s = 0.0;            // c: seconds that each further worker costs
  double r2 = not_known;              // of the medians; unknown with as many parameters as points
  double limit = not_known;           // Amdahl: 1/f, with overhead: the model's highest speedup; infinite for f = 0
  Interval limit_ci;                  // high may be infinite
  double workers_for_90 = not_known;  // Amdahl: 9 (1 - f)/f workers give 90 % of the limit
  double best_workers = not_known;    // with overhead: √(T1 (1 - f)/c), where more begins to hurt
  std::vector<int> used;              // the workers that were fitted
  std::string why;                    // why this model, or why none; one or two sentences

  /// The model's time on p workers; NaN for none.
  double time_s(double workers) const;
};

/// Amdahl (AFIPS 1967)    T(p) = T1·(f + (1 - f)/p)
/// with overhead          T(p) = T1·(f + (1 - f)/p) + c·(p - 1)
/// fitted to the medians with weights 1/T² (timing noise is proportional to the time), all three parts >= 0.
/// Amdahl is tried first. It is rejected where a point is slower than the first or than its left neighbour by more than
/// 2 % (and, with 3 repeats or more, beyond the confidence interval), or where doubling more than doubles the speed
/// beyond noise, or where neither R² >= 0.9 nor every point within 5 % holds. Then the model with overhead is, by the
/// same measure and with at least 4 points; else 'none', with the reason.
/// f's interval: runs resampled within each point where every point has 3 or more; else from the residuals by Student's
/// t, with at least 3 points; else unknown.
ScalingFit fit_strong(const std::vector<ScalingPoint>& points);

/// Gustafson (CACM 1988): scaled speedup S(p) = p - f·(p - 1), with S(p) = p·T(1)/T(p) measured against the smallest
/// number of workers, which must be 1.
ScalingFit fit_weak(const std::vector<ScalingPoint>& points);

std::string to_string(ScalingModel model);  // 'amdahl', 'amdahl+overhead', 'gustafson', 'none'

}  // namespace mlplab
