// The choice among the laws. Rules and sources: scaling.h; one law's fit and test: law_fit.h.
#include "core/statistics/scaling.h"

#include <algorithm>
#include <map>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/statistics/few_repeats.h"
#include "core/statistics/law_fit.h"
#include "core/statistics/statistics.h"

namespace mlplab {

namespace {

constexpr double noise_tolerance = 0.02;  // of two medians: a smaller difference is no reason
constexpr std::size_t fewest_for_overhead = 4;
constexpr std::size_t fewest_to_choose = 6;  // AICc of Gunther's law: three parts and the variance
constexpr double smallest_aicc_difference = 2.0;
constexpr double widest_serial_interval = 0.5;  // of f: a wider one says nothing of the law
constexpr double least_serial_part = 1e-4;      // an interval that begins below it holds 0
constexpr double largest_unseen_cost = 0.05;    // of the time on the most workers

struct Prepared {
  std::vector<LawSample> samples;  // by workers
  PureError error;
  std::string complaint;  // '' or why nothing can be fitted
};

Prepared prepare(const std::vector<ScalingPoint>& points) {
  std::map<int, std::vector<double>> merged;
  bool oversubscribed = false;
  bool other_training = false;
  for (const ScalingPoint& point : points) {
    if (point.workers < 1) return {{}, {}, say("a number of workers below 1 is not a measurement")};
    if (!valid_times(point.times_s)) {
      return {
          {}, {}, say("the time on %1 is missing, zero, negative or not a number", count_of(point.workers, "worker"))};
    }
    oversubscribed = oversubscribed || point.oversubscribed;
    other_training = other_training || !point.same_training;
    if (point.oversubscribed || !point.same_training) continue;
    std::vector<double>& times = merged[point.workers];
    times.insert(times.end(), point.times_s.begin(), point.times_s.end());
  }
  Prepared prepared;
  for (auto& [workers, times] : merged) prepared.samples.push_back({workers, times, median(times)});
  if (prepared.samples.size() < 2) {
    prepared.complaint = say(
        oversubscribed && other_training
            ? "a curve needs at least two numbers of workers that are not oversubscribed and whose losses are "
              "known to be the baseline's"
        : oversubscribed ? "a curve needs at least two numbers of workers that are not oversubscribed"
        : other_training ? "a curve needs at least two numbers of workers whose losses are known to be the baseline's"
                         : "a curve needs at least two numbers of workers");
    return prepared;
  }
  for (const LawSample& sample : prepared.samples)
    if (const auto groups = two_groups(sample.times_s)) {
      prepared.complaint =
          say("the times on %1 fall into two groups, of about %2 s and %3 s, so that their median is no law's time",
              count_of(sample.workers, "worker"), significant(groups->first), significant(groups->second));
      return prepared;
    }
  prepared.error = pure_error(prepared.samples);
  return prepared;
}

// later / earlier is above `bound` by more than the noise, in one of as many comparisons as there are points.
bool ratio_exceeds(const Prepared& prepared, std::size_t later, std::size_t earlier, double bound) {
  const LawSample& a = prepared.samples[later];
  const LawSample& b = prepared.samples[earlier];
  const double excess = std::log(a.median_s / b.median_s / bound);
  const double error = std::hypot(standard_error(a, prepared.error), standard_error(b, prepared.error));
  const double tail = significance_level / static_cast<double>(prepared.samples.size());
  return excess > std::max(std::log1p(noise_tolerance), error * student_t_quantile(1.0 - tail, prepared.error.degrees));
}

// A slowdown with more workers, which Amdahl's law forbids, as the end of 'not Amdahl-like: …'; '' where there is none.
std::string slower_with_more(const Prepared& prepared) {
  const std::vector<LawSample>& samples = prepared.samples;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    for (const std::size_t before : {i - 1, std::size_t{0}}) {
      if (!ratio_exceeds(prepared, i, before, 1.0)) continue;
      return say("%1 are slower than %2 (%3 s against %4 s)", count_of(samples[i].workers, "worker"),
                 samples[before].workers, significant(samples[i].median_s), significant(samples[before].median_s));
    }
  }
  return {};
}

std::string faster_than_ideal(const Prepared& prepared) {
  const std::vector<LawSample>& samples = prepared.samples;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    const double ideal = static_cast<double>(samples[i].workers) / samples[i - 1].workers;
    if (!ratio_exceeds(prepared, i - 1, i, ideal)) continue;
    return say("from %1 to %2 the speed grows %3-fold, more than the workers do (%4-fold)", samples[i - 1].workers,
               count_of(samples[i].workers, "worker"), significant(samples[i - 1].median_s / samples[i].median_s),
               significant(ideal));
  }
  return {};
}

std::string p_words(double p) { return p < 1e-4 ? "p < 0.0001" : "p = " + significant(p, 2); }

// '8 workers take 24 % more than it says, beyond the noise (lack of fit p = 0.002)'
std::string misfit_words(const LawFit& fit, const PureError& error) {
  const double off = std::exp(fit.worst) - 1.0;
  const std::string amount =
      say(off > 0.0 ? "%1 more than it says" : "%1 less than it says", percent(std::fabs(off), 2));
  const std::string noise = say(!error.measured     ? "the 2 % that single runs may vary by"
                                : error.single_runs ? "the repeats' scatter, or 2 % at least of a single run"
                                                    : "the repeats' scatter");
  return say(
      fit.worst_workers == 1 ? "%1 takes %2, beyond %3 (lack of fit %4)" : "%1 take %2, beyond %3 (lack of fit %4)",
      count_of(fit.worst_workers, "worker"), amount, noise, p_words(fit.lack_of_fit_p));
}

// 'within 1.2 %, no more than the repeats' scatter explains (lack of fit p = 0.4)'
std::string hold_words(const LawFit& fit, const PureError& error) {
  const std::string off = percent(std::fabs(std::exp(fit.worst) - 1.0), 2);
  if (!std::isfinite(fit.lack_of_fit_p)) return say("within %1, with too few points to test it", off);
  return say(!error.measured ? "within %1, no more than single runs may vary by, as assumed without repeats (lack of "
                               "fit %2)"
             : error.single_runs
                 ? "within %1, no more than the repeats' scatter, or 2 % at least of a single run, explains (lack of "
                   "fit %2)"
                 : "within %1, no more than the repeats' scatter explains (lack of fit %2)",
             off, p_words(fit.lack_of_fit_p));
}

// Akaike's criterion for few points (Hurvich and Tsai; Burnham and Anderson): the noise's variance is a parameter too.
double aicc(const LawFit& fit, std::size_t points) {
  const auto n = static_cast<double>(points);
  const auto k = static_cast<double>(fit.parts.size() + 1);
  // Residuals of a tenth of their standard error are luck, not merit.
  return n * std::log(std::max(fit.chi2_per_point, 0.01)) + 2.0 * k + 2.0 * k * (k + 1.0) / (n - k - 1.0);
}

void take(ScalingFit& fit, const LawFit& law, const Prepared& prepared) {
  fit.t1_s = law.values.t1_s;
  fit.f = law.values.f;
  fit.limit = law.values.limit;
  fit.overhead_s = law.values.kappa * law.values.t1_s;
  fit.r2 = law.r2;
  fit.lack_of_fit_p = law.lack_of_fit_p;
  for (const LawSample& sample : prepared.samples) fit.used.push_back(sample.workers);
}

// σ, κ and the peak; gives σ's and the limit's intervals to the caller.
std::pair<Interval, Interval> take_gunther(ScalingFit& fit, const LawFit& gunther, const Prepared& prepared) {
  fit.sigma = gunther.values.f;
  fit.kappa = gunther.values.kappa;
  fit.peak_workers = gunther.values.peak_workers;
  fit.peak_speedup = gunther.values.limit;
  const std::vector<LawValues> draws = draw_values(gunther, prepared.samples, prepared.error);
  fit.kappa_ci = interval_of(draws, &LawValues::kappa);
  return {interval_of(draws, &LawValues::f), interval_of(draws, &LawValues::limit)};
}

ScalingFit gunther_fit(const LawFit& gunther, const Prepared& prepared) {
  ScalingFit fit;
  fit.model = ScalingModel::amdahl_overhead;
  take(fit, gunther, prepared);
  std::tie(fit.f_ci, fit.limit_ci) = take_gunther(fit, gunther, prepared);
  return fit;
}

ScalingFit amdahl_fit(const LawFit& amdahl, const LawFit& gunther, bool both_fit, const Prepared& prepared) {
  ScalingFit fit;
  fit.model = ScalingModel::amdahl;
  take(fit, amdahl, prepared);
  fit.workers_for_90 = 9.0 * (1.0 - fit.f) * fit.limit;
  const std::vector<LawValues> draws = draw_values(amdahl, prepared.samples, prepared.error);
  fit.f_ci = interval_of(draws, &LawValues::f);
  fit.limit_ci = interval_of(draws, &LawValues::limit);
  fit.both_fit = both_fit;
  if (!both_fit) return fit;
  if (prepared.samples.size() == 2) {
    // A cost between workers can take the place of all serial work.
    fit.f_ci.low = 0.0;
    fit.limit_ci = {};
    return fit;
  }
  const auto [f_ci, limit_ci] = take_gunther(fit, gunther, prepared);
  fit.f_ci = hull(fit.f_ci, f_ci);
  fit.limit_ci = hull(fit.limit_ci, limit_ci);
  return fit;
}

// The share of the time on the most workers that a cost between workers may have, at the upper end of κ.
double possible_cost(const ScalingFit& fit) {
  const double p = fit.used.back();
  const double cost = fit.kappa_ci.high * p * (p - 1.0);
  return cost / (1.0 + fit.sigma * (p - 1.0) + cost);
}

ScalingFit no_fit(std::string why) {
  ScalingFit fit;
  fit.why = std::move(why);
  return fit;
}

// Amdahl's law is not refuted: is Gunther's better, worse, or as good?
ScalingFit choose(const LawFit& amdahl, const Prepared& prepared) {
  const std::size_t points = prepared.samples.size();
  if (points == 2) {
    ScalingFit fit = amdahl_fit(amdahl, {}, true, prepared);
    fit.why = say("two numbers of workers give f, but cannot show whether Amdahl's law holds: measure a third");
    return fit;
  }
  const LawFit gunther = fit_law(Law::gunther, prepared.samples, prepared.error);
  if (points < fewest_to_choose) {
    ScalingFit fit = amdahl_fit(amdahl, gunther, true, prepared);
    fit.why = say(
        "Amdahl's law and Gunther's law both fit these %1 points; measure more numbers of workers to tell (Amdahl's: "
        "%2)",
        points, hold_words(amdahl, prepared.error));
    return fit;
  }
  const double difference = aicc(gunther, points) - aicc(amdahl, points);
  const std::string figure = significant(std::fabs(difference), 2);
  if (difference <= -smallest_aicc_difference) {
    ScalingFit fit = gunther_fit(gunther, prepared);
    fit.why =
        say("Gunther's law describes the measured times %1; Amdahl's law without a cost between workers describes them "
            "worse (AICc differs by %2)",
            hold_words(gunther, prepared.error), figure);
    return fit;
  }
  const ScalingFit with_gunther = amdahl_fit(amdahl, gunther, true, prepared);
  const double unseen = possible_cost(with_gunther);
  if (difference < smallest_aicc_difference || with_gunther.kappa_ci.low > 0.0 || unseen > largest_unseen_cost) {
    ScalingFit fit = with_gunther;
    fit.why = say(
        "Amdahl's law and Gunther's law both fit these %1 points; measure more numbers of workers, or more repeats, to "
        "tell (AICc differs by %2, and a cost between workers may take up to %3 of the time on %4)",
        points, figure, percent(unseen, 2), count_of(with_gunther.used.back(), "worker"));
    return fit;
  }
  ScalingFit fit = amdahl_fit(amdahl, gunther, false, prepared);
  fit.f_ci = with_gunther.f_ci;
  fit.limit_ci = with_gunther.limit_ci;
  fit.why =
      say("Amdahl's law describes the measured times %1; a cost between workers would not describe them better (AICc "
          "differs by %2)",
          hold_words(amdahl, prepared.error), figure);
  return fit;
}

// No law where the interval of its serial part says nothing; no limit where that interval holds 0.
ScalingFit without_empty_claims(ScalingFit fit) {
  if (!fit.f_ci.known()) return fit;
  if (fit.f_ci.high - fit.f_ci.low > widest_serial_interval)
    return no_fit(
        say("the times allow a serial part from %1 to %2 of the time, which says nothing: close other programs and "
            "measure more repeats",
            percent(fit.f_ci.low), percent(fit.f_ci.high)));
  if (fit.model == ScalingModel::amdahl && fit.f_ci.low < least_serial_part) {
    fit.limit = std::numeric_limits<double>::infinity();
    fit.workers_for_90 = not_known;
  }
  return fit;
}

}  // namespace

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

  const std::string superlinear = faster_than_ideal(prepared);
  const std::string slower = slower_with_more(prepared);
  const LawFit amdahl = fit_law(Law::amdahl, prepared.samples, prepared.error);
  if (superlinear.empty() && slower.empty() && amdahl.holds) return without_empty_claims(choose(amdahl, prepared));

  const bool both = !slower.empty() && !superlinear.empty();
  std::string broken = both ? say("%1, and %2", slower, superlinear) : slower + superlinear;
  if (broken.empty()) broken = misfit_words(amdahl, prepared.error);
  if (!superlinear.empty()) return no_fit(say("not Amdahl-like: %1; no model with a serial part allows that", broken));
  if (prepared.samples.size() < fewest_for_overhead) {
    return no_fit(
        say("not Amdahl-like: %1; Gunther's law, with a cost between workers, needs at least four numbers of workers",
            broken));
  }
  const LawFit gunther = fit_law(Law::gunther, prepared.samples, prepared.error);
  if (!gunther.holds) {
    return no_fit(say("not Amdahl-like: %1; Gunther's law, with a cost between workers, does not explain it either: %2",
                      broken, misfit_words(gunther, prepared.error)));
  }
  if (!(gunther.values.kappa > 0.0)) {
    return no_fit(
        say("not Amdahl-like: %1; a cost between workers, as in Gunther's law, does not explain it either", broken));
  }
  ScalingFit fit = gunther_fit(gunther, prepared);
  fit.why = say("not Amdahl-like: %1; Gunther's law, with a cost between workers, describes the times %2", broken,
                hold_words(gunther, prepared.error));
  return without_empty_claims(std::move(fit));
}

ScalingFit fit_weak(const std::vector<ScalingPoint>& points) {
  const Prepared prepared = prepare(points);
  if (!prepared.complaint.empty()) return no_fit(prepared.complaint);
  if (prepared.samples.front().workers != 1) return no_fit(say("scaled speedup needs a measurement on 1 worker"));
  const LawFit gustafson = fit_law(Law::gustafson, prepared.samples, prepared.error);
  if (!gustafson.holds) return no_fit(say("not Gustafson-like: %1", misfit_words(gustafson, prepared.error)));
  ScalingFit fit;
  fit.model = ScalingModel::gustafson;
  take(fit, gustafson, prepared);
  const std::vector<LawValues> draws = draw_values(gustafson, prepared.samples, prepared.error);
  fit.f_ci = interval_of(draws, &LawValues::f);
  fit.why = prepared.samples.size() == 2
                ? say("two numbers of workers give f, but cannot show whether Gustafson's law holds")
                : say("Gustafson's law describes the scaled speedup %1", hold_words(gustafson, prepared.error));
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
