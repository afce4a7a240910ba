// Collects; the formulas are in statistics.h and scaling.h.
#include "core/experiments/sweep/sweep_analysis.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/numbers.h"
#include "core/experiments/equivalence.h"
#include "core/experiments/sweep/reading.h"
#include "core/experiments/warnings.h"
#include "core/launch/processes/process_backends.h"
#include "core/statistics/few_repeats.h"

namespace mlplab {

namespace {

std::vector<double> times_of(const SweepPoint& point) {
  std::vector<double> times_s;
  for (const SweepRun& run : point.runs) times_s.push_back(run.time_s);
  return times_s;
}

double median_of(const SweepPoint& point, double (*figure)(const SweepRun&)) {
  std::vector<double> values;
  for (const SweepRun& run : point.runs) values.push_back(figure(run));
  return median(values);
}

void collect_warnings(SweepPoint& point) {
  std::vector<std::vector<std::string>> warnings;
  for (const SweepRun& run : point.runs) warnings.push_back(run.warnings);
  point.warnings = merge_warnings(warnings);
  for (const std::size_t index : point.time.outliers) {
    const SweepRun& run = point.runs[index];
    point.warnings.push_back("run " + run.id() + " is an outlier (" + significant(run.time_s) +
                             " s against a median of " + significant(point.time.median) + " s); it is kept");
  }
}

SweepPoint collect(const SweepStore& store, const std::string& value) {
  SweepPoint point;
  point.value = value;
  for (int repeat = 0; repeat < store.spec().repeats; ++repeat) {
    if (const SweepRun* run = store.find_done(value, repeat)) point.runs.push_back(*run);
  }
  if (point.runs.empty()) {
    for (const SweepRun& run : store.runs()) {
      if (run.value == value) point.failure = run.failure;
    }
    return point;
  }
  point.workers = point.runs.front().workers;
  point.oversubscribed = point.workers > store.machine().usable_cores;
  point.time = summarize(times_of(point));
  point.time.median_ci = median_time_interval(times_of(point));
  point.images_per_s = median_of(point, [](const SweepRun& run) { return run.images_per_s; });
  point.accuracy_test = median_of(point, [](const SweepRun& run) { return run.accuracy_test.value_or(not_known); });
  point.test_time_s = median_of(point, [](const SweepRun& run) { return run.test_time_s; });
  point.validation_time_s = median_of(point, [](const SweepRun& run) { return run.validation_time_s; });
  collect_warnings(point);
  return point;
}

/// Of every epoch; older files have the first one's alone.
std::vector<double> losses_of(const SweepRun& run) {
  return run.losses.empty() ? std::vector<double>{run.loss_epoch1} : run.losses;
}

/// Whose losses a point's are held against; null where that one has no finished run.
const SweepRun* reference_run(const SweepStore& store, const SweepPoint& baseline, const std::string& value) {
  const SweepSpec& spec = store.spec();
  if (!spec.against_reference) return baseline.runs.empty() ? nullptr : &baseline.runs.front();
  return store.find_done(losses_must_agree(spec) ? spec.values.front() : value, reference_repeat);
}

void mark_losses(const SweepStore& store, SweepAnalysis& analysis, const SweepPoint& baseline) {
  const SweepSpec& spec = analysis.spec;
  if (!spec.against_reference && !losses_must_agree(spec)) return;
  for (SweepPoint& point : analysis.points) {
    point.judged_by = spec.against_reference ? backend_table().front().name : "the baseline " + analysis.baseline;
    const SweepRun* reference = reference_run(store, baseline, point.value);
    const std::vector<double> expected = reference == nullptr ? std::vector<double>{} : losses_of(*reference);
    if (expected.empty() || !std::isfinite(expected.front())) {
      point.loss_not_compared = !point.runs.empty();
      continue;
    }
    for (const SweepRun& run : point.runs) {
      const std::vector<double> got = losses_of(run);
      if (!run.refuted &&
          compare_losses(expected, got, run.steps_per_epoch, is_approximate(spec.base)) == Equivalence::equal)
        continue;
      point.loss_differs = true;
      point.warnings.push_back("the losses of run " + run.id() + " begin with " + significant(got.front(), 5) +
                               " and end with " + significant(got.back(), 5) + ", those of " + point.judged_by +
                               " with " + significant(expected.front(), 5) + " and " + significant(expected.back(), 5) +
                               ": not the same training");
      break;
    }
  }
}

std::vector<ScalingPoint> scaling_points(const SweepAnalysis& analysis) {
  std::vector<ScalingPoint> points;
  for (const SweepPoint& point : analysis.points) {
    if (!point.runs.empty()) {
      points.push_back({point.workers, times_of(point), point.oversubscribed, point.same_training()});
    }
  }
  return points;
}

// What may be another training, and why; in a sweep over workers it stays out of the fit.
void describe_losses(SweepAnalysis& analysis) {
  const auto values_where = [&](bool SweepPoint::*mark) {
    std::string list;
    for (const SweepPoint& point : analysis.points) {
      if (point.*mark) list += (list.empty() ? "" : ", ") + point.value;
    }
    return list;
  };
  const std::string judge = analysis.points.empty() ? "" : analysis.points.front().judged_by;
  if (judge.empty()) return;
  const std::string axis = " (" + to_string(analysis.spec.axis) + ")";
  const std::string out = analysis.spec.axis == SweepAxis::workers ? "Not in the fit: " : "Not the same training: ";
  if (const std::string list = values_where(&SweepPoint::loss_differs); !list.empty()) {
    analysis.reading.push_back(out + list + axis + ", whose losses are not those of " + judge +
                               (has_local_statistics(analysis.spec.base)
                                    ? ": each process normalises by its own part of a batch (batch-norm=local)."
                                    : ", so that they trained something else."));
  }
  if (const std::string list = values_where(&SweepPoint::loss_not_compared); !list.empty()) {
    analysis.reading.push_back(out + list + axis + ", whose losses could not be compared: " + judge +
                               " has no finished run with a loss.");
  }
  const bool all = std::ranges::all_of(analysis.points, &SweepPoint::losses_agree);
  if (all && analysis.spec.against_reference)
    analysis.reading.push_back("All points have the losses of " + judge + ", which trained the same for it.");
}

void analyse_workers(SweepAnalysis& analysis, const SweepPoint& baseline) {
  const Scaling scaling = analysis.spec.scaling;
  const std::vector<ScalingPoint> points = scaling_points(analysis);
  const std::vector<SpeedupPoint> speeds = speedups(points, baseline.workers, scaling);
  std::size_t next = 0;
  for (SweepPoint& point : analysis.points) {
    if (point.runs.empty()) continue;
    const SpeedupPoint& speed = speeds[next++];
    point.speedup = speed.speedup;
    point.speedup_ci = speed.speedup_ci;
    point.efficiency = speed.efficiency;
    point.karp_flatt = speed.karp_flatt;
  }
  analysis.fit = scaling == Scaling::weak ? fit_weak(points) : fit_strong(points);
  analysis.reading = scaling == Scaling::weak ? read_weak(analysis.fit, speeds) : read_strong(analysis.fit, speeds);
}

void analyse_other(SweepAnalysis& analysis, const SweepPoint& baseline) {
  const SweepPoint* best = nullptr;
  for (SweepPoint& point : analysis.points) {
    if (point.runs.empty() || baseline.runs.empty()) continue;
    point.speedup = baseline.time.median / point.time.median;
    const bool itself = point.value == baseline.value;
    point.speedup_ci = itself ? Interval{1.0, 1.0} : time_ratio_interval(times_of(baseline), times_of(point));
    if (point.same_training() && (best == nullptr || point.speedup > best->speedup)) best = &point;
  }
  const std::string axis = to_string(analysis.spec.axis);
  analysis.fit.why = "laws of scaling need a sweep over workers; this one is over " + axis;
  if (best == nullptr) return;
  std::string sentence = "The shortest time is that of " + axis + " " + best->value + ": " +
                         significant(best->time.median) + " s per epoch";
  const Interval& ci = best->speedup_ci;
  if (best->value == baseline.value)
    sentence += ", the baseline";
  else if (ci.known() && !is_difference(ci))
    sentence += ", within the noise of " + baseline.value;
  else
    sentence += ", " + significant(best->speedup) + "× the speed of " + baseline.value;
  analysis.reading.push_back(sentence + ".");
}

void describe_cores(SweepAnalysis& analysis) {
  int most = 0;
  for (const SweepPoint& point : analysis.points) most = std::max(most, point.workers);
  const SweepMachine& machine = analysis.machine;
  const auto from = [&](int worker) { return "From worker " + std::to_string(worker) + " on, "; };
  if (machine.first_slow_worker > 0 && most >= machine.first_slow_worker) {
    analysis.reading.push_back(from(machine.first_slow_worker) + "slower E-cores take part (" + machine.cores + ").");
  }
  if (machine.first_smt_worker > 0 && most >= machine.first_smt_worker) {
    analysis.reading.push_back(from(machine.first_smt_worker) + "two threads share a core (" + machine.cores + ").");
  }
  if (most > machine.usable_cores) {
    analysis.reading.push_back("Points with more than " + count_of(machine.usable_cores, "worker") +
                               " are oversubscribed (" + machine.cores + "): they are shown, but in no fit.");
  }
}

}  // namespace

SweepAnalysis analyse(const SweepStore& store, const std::string& baseline) {
  SweepAnalysis analysis;
  analysis.spec = store.spec();
  analysis.id = store.id();
  analysis.machine = store.machine();
  analysis.baseline = baseline.empty() ? baseline_of(analysis.spec) : baseline;
  analysis.unit = analysis.spec.scaling == Scaling::weak ? "s per step" : "s per epoch";
  for (const std::string& value : analysis.spec.values) analysis.points.push_back(collect(store, value));

  const auto found = std::ranges::find(analysis.points, analysis.baseline, &SweepPoint::value);
  if (found == analysis.points.end()) {
    throw UsageError("the baseline " + analysis.baseline + " is not among the sweep's values");
  }
  const SweepPoint base = *found;
  mark_losses(store, analysis, base);
  if (analysis.spec.axis == SweepAxis::workers) {
    analyse_workers(analysis, base);
  } else {
    analyse_other(analysis, base);
  }
  describe_losses(analysis);
  describe_cores(analysis);
  auto fewest = static_cast<std::size_t>(analysis.spec.repeats);
  for (const SweepPoint& point : analysis.points) fewest = std::min(fewest, point.runs.size());
  if (!store.complete()) analysis.warnings.emplace_back("the sweep is not complete: some runs are missing");
  std::string unknown;
  for (const std::string& name : analysis.machine.unknown()) unknown += (unknown.empty() ? "the " : " and the ") + name;
  if (!unknown.empty()) {
    analysis.warnings.push_back("the sweep was begun by an older version, which did not keep " + unknown +
                                ": whether all runs had the same is not known");
  }
  if (fewest < 5) {
    analysis.warnings.emplace_back(
        "fewer than five repeats of some point: its confidence interval is too narrow to rely on");
  }
  return analysis;
}

}  // namespace mlplab
