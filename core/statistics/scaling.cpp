// Formulas, rules and sources: scaling.h.
#include "core/statistics/scaling.h"

#include <algorithm>
#include <cstdint>
#include <map>

#include "core/base/numbers.h"
#include "core/base/random.h"
#include "core/statistics/distributions.h"
#include "core/statistics/least_squares.h"

namespace mlplab {

namespace {

constexpr double noise_tolerance = 0.02;  // differences below this are noise even in single runs
constexpr double residual_tolerance = 0.05;
constexpr double lowest_r2 = 0.9;
constexpr std::size_t fewest_runs_to_resample = 3;
constexpr int fit_resamples = 2000;

// One number of workers, ready to fit: merged, valid, not oversubscribed.
struct Sample {
  int workers;
  std::vector<double> times_s;
  double median_s;
};

struct Prepared {
  std::vector<Sample> samples;  // by workers
  std::string complaint;        // '' or why nothing can be fitted
};

bool valid_times(const std::vector<double>& times) {
  return !times.empty() &&
         std::all_of(times.begin(), times.end(), [](double t) { return std::isfinite(t) && t > 0.0; });
}

Prepared prepare(const std::vector<ScalingPoint>& points) {
  std::map<int, std::vector<double>> merged;
  bool left_out = false;
  for (const ScalingPoint& point : points) {
    if (point.workers < 1) return {{}, "a number of workers below 1 is not a measurement"};
    if (!valid_times(point.times_s)) {
      return {{}, "the time on " + count_of(point.workers, "worker") + " is missing, zero, negative or not a number"};
    }
    if (point.oversubscribed) {
      left_out = true;
      continue;
    }
    std::vector<double>& times = merged[point.workers];
    times.insert(times.end(), point.times_s.begin(), point.times_s.end());
  }
  Prepared prepared;
  for (auto& [workers, times] : merged) prepared.samples.push_back({workers, times, median(times)});
  if (prepared.samples.size() < 2) {
    prepared.complaint =
        std::string("a curve needs at least two numbers of workers") + (left_out ? " that are not oversubscribed" : "");
  }
  return prepared;
}

// Columns of T(p) = a + b/p + c(p - 1): a = T1·f, b = T1·(1 - f).
std::vector<double> row_of(int workers, bool overhead) {
  std::vector<double> row = {1.0, 1.0 / workers};
  if (overhead) row.push_back(workers - 1.0);
  return row;
}

struct Coefficients {
  double serial_s = 0.0;
  double parallel_s = 0.0;
  double overhead_s = 0.0;
  double t1_s() const { return serial_s + parallel_s; }
  double f() const { return t1_s() > 0.0 ? serial_s / t1_s() : not_known; }
  double time_s(double p) const { return serial_s + parallel_s / p + overhead_s * (p - 1.0); }
};

Coefficients fit_times(const std::vector<int>& workers, const std::vector<double>& times_s, bool overhead) {
  std::vector<std::vector<double>> rows;
  std::vector<double> weights;
  for (std::size_t i = 0; i < workers.size(); ++i) {
    rows.push_back(row_of(workers[i], overhead));
    weights.push_back(1.0 / (times_s[i] * times_s[i]));
  }
  const std::vector<double> c = non_negative_least_squares(rows, times_s, weights);
  return {c[0], c[1], overhead ? c[2] : 0.0};
}

double r_squared(const std::vector<double>& measured, const std::vector<double>& predicted) {
  const double center = mean(measured);
  double residual = 0.0;
  double total = 0.0;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    residual += (measured[i] - predicted[i]) * (measured[i] - predicted[i]);
    total += (measured[i] - center) * (measured[i] - center);
  }
  if (total > 0.0) return 1.0 - residual / total;
  return residual > 0.0 ? 0.0 : 1.0;
}

// later / earlier is above `bound` by more than the noise.
bool ratio_exceeds(const Sample& later, const Sample& earlier, double bound) {
  if (later.median_s / earlier.median_s <= bound * (1.0 + noise_tolerance)) return false;
  if (later.times_s.size() < fewest_runs_to_resample || earlier.times_s.size() < fewest_runs_to_resample) return true;
  return bootstrap_ratio(later.times_s, earlier.times_s).low > bound;
}

// The first thing that Amdahl's law forbids, as the end of 'not Amdahl-like: …'; '' where there is none.
std::string slower_with_more(const std::vector<Sample>& samples) {
  for (std::size_t i = 1; i < samples.size(); ++i) {
    for (const std::size_t before : {i - 1, std::size_t{0}}) {
      if (!ratio_exceeds(samples[i], samples[before], 1.0)) continue;
      return count_of(samples[i].workers, "worker") + " are slower than " + std::to_string(samples[before].workers) +
             " (" + significant(samples[i].median_s) + " s against " + significant(samples[before].median_s) + " s)";
    }
  }
  return {};
}

std::string faster_than_ideal(const std::vector<Sample>& samples) {
  for (std::size_t i = 1; i < samples.size(); ++i) {
    const double ideal = static_cast<double>(samples[i].workers) / samples[i - 1].workers;
    if (!ratio_exceeds(samples[i - 1], samples[i], ideal)) continue;
    return "from " + std::to_string(samples[i - 1].workers) + " to " + count_of(samples[i].workers, "worker") +
           " the speed grows " + significant(samples[i - 1].median_s / samples[i].median_s) +
           "-fold, more than the workers do (" + significant(ideal) + "-fold)";
  }
  return {};
}

struct Attempt {
  Coefficients coefficients;
  double r2 = not_known;
  bool describes = false;  // R² or the residuals are good enough
};

Attempt attempt_of(const std::vector<Sample>& samples, bool overhead) {
  std::vector<int> workers;
  std::vector<double> medians;
  for (const Sample& sample : samples) {
    workers.push_back(sample.workers);
    medians.push_back(sample.median_s);
  }
  Attempt attempt{fit_times(workers, medians, overhead)};
  std::vector<double> predicted;
  double worst = 0.0;
  for (std::size_t i = 0; i < workers.size(); ++i) {
    predicted.push_back(attempt.coefficients.time_s(workers[i]));
    worst = std::max(worst, std::fabs(predicted[i] / medians[i] - 1.0));
  }
  const double r2 = r_squared(medians, predicted);
  attempt.describes = r2 >= lowest_r2 || worst <= residual_tolerance;
  if (samples.size() > (overhead ? 3U : 2U)) attempt.r2 = r2;
  return attempt;
}

// f from medians of runs drawn with replacement within each point.
Interval resampled_f(const std::vector<Sample>& samples, bool overhead) {
  Random random(1, RandomStream::bootstrap, overhead ? 3 : 2);
  std::vector<int> workers;
  for (const Sample& sample : samples) workers.push_back(sample.workers);
  std::vector<double> fractions(fit_resamples);
  for (double& fraction : fractions) {
    std::vector<double> medians;
    for (const Sample& sample : samples) {
      std::vector<double> drawn(sample.times_s.size());
      for (double& t : drawn) t = sample.times_s[random.below(static_cast<std::uint32_t>(drawn.size()))];
      medians.push_back(median(drawn));
    }
    fraction = fit_times(workers, medians, overhead).f();
  }
  return percentile_interval(fractions);
}

// f = a/(a + b) by the delta method: gradient (b, -a, 0)/(a + b)², covariance s²·(XᵀWX)⁻¹, t with n - k degrees.
Interval residual_f(const std::vector<Sample>& samples, const Coefficients& fit, bool overhead) {
  const std::size_t parameters = overhead ? 3 : 2;
  if (samples.size() <= parameters) return {};
  std::vector<std::vector<double>> rows;
  std::vector<double> weights;
  double squares = 0.0;
  for (const Sample& sample : samples) {
    rows.push_back(row_of(sample.workers, overhead));
    weights.push_back(1.0 / (sample.median_s * sample.median_s));
    const double residual = sample.median_s - fit.time_s(sample.workers);
    squares += weights.back() * residual * residual;
  }
  const auto inverse = normal_inverse(rows, weights);
  if (inverse.empty()) return {};
  const auto degrees = static_cast<double>(samples.size() - parameters);
  const double t1_squared = fit.t1_s() * fit.t1_s();
  const double da = fit.parallel_s / t1_squared;
  const double db = -fit.serial_s / t1_squared;
  const double variance =
      squares / degrees * (da * da * inverse[0][0] + 2.0 * da * db * inverse[0][1] + db * db * inverse[1][1]);
  const double half = student_t_quantile(0.5 + confidence_level / 2.0, degrees) * std::sqrt(std::max(variance, 0.0));
  return {std::max(0.0, fit.f() - half), std::min(1.0, fit.f() + half)};
}

Interval f_interval(const std::vector<Sample>& samples, const Coefficients& fit, bool overhead) {
  const bool repeated = std::all_of(samples.begin(), samples.end(), [](const Sample& sample) {
    return sample.times_s.size() >= fewest_runs_to_resample;
  });
  return repeated ? resampled_f(samples, overhead) : residual_f(samples, fit, overhead);
}

double inverse_or_infinite(double f) { return f > 0.0 ? 1.0 / f : std::numeric_limits<double>::infinity(); }

ScalingFit fit_from(const std::vector<Sample>& samples, const Attempt& attempt, bool overhead) {
  const Coefficients& c = attempt.coefficients;
  ScalingFit fit;
  fit.model = overhead ? ScalingModel::amdahl_overhead : ScalingModel::amdahl;
  fit.t1_s = c.t1_s();
  fit.f = c.f();
  fit.f_ci = f_interval(samples, c, overhead);
  fit.overhead_s = c.overhead_s;
  fit.r2 = attempt.r2;
  for (const Sample& sample : samples) fit.used.push_back(sample.workers);
  if (overhead) {
    fit.best_workers = std::max(1.0, std::sqrt(c.parallel_s / c.overhead_s));
    fit.limit = fit.t1_s / c.time_s(fit.best_workers);
    return fit;
  }
  fit.limit = inverse_or_infinite(fit.f);
  fit.workers_for_90 = 9.0 * (1.0 - fit.f) * fit.limit;
  if (fit.f_ci.known()) fit.limit_ci = {inverse_or_infinite(fit.f_ci.high), inverse_or_infinite(fit.f_ci.low)};
  return fit;
}

ScalingFit no_fit(std::string why) {
  ScalingFit fit;
  fit.why = std::move(why);
  return fit;
}

}  // namespace

std::vector<SpeedupPoint> speedups(const std::vector<ScalingPoint>& points, int baseline_workers, Scaling scaling) {
  std::vector<double> baseline_times;
  for (const ScalingPoint& point : points) {
    if (point.workers == baseline_workers) {
      baseline_times.insert(baseline_times.end(), point.times_s.begin(), point.times_s.end());
    }
  }
  const bool has_baseline = valid_times(baseline_times) && baseline_workers > 0;
  std::vector<SpeedupPoint> result;
  for (const ScalingPoint& point : points) {
    SpeedupPoint& out = result.emplace_back();
    out.workers = point.workers;
    out.oversubscribed = point.oversubscribed;
    if (!valid_times(point.times_s)) continue;
    out.time_s = median(point.times_s);
    if (!has_baseline || point.workers < 1) continue;
    const double more = static_cast<double>(point.workers) / baseline_workers;
    const double scale = scaling == Scaling::weak ? more : 1.0;
    out.speedup = scale * median(baseline_times) / out.time_s;
    out.efficiency = out.speedup / more;
    if (point.workers == baseline_workers) {
      out.speedup_ci = {1.0, 1.0};
      continue;
    }
    const Interval ratio = bootstrap_ratio(baseline_times, point.times_s);
    out.speedup_ci = {scale * ratio.low, scale * ratio.high};
    if (scaling == Scaling::strong) out.karp_flatt = (1.0 / out.speedup - 1.0 / more) / (1.0 - 1.0 / more);
  }
  return result;
}

double ScalingFit::time_s(double workers) const {
  switch (model) {
    case ScalingModel::amdahl:
    case ScalingModel::amdahl_overhead:
      return t1_s * (f + (1.0 - f) / workers) + overhead_s * (workers - 1.0);
    case ScalingModel::gustafson:  // T(p) = p·T(1) / S(p)
      return workers * t1_s / (workers - f * (workers - 1.0));
    case ScalingModel::none:
      break;
  }
  return not_known;
}

ScalingFit fit_strong(const std::vector<ScalingPoint>& points) {
  const Prepared prepared = prepare(points);
  if (!prepared.complaint.empty()) return no_fit(prepared.complaint);
  const std::vector<Sample>& samples = prepared.samples;

  const std::string superlinear = faster_than_ideal(samples);
  const std::string slower = slower_with_more(samples);
  const Attempt amdahl = attempt_of(samples, false);
  if (superlinear.empty() && slower.empty() && amdahl.describes) {
    ScalingFit fit = fit_from(samples, amdahl, false);
    if (samples.size() == 2) {
      fit.why = "two numbers of workers give f, but cannot show whether Amdahl's law holds: measure a third";
    } else {
      fit.why = "Amdahl's law describes the measured times (R² " + significant(fit.r2) + ")";
    }
    return fit;
  }

  std::string broken;
  for (const std::string& part : {slower, superlinear}) {
    if (!part.empty()) broken += (broken.empty() ? "" : ", and ") + part;
  }
  if (broken.empty()) broken = "Amdahl's law explains too little of the times (R² " + significant(amdahl.r2) + ")";
  const std::string not_amdahl = "not Amdahl-like: " + broken;
  if (!superlinear.empty()) return no_fit(not_amdahl + "; no model with a serial part allows that");
  if (samples.size() < 4) return no_fit(not_amdahl + "; a model with overhead needs at least four numbers of workers");
  const Attempt overhead = attempt_of(samples, true);
  if (overhead.coefficients.overhead_s <= 0.0 || !overhead.describes) {
    return no_fit(not_amdahl + "; a cost for each further worker does not explain it either (R² " +
                  significant(overhead.r2) + ")");
  }
  ScalingFit fit = fit_from(samples, overhead, true);
  fit.why =
      not_amdahl + "; with a cost for each further worker the times are described (R² " + significant(fit.r2) + ")";
  return fit;
}

ScalingFit fit_weak(const std::vector<ScalingPoint>& points) {
  const Prepared prepared = prepare(points);
  if (!prepared.complaint.empty()) return no_fit(prepared.complaint);
  const std::vector<Sample>& samples = prepared.samples;
  if (samples.front().workers != 1) return no_fit("scaled speedup needs a measurement on 1 worker");

  // p - S(p) = f·(p - 1): a line through the origin, each point weighted with 1/p² (the noise of S is proportional to
  // it).
  const auto fit_f = [&](const std::vector<double>& medians) {
    double products = 0.0;
    double squares = 0.0;
    for (std::size_t i = 1; i < samples.size(); ++i) {
      const double p = samples[i].workers;
      products += (p - p * medians[0] / medians[i]) * (p - 1.0) / (p * p);
      squares += (p - 1.0) * (p - 1.0) / (p * p);
    }
    return products / squares;
  };
  std::vector<double> medians;
  for (const Sample& sample : samples) medians.push_back(sample.median_s);
  ScalingFit fit;
  fit.f = std::clamp(fit_f(medians), 0.0, 1.0);
  fit.t1_s = medians[0];

  std::vector<double> measured;
  std::vector<double> predicted;
  double worst = 0.0;
  bool repeated = true;
  for (const Sample& sample : samples) {
    const double p = sample.workers;
    measured.push_back(p * medians[0] / sample.median_s);
    predicted.push_back(p - fit.f * (p - 1.0));
    worst = std::max(worst, std::fabs(predicted.back() / measured.back() - 1.0));
    repeated = repeated && sample.times_s.size() >= fewest_runs_to_resample;
  }
  const double r2 = r_squared(measured, predicted);
  if (samples.size() > 2) fit.r2 = r2;
  if (r2 < lowest_r2 && worst > residual_tolerance) {
    return no_fit("not Gustafson-like: the scaled speedup is not a line in the number of workers (R² " +
                  significant(r2) + ")");
  }
  if (repeated) {
    Random random(1, RandomStream::bootstrap, 4);
    std::vector<double> fractions(fit_resamples);
    for (double& fraction : fractions) {
      for (std::size_t i = 0; i < samples.size(); ++i) {
        std::vector<double> drawn(samples[i].times_s.size());
        for (double& t : drawn) t = samples[i].times_s[random.below(static_cast<std::uint32_t>(drawn.size()))];
        medians[i] = median(drawn);
      }
      fraction = std::clamp(fit_f(medians), 0.0, 1.0);
    }
    fit.f_ci = percentile_interval(fractions);
  }
  fit.model = ScalingModel::gustafson;
  fit.limit = std::numeric_limits<double>::infinity();
  for (const Sample& sample : samples) fit.used.push_back(sample.workers);
  fit.why = samples.size() == 2 ? "two numbers of workers give f, but cannot show whether Gustafson's law holds"
                                : "Gustafson's law describes the scaled speedup (R² " + significant(fit.r2) + ")";
  return fit;
}

std::string to_string(ScalingModel model) {
  switch (model) {
    case ScalingModel::amdahl:
      return "amdahl";
    case ScalingModel::amdahl_overhead:
      return "amdahl+overhead";
    case ScalingModel::gustafson:
      return "gustafson";
    case ScalingModel::none:
      break;
  }
  return "none";
}

}  // namespace mlplab
