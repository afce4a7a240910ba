// The reading of a series of times over workers: speedup, efficiency, Karp–Flatt, and which law (if any) describes it.
// To add a model: a value of ScalingModel, its Law in law_fit.h, its sentence in reading.cpp, docs/measuring.md.
#pragma once

#include <string>
#include <vector>

#include "core/statistics/statistics.h"

namespace mlplab {

/// The repeats of one number of workers. Strong scaling: seconds for the same work; weak: for work that grows with p.
struct ScalingPoint {
  int workers = 1;
  std::vector<double> times_s;
  bool oversubscribed = false;  // more workers than cores: shown, but in no fit
  bool same_training = true;    // false: other losses than the baseline's, or not compared; shown, but in no fit
};
/// There are some, and all are finite and above zero.
bool valid_times(const std::vector<double>& times_s);

/// Against a baseline b with p_b workers; T are medians.
///   speedup     S = T(b) / T(p); for weak scaling S = (p / p_b) · T(b) / T(p)
///   efficiency  E = S · p_b / p
///   Karp–Flatt  e with S = (e + (1 - e)/p_b) / (e + (1 - e)/p), the serial fraction of the work on one worker that
///               would explain S alone; for p_b = 1 it is (1/S - 1/p) / (1 - 1/p) (Karp and Flatt, 1990)
struct SpeedupPoint {
  int workers = 1;
  double time_s = not_known;
  double speedup = not_known;
  Interval speedup_ci;  // bootstrap of the ratio of medians
  double efficiency = not_known;
  double karp_flatt =
      not_known;           // unknown at the baseline, for weak scaling, where no e explains S or S says nothing of it
  Interval karp_flatt_ci;  // of the ends of speedup_ci; the upper end may be infinite
  bool between_groups = false;  // a median between two groups of repeats, its own or the baseline's: no run took it
  bool oversubscribed = false;  // this and the next as in the ScalingPoint
  bool same_training = true;
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
  double limit = not_known;           // Amdahl: 1/f, Gunther: the speedup at the peak; infinite where there is none
  Interval limit_ci;                  // ends may be infinite
  double overhead_s = 0.0;            // κ·T1: seconds that each further worker costs
  double r2 = not_known;              // of ln T, for show; unknown with as many parameters as points
  double lack_of_fit_p = not_known;   // of this model; unknown with as many parameters as points
  double workers_for_90 = not_known;  // Amdahl: 9 (1 - f)/f workers give 90 % of the limit
  /// Amdahl's law is shown, and Gunther's fits as well: the points do not tell. The intervals hold both.
  bool both_fit = false;
  /// Gunther's law, where it is the model or fits as well: σ, κ, the peak at √((1 - σ)/κ) workers (infinite for κ = 0).
  double sigma = not_known;
  double kappa = not_known;
  Interval kappa_ci;
  double peak_workers = not_known;
  double peak_speedup = not_known;
  std::vector<int> used;  // the workers that were fitted
  std::string why;        // why this model, or why none; one or two sentences

  /// The model's time on p workers; NaN for none.
  double time_s(double workers) const;
};

/// Amdahl (AFIPS 1967)   T(p) = T1·(f + (1 - f)/p)
/// Gunther (2007)        T(p) = T1·(1 + σ(p - 1) + κp(p - 1))/p, the universal scalability law; with f = σ and c = κ·T1
///                       it is Amdahl's with a cost c·(p - 1), and with κ = 0 it is Amdahl's
/// fitted to the medians by relative residuals, all parts >= 0. The judge is the lack-of-fit F test of those residuals
/// against the repeats' own scatter, at 1 %: a law that fails is not the model, whatever its R².
/// Speed that grows more than the workers do, beyond noise: 'none'. Where Amdahl's law fails, Gunther's is judged, with
/// four points at least. Where Amdahl's holds Gunther's does too, and AICc over the points (never over the repeats)
/// chooses if there are six or more and it differs by 2; else both fit, and that is said.
/// The intervals hold the noise, the misfit, and both laws where neither is refuted.
ScalingFit fit_strong(const std::vector<ScalingPoint>& points);

/// Gustafson (CACM 1988): scaled speedup S(p) = p - f·(p - 1), with S(p) = p·T(1)/T(p). A point on 1 worker is needed.
/// Judged by the same test.
ScalingFit fit_weak(const std::vector<ScalingPoint>& points);

/// 'amdahl', 'amdahl+overhead' (Gunther's), 'gustafson', 'none'
std::string to_string(ScalingModel model);

}  // namespace mlplab
