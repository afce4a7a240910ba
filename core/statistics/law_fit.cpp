// Every law is linear in its parts, either for the time or for its inverse, so relative residuals are minimised by
// weighted least squares.
#include "core/statistics/law_fit.h"

#include <algorithm>
#include <cstdint>
#include <numbers>

#include "core/base/random.h"
#include "core/statistics/least_squares.h"
#include "core/statistics/statistics.h"

namespace mlplab {

namespace {

constexpr double single_run_error = 0.02;      // differences below this are noise in single runs
constexpr double shared_error = 0.005;         // what repeats of one point have in common
constexpr double winsorised_at = 3.0;          // robust standard deviations
constexpr double largest_normal_95 = 1.95996;  // Φ⁻¹(0.975)

constexpr double infinite = std::numeric_limits<double>::infinity();

// Var(median) / Var(mean) of normal noise is below π/2 for every number of repeats, and comes near it soon.
double variance_of_median(std::size_t repeats) {
  const double of_mean = 1.0 / static_cast<double>(repeats);
  return repeats < 3 ? of_mean : std::numbers::pi / 2.0 * of_mean;
}

std::vector<double> row_of(Law law, int workers) {
  std::vector<double> row = {1.0, 1.0 / workers};
  if (law == Law::gunther) row.push_back(workers - 1.0);
  return row;
}

// The response that the law is linear in.
double response(Law law, double time_s) { return law == Law::gustafson ? 1.0 / time_s : time_s; }

NonNegativeLeastSquares solver_of(Law law, const std::vector<LawSample>& samples, const PureError& error) {
  std::vector<std::vector<double>> rows;
  std::vector<double> weights;
  for (const LawSample& sample : samples) {
    rows.push_back(row_of(law, sample.workers));
    const double deviation = response(law, sample.median_s) * standard_error(sample, error);
    weights.push_back(1.0 / (deviation * deviation));
  }
  return {rows, weights};
}

double r_squared(const std::vector<double>& logs, const std::vector<double>& residuals) {
  const double center = mean(logs);
  double left = 0.0;
  double total = 0.0;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    left += residuals[i] * residuals[i];
    total += (logs[i] - center) * (logs[i] - center);
  }
  if (total > 0.0) return 1.0 - left / total;
  return left > 0.0 ? 0.0 : 1.0;
}

// Standard normal numbers, two from each pair of uniform ones (Box and Muller, 1958).
class Normals {
 public:
  explicit Normals(std::uint32_t substream) : random_(1, RandomStream::bootstrap, substream) {}
  double next() {
    if (std::isfinite(spare_)) return std::exchange(spare_, infinite);
    const double radius = std::sqrt(-2.0 * std::log(uniform()));
    const double angle = 2.0 * std::numbers::pi * uniform();
    spare_ = radius * std::sin(angle);
    return radius * std::cos(angle);
  }

 private:
  double uniform() { return (random_.next() + 0.5) / 4294967296.0; }
  Random random_;
  double spare_ = infinite;
};

}  // namespace

PureError pure_error(const std::vector<LawSample>& samples) {
  PureError error{single_run_error, infinite, false, false};
  std::vector<double> deviations;
  for (const LawSample& sample : samples) {
    const std::size_t repeats = sample.times_s.size();
    error.single_runs = error.single_runs || repeats < 2;
    error.measured = error.measured || repeats >= 2;
    if (repeats < 2) continue;
    // The median itself is one of an odd number of repeats, and says nothing about their spread.
    bool median_seen = repeats % 2 == 0;
    for (const double time_s : sample.times_s) {
      const double deviation = std::fabs(std::log(time_s / sample.median_s));
      if (deviation == 0.0 && !std::exchange(median_seen, true)) continue;
      deviations.push_back(deviation * std::sqrt(static_cast<double>(repeats) / static_cast<double>(repeats - 1)));
    }
  }
  if (!error.measured) return error;
  const double robust = normal_per_mad * median(deviations);
  const double most = robust > 0.0 ? winsorised_at * robust : infinite;
  double squares = 0.0;
  double degrees = 0.0;
  for (const LawSample& sample : samples) {
    if (sample.times_s.size() < 2) continue;
    std::vector<double> logs;
    for (const double time_s : sample.times_s) {
      logs.push_back(std::clamp(std::log(time_s / sample.median_s), -most, most));
    }
    const double deviation = standard_deviation(logs);
    squares += deviation * deviation * static_cast<double>(logs.size() - 1);
    degrees += static_cast<double>(logs.size() - 1);
  }
  error.relative = std::sqrt(squares / degrees);
  error.degrees = degrees;
  return error;
}

double standard_error(const LawSample& sample, const PureError& error) {
  const std::size_t repeats = sample.times_s.size();
  const double relative = repeats < 2 ? std::max(single_run_error, error.relative) : error.relative;
  return std::sqrt(relative * relative * variance_of_median(repeats) + shared_error * shared_error);
}

LawValues law_values(Law law, const std::vector<double>& parts) {
  LawValues values;
  const double sum = parts[0] + parts[1];
  if (!(sum > 0.0)) return values;
  if (law == Law::gustafson) {
    values.t1_s = 1.0 / sum;
    values.f = parts[1] / sum;
    values.limit = infinite;
    return values;
  }
  values.t1_s = sum;
  values.f = parts[0] / sum;
  values.limit = values.f > 0.0 ? 1.0 / values.f : infinite;
  if (law == Law::amdahl) return values;
  values.kappa = parts[2] / sum;
  values.peak_workers = values.kappa > 0.0 ? std::max(1.0, std::sqrt((1.0 - values.f) / values.kappa)) : infinite;
  if (values.kappa > 0.0) values.limit = sum / law_time_s(law, parts, values.peak_workers);
  return values;
}

double law_time_s(Law law, const std::vector<double>& parts, double workers) {
  const double base = parts[0] + parts[1] / workers;
  if (law == Law::gustafson) return 1.0 / base;
  return law == Law::gunther ? base + parts[2] * (workers - 1.0) : base;
}

LawFit fit_law(Law law, const std::vector<LawSample>& samples, const PureError& error) {
  std::vector<double> responses;
  std::vector<double> logs;
  for (const LawSample& sample : samples) {
    responses.push_back(response(law, sample.median_s));
    logs.push_back(std::log(sample.median_s));
  }
  LawFit fit;
  fit.law = law;
  fit.parts = solver_of(law, samples, error).solve(responses);
  fit.values = law_values(law, fit.parts);
  std::vector<double> residuals;
  double chi2 = 0.0;
  for (const LawSample& sample : samples) {
    const double residual = std::log(sample.median_s / law_time_s(law, fit.parts, sample.workers));
    const double normalised = residual / standard_error(sample, error);
    residuals.push_back(residual);
    chi2 += normalised * normalised;
    if (std::fabs(residual) >= std::fabs(fit.worst)) {
      fit.worst = residual;
      fit.worst_workers = sample.workers;
    }
  }
  const auto points = static_cast<double>(samples.size());
  fit.chi2_per_point = chi2 / points;
  if (samples.size() > fit.parts.size()) fit.r2 = r_squared(logs, residuals);
  // A part at its bound of zero is not used up in following the points.
  const auto used = std::count_if(fit.parts.begin(), fit.parts.end(), [](double part) { return part > 0.0; });
  const double degrees = points - static_cast<double>(used);
  if (degrees > 0.0) {
    fit.lack_of_fit_p = fisher_f_tail(chi2 / degrees, degrees, error.degrees);
    fit.misfit = std::sqrt(std::max(1.0, chi2 / degrees));
    fit.holds = fit.lack_of_fit_p >= significance_level;
  }
  return fit;
}

std::vector<LawValues> draw_values(const LawFit& fit, const std::vector<LawSample>& samples, const PureError& error) {
  const NonNegativeLeastSquares solver = solver_of(fit.law, samples, error);
  const double stretch =
      fit.misfit * student_t_quantile(0.5 + confidence_level / 2.0, error.degrees) / largest_normal_95;
  Normals normals(2 + static_cast<std::uint32_t>(fit.law));
  std::vector<LawValues> draws(law_draws);
  std::vector<double> moved(samples.size());
  for (LawValues& draw : draws) {
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const double factor = std::exp(stretch * standard_error(samples[i], error) * normals.next());
      moved[i] = response(fit.law, samples[i].median_s * factor);
    }
    draw = law_values(fit.law, solver.solve(moved));
  }
  return draws;
}

Interval interval_of(const std::vector<LawValues>& draws, double LawValues::*value) {
  std::vector<double> values;
  for (const LawValues& draw : draws) {
    if (!std::isnan(draw.*value)) values.push_back(draw.*value);
  }
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const auto last = static_cast<double>(values.size() - 1);
  const double tail = (1.0 - confidence_level) / 2.0;
  // Order statistics themselves, not between them: some may be infinite.
  return {values[static_cast<std::size_t>(std::floor(last * tail))],
          values[static_cast<std::size_t>(std::ceil(last * (1.0 - tail)))]};
}

}  // namespace mlplab
