// Laws that are known because they were made up: over many seeds of noise, the interval must hold the true serial
// fraction nine times in ten, and a curve that is not the law's must be said not to be, as often.
// To add a truth: a line in lawful() or lawless(). Seeds are fixed, so the rates are the same in every run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "core/base/random.h"
#include "core/statistics/scaling.h"
#include "core/study/sweep/analysis_parts.h"

namespace mlplab {
namespace {

constexpr double least_rate = 0.9;

/// Relative noise of one run, from a stream of its own.
class Noise {
 public:
  enum class Kind { normal, delays, disturbed };
  Noise(Kind kind, double size, std::uint32_t trial)
      : kind_(kind), size_(size), random_(23, RandomStream::bootstrap, trial) {}

  double factor() {
    if (kind_ == Kind::delays) return 1.0 - size_ * std::log(uniform());  // a floor and a long tail
    const double normal = std::sqrt(-2.0 * std::log(uniform())) * std::cos(2.0 * std::numbers::pi * uniform());
    const bool disturbed = kind_ == Kind::disturbed && uniform() < 0.04;  // another program was running
    return (1.0 + size_ * normal) * (disturbed ? 1.5 : 1.0);
  }

 private:
  double uniform() { return (random_.next() + 0.5) / 4294967296.0; }
  Kind kind_;
  double size_;
  Random random_;
};

struct Case {
  std::vector<int> workers;
  int repeats;
  Noise::Kind kind;
  double noise;
  bool stopped = false;  // in the middle of a round: the most workers have a single run
  std::string name() const {
    const char* kinds[] = {"normal", "delays", "disturbed"};
    return std::to_string(workers.size()) + " points to " + std::to_string(workers.back()) + ", " +
           std::to_string(repeats) + " repeats, " + kinds[static_cast<int>(kind)] + " noise of " +
           std::to_string(noise) + (stopped ? ", stopped" : "");
  }
};

std::vector<Case> cases() {
  using enum Noise::Kind;
  return {
      {{1, 2, 4}, 5, normal, 0.01},
      {{1, 2, 4, 8}, 5, normal, 0.002},
      {{1, 2, 4, 8}, 5, normal, 0.01},
      {{1, 2, 4, 8}, 5, normal, 0.02},
      {{1, 2, 4, 8}, 3, normal, 0.03},
      {{1, 2, 4, 8}, 2, normal, 0.01},
      {{1, 2, 4, 8}, 5, normal, 0.05, true},
      {{2, 4, 8, 16, 32}, 5, normal, 0.01},
      {{1, 2, 4, 8, 16}, 1, normal, 0.015},
      {{1, 2, 3, 4, 6, 8}, 5, normal, 0.005},
      {{1, 2, 3, 4, 6, 8}, 5, normal, 0.02},
      {{1, 2, 3, 4, 6, 8}, 5, delays, 0.02},
      {{1, 2, 4, 8, 16, 32, 64}, 5, normal, 0.01},
      {{1, 2, 4, 8, 16, 32, 64}, 7, disturbed, 0.02},
      {{1, 2, 3, 4, 5, 6, 7, 8, 12, 16}, 5, normal, 0.02},
  };
}

std::vector<ScalingPoint> measure(const Case& setting, std::uint32_t trial,
                                  const std::function<double(double)>& time_s) {
  Noise noise(setting.kind, setting.noise, trial);
  std::vector<ScalingPoint> points;
  for (const int p : setting.workers) {
    ScalingPoint& point = points.emplace_back();
    point.workers = p;
    const int repeats = setting.stopped && p == setting.workers.back() ? 1 : setting.repeats;
    for (int i = 0; i < repeats; ++i) point.times_s.push_back(time_s(p) * noise.factor());
  }
  return points;
}

struct Truth {
  double sigma, kappa;
  double time_s(double p) const { return 7.0 * (1.0 + sigma * (p - 1.0) + kappa * p * (p - 1.0)) / p; }
  double limit() const {
    if (kappa <= 0.0) return sigma > 0.0 ? 1.0 / sigma : std::numeric_limits<double>::infinity();
    const double peak = std::max(1.0, std::sqrt((1.0 - sigma) / kappa));
    return 7.0 / time_s(peak);
  }
};

std::vector<Truth> lawful() {
  return {{0.0, 0.0},   {0.02, 0.0},   {0.13, 0.0},  {0.5, 0.0},   {1.0, 0.0},  // Amdahl's
          {0.02, 0.01}, {0.05, 0.001}, {0.1, 0.003}, {0.0, 0.005}, {0.0, 0.001}, {0.3, 0.05}};
}

std::string name_of(const Truth& truth) {
  return "σ " + std::to_string(truth.sigma) + ", κ " + std::to_string(truth.kappa);
}

// Doubling of the workers by doubling is what each of these breaks somewhere within 8 workers.
std::vector<std::pair<std::string, std::function<double(double)>>> lawless() {
  return {{"a plateau from 4 workers on", [](double p) { return 7.0 / std::min(p, 4.0); }},
          {"more speed than workers", [](double p) { return 7.0 / std::pow(p, 1.25); }},
          {"a step down after 4 workers", [](double p) { return 7.0 / p + (p > 4.0 ? 1.5 : 0.0); }},
          {"every third worker helps", [](double p) { return 7.0 / std::ceil(p / 3.0); }},
          {"three times as slow with company, then ideal", [](double p) { return p < 2.0 ? 7.0 : 21.0 / p; }}};
}

bool holds(const Interval& interval, double value) { return interval.low <= value + 1e-12 && interval.high >= value; }

struct Tally {
  int fitted = 0, refused = 0, wrong_alone = 0, gunther = 0, f_held = 0, limit_held = 0;
};

Tally judge(const Truth& truth, const Case& setting, std::uint32_t trials) {
  Tally tally;
  const ScalingModel other = truth.kappa > 0.0 ? ScalingModel::amdahl : ScalingModel::amdahl_overhead;
  for (std::uint32_t trial = 0; trial < trials; ++trial) {
    const ScalingFit fit = fit_strong(measure(setting, trial, [&](double p) { return truth.time_s(p); }));
    if (fit.model == ScalingModel::none) {
      ++tally.refused;
      continue;
    }
    ++tally.fitted;
    tally.wrong_alone += fit.model == other && !fit.both_fit;
    tally.gunther += fit.model == ScalingModel::amdahl_overhead;
    tally.f_held += holds(fit.f_ci, truth.sigma);
    tally.limit_held += holds(fit.limit_ci, truth.limit());
  }
  return tally;
}

TEST(MadeUpTruths, TheIntervalsHoldTheTruthAndNoWrongLawIsNamedAlone) {
  constexpr std::uint32_t trials = 30;
  int fitted = 0;
  int limit_held = 0;
  for (const Truth& truth : lawful()) {
    int of_truth = 0;
    int f_held = 0;
    for (const Case& setting : cases()) {
      const std::string where = name_of(truth) + ": " + setting.name();
      const Tally tally = judge(truth, setting, trials);
      EXPECT_LE(tally.wrong_alone, (1.0 - least_rate) * trials) << where;
      EXPECT_GE(tally.f_held, least_rate * tally.fitted) << where;
      // Three points cannot show Gunther's law: there the reason says that a fourth is needed.
      if (setting.workers.size() > 3) {
        EXPECT_LE(tally.refused, (1.0 - least_rate) * trials) << where;
        const bool plain = truth.kappa >= 0.01 && setting.noise <= 0.02;
        EXPECT_GE(tally.gunther, plain ? least_rate * trials : 0) << where;
      }
      of_truth += tally.fitted;
      f_held += tally.f_held;
      limit_held += tally.limit_held;
    }
    EXPECT_GE(f_held, 0.95 * of_truth) << name_of(truth);
    fitted += of_truth;
  }
  EXPECT_GE(limit_held, 0.95 * fitted);
}

TEST(MadeUpTruths, ACurveOfNoLawGetsNone) {
  constexpr std::uint32_t trials = 30;
  for (const Case& setting : cases()) {
    if (setting.workers.size() < 4 || setting.workers.front() > 1) continue;
    for (const auto& [name, time_s] : lawless()) {
      int named = 0;
      for (std::uint32_t trial = 0; trial < trials; ++trial) {
        const ScalingFit fit = fit_strong(measure(setting, trial, time_s));
        named += fit.model != ScalingModel::none;
      }
      EXPECT_LE(named, (1.0 - least_rate) * trials) << name << ": " << setting.name();
    }
  }
}

/// Whether the reading names a wrong cause for what holds the speedup back.
bool states_a_false_cause(const Truth& truth, const std::vector<ScalingPoint>& points) {
  const std::vector<std::string> reading = read_strong(fit_strong(points), speedups(points, points.front().workers));
  return std::ranges::any_of(reading, [&](const std::string& sentence) {
    const auto has = [&](const char* part) { return sentence.find(part) != std::string::npos; };
    const bool other_than_serial = has("fraction grows with the workers") || has("fraction is above 100 %");
    return truth.kappa > 0.0 ? has("holds the speedup back is serial work") : other_than_serial;
  });
}

TEST(MadeUpTruths, NoiseIsNoCauseOfALostSpeedup) {
  constexpr std::uint32_t trials = 30;
  int all = 0, all_wrong = 0;
  for (const Truth& truth : lawful()) {
    for (const Case& setting : cases()) {
      int wrong = 0;
      for (std::uint32_t trial = 0; trial < trials; ++trial)
        wrong += states_a_false_cause(truth, measure(setting, trial, [&](double p) { return truth.time_s(p); }));
      EXPECT_LE(wrong, (1.0 - least_rate) * trials) << name_of(truth) << ": " << setting.name();
      all += trials;
      all_wrong += wrong;
    }
  }
  EXPECT_LE(all_wrong, 0.02 * all);
}

TEST(MadeUpTruths, WeakScaling) {
  constexpr std::uint32_t trials = 30;
  for (const Case& setting : cases()) {
    if (setting.workers.front() > 1) continue;  // scaled speedup is against one worker
    for (const double f : {0.0, 0.1, 0.4}) {
      int held = 0;
      for (std::uint32_t trial = 0; trial < trials; ++trial) {
        const ScalingFit fit = fit_weak(measure(setting, trial, [&](double p) { return p / (p - f * (p - 1.0)); }));
        held += fit.model == ScalingModel::gustafson && holds(fit.f_ci, f);
      }
      EXPECT_GE(held, least_rate * trials) << "f " << f << ": " << setting.name();
    }
    int named = 0;
    for (std::uint32_t trial = 0; trial < trials; ++trial) {
      const auto time_s = [](double p) { return p > 2.0 ? 2.5 : 1.0; };
      named += fit_weak(measure(setting, trial, time_s)).model != ScalingModel::none;
    }
    EXPECT_LE(named, (1.0 - least_rate) * trials) << "a jump: " << setting.name();
  }
}

}  // namespace
}  // namespace mlplab
