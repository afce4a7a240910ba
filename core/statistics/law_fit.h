// One law of scaling, fitted to the medians of repeated times, with the test that says whether it holds and the spread
// that the noise leaves open. scaling.cpp chooses among laws. To add one: a value of Law, its cases in law_fit.cpp.
#pragma once

#include <vector>

#include "core/statistics/statistics.h"

namespace mlplab {

/// amdahl     T(p) = a + b/p
/// gunther    T(p) = a + b/p + c·(p - 1), which is T1·(1 + σ(p - 1) + κp(p - 1))/p with σ = a/T1, κ = c/T1, T1 = a + b
/// gustafson  1/T(p) = a + b/p: the speed of each worker
/// All parts are >= 0.
enum class Law { amdahl, gunther, gustafson };

/// One number of workers, ready to fit.
struct LawSample {
  int workers;
  std::vector<double> times_s;
  double median_s;
};

/// How far repeats of one thing lie apart: relative standard deviation, pooled over the points. Repeats further than
/// three robust deviations (1.4826 MAD, pooled) from their point's median count as if they were there, so that one
/// disturbed run does not hide a wrong law; where the MAD is 0, as of times that were rounded, all count as they are.
/// A point with one run says nothing of it: it is taken to vary as the others do, and by 2 % at least, which is assumed
/// of all where no point has two.
struct PureError {
  double relative = not_known;  // of the points with two runs or more
  double degrees = not_known;   // N - n over those; infinite where assumed
  bool measured = false;        // some point has two runs
  bool single_runs = false;     // some point has one
};
PureError pure_error(const std::vector<LawSample>& samples);
/// The relative standard error of a sample's median: the repeats' noise, and half a percent that repeats share (where
/// the memory and the code lie) and cannot show.
double standard_error(const LawSample& sample, const PureError& error);

/// The parameters as the laws' authors name them.
struct LawValues {
  double t1_s = not_known;
  double f = not_known;             // Amdahl's and Gustafson's f, Gunther's σ
  double kappa = 0.0;               // Gunther's κ
  double peak_workers = not_known;  // gunther: √((1 - σ)/κ), infinite for κ = 0
  double limit = not_known;         // the most that the law promises: 1/f, the speedup at the peak; may be infinite
};
LawValues law_values(Law law, const std::vector<double>& parts);
double law_time_s(Law law, const std::vector<double>& parts, double workers);

struct LawFit {
  Law law = Law::amdahl;
  std::vector<double> parts;  // a, b, c
  LawValues values;
  double chi2_per_point = not_known;  // mean of (residual / standard error)²
  double r2 = not_known;              // of ln T, unweighted; unknown with as many parameters as points
  double lack_of_fit_p = not_known;   // unknown with as many parameters as points
  double misfit = 1.0;                // >= 1: what the residuals say the standard errors must be multiplied by
  double worst = 0.0;                 // the largest relative residual, and where it is
  int worst_workers = 0;
  bool holds = true;  // not refuted: lack_of_fit_p >= significance_level or unknown
};
inline constexpr double significance_level = 0.01;
LawFit fit_law(Law law, const std::vector<LawSample>& samples, const PureError& error);

/// The law's values had the noise been another: `law_draws` times the medians are moved by normal noise of their
/// standard error (times misfit, stretched to Student's t) and fitted again. Seeded.
inline constexpr int law_draws = 1000;
std::vector<LawValues> draw_values(const LawFit& fit, const std::vector<LawSample>& samples, const PureError& error);
/// The middle 95 % of one of the values; ends may be infinite.
Interval interval_of(const std::vector<LawValues>& draws, double LawValues::*value);

}  // namespace mlplab
