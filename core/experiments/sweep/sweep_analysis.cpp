// Collects; the formulas are in statistics.h and scaling.h.
#include "core/experiments/sweep/sweep_analysis.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/language.h"
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
    point.warnings.push_back(say("run %1 is an outlier (%2 s against a median of %3 s); it is kept", run.id(),
                                 significant(run.time_s), significant(point.time.median)));
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
  std::vector<RunEnergy> energies;
  for (const SweepRun& run : point.runs)
    energies.push_back(run.energy.value_or(RunEnergy{.why_not = say("it was not measured when the run was trained")}));
  point.energy = energy_of_runs(energies);
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
      point.warnings.push_back(
          say("the losses of run %1 begin with %2 and end with %3, those of %4 with %5 and %6: not the same training",
              run.id(), significant(got.front(), 5), significant(got.back(), 5), judge_in_words(analysis),
              significant(expected.front(), 5), significant(expected.back(), 5)));
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
  const std::string judge = judge_in_words(analysis);
  if (judge.empty()) return;
  const std::string axis = in_words(analysis.spec.axis);
  const auto left_out = [&](const std::string& list) {
    return say(analysis.spec.axis == SweepAxis::workers ? "Not in the fit: %1 (%2)" : "Not the same training: %1 (%2)",
               list, axis);
  };
  if (const std::string list = values_where(&SweepPoint::loss_differs); !list.empty()) {
    analysis.reading.push_back(
        say(has_local_statistics(analysis.spec.base)
                ? "%1, whose losses are not those of %2: each process normalises by its own part of a batch "
                  "(batch-norm=local)."
                : "%1, whose losses are not those of %2, so that they trained something else.",
            left_out(list), judge));
  }
  if (const std::string list = values_where(&SweepPoint::loss_not_compared); !list.empty()) {
    analysis.reading.push_back(
        say("%1, whose losses could not be compared: %2 has no finished run with a loss.", left_out(list), judge));
  }
  const bool all = std::ranges::all_of(analysis.points, &SweepPoint::losses_agree);
  if (all && analysis.spec.against_reference)
    analysis.reading.push_back(say("All points have the losses of %1, which trained the same for it.", judge));
}

void analyse_workers(SweepAnalysis& analysis, const SweepPoint& baseline) {
  const Scaling scaling = analysis.spec.scaling;
  const std::vector<ScalingPoint> points = scaling_points(analysis);
  const std::vector<SpeedupPoint> speeds = speedups(points, baseline.workers, scaling);
  const bool same_work = scaling == Scaling::weak || analysis.spec.base.batch_per_rank == 0;
  std::size_t next = 0;
  for (SweepPoint& point : analysis.points) {
    if (point.runs.empty()) continue;
    const SpeedupPoint& speed = speeds[next++];
    point.speedup = speed.speedup;
    point.speedup_ci = speed.speedup_ci;
    point.efficiency = speed.efficiency;
    point.karp_flatt = same_work ? speed.karp_flatt : not_known;
  }
  if (!same_work)
    analysis.fit.why =
        say("each worker takes a batch of %1, so that the whole batch grows with them and the points are different "
            "trainings",
            analysis.spec.base.batch_per_rank);
  else
    analysis.fit = scaling == Scaling::weak ? fit_weak(points) : fit_strong(points);
  analysis.reading = scaling == Scaling::weak ? read_weak(analysis.fit, speeds) : read_strong(analysis.fit, speeds);
}

void read_seeds(SweepAnalysis& analysis) {
  std::vector<double> accuracies;
  for (const SweepPoint& point : analysis.points)
    if (point.same_training() && std::isfinite(point.accuracy_test)) accuracies.push_back(point.accuracy_test);
  if (accuracies.empty()) return;
  const auto [min, max] = std::ranges::minmax(accuracies);
  analysis.over_seeds = {static_cast<int>(accuracies.size()), mean(accuracies), min, max};
  const int epochs = run_of(analysis.spec, 0).epochs;
  if (accuracies.size() == 1)
    analysis.reading.push_back(say("Test accuracy after %1 with one seed: %2. Only more seeds show how far it varies.",
                                   count_of(epochs, "epoch"), percent(min, 4)));
  else
    analysis.reading.push_back(say("Test accuracy after %1 over %2: mean %3, minimum %4, maximum %5.",
                                   count_of(epochs, "epoch"), count_of(std::ssize(accuracies), "seed"),
                                   percent(analysis.over_seeds->mean, 4), percent(min, 4), percent(max, 4)));
  analysis.reading.push_back(
      say("No law is fitted over seeds: a seed is not an amount of anything, and its runs differ by chance alone."));
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
  const std::string axis = in_words(analysis.spec.axis);
  analysis.fit.why = say("laws of scaling need a sweep over workers; this one is over %1", axis);
  if (analysis.spec.axis == SweepAxis::seed) read_seeds(analysis);
  if (best == nullptr || analysis.spec.axis == SweepAxis::seed) return;
  const std::string shortest =
      say("The shortest time is that of %1 %2: %3 s per epoch", axis, best->value, significant(best->time.median));
  const Interval& ci = best->speedup_ci;
  if (best->value == baseline.value)
    analysis.reading.push_back(say("%1, the baseline.", shortest));
  else if (ci.known() && !is_difference(ci))
    analysis.reading.push_back(say("%1, within the noise of %2.", shortest, baseline.value));
  else
    analysis.reading.push_back(say("%1, %2× the speed of %3.", shortest, significant(best->speedup), baseline.value));
}

void describe_cores(SweepAnalysis& analysis) {
  int most = 0;
  for (const SweepPoint& point : analysis.points) most = std::max(most, point.workers);
  const SweepMachine& machine = analysis.machine;
  if (machine.first_slow_worker > 0 && most >= machine.first_slow_worker) {
    analysis.reading.push_back(
        say("From worker %1 on, slower E-cores take part (%2).", machine.first_slow_worker, machine.cores_in_words()));
  }
  if (machine.first_smt_worker > 0 && most >= machine.first_smt_worker) {
    analysis.reading.push_back(
        say("From worker %1 on, two threads share a core (%2).", machine.first_smt_worker, machine.cores_in_words()));
  }
  if (most > machine.usable_cores) {
    analysis.reading.push_back(say("Points with more than %1 are oversubscribed (%2): they are shown, but in no fit.",
                                   count_of(machine.usable_cores, "worker"), machine.cores_in_words()));
  }
}

void describe_energy(SweepAnalysis& analysis, const SweepPoint& baseline) {
  std::vector<RepeatedEnergy*> points;
  std::vector<const RepeatedEnergy*> shown;
  for (SweepPoint& point : analysis.points) {
    if (point.runs.empty()) continue;
    points.push_back(&point.energy);
    shown.push_back(&point.energy);
  }
  relate_energy(points, baseline.energy);
  analysis.energy_notes = energy_notes(shown, in_words(analysis.spec.axis) + " " + analysis.baseline);
}

}  // namespace

std::string judge_in_words(const SweepAnalysis& analysis) {
  if (analysis.spec.against_reference) return backend_table().front().name;
  return losses_must_agree(analysis.spec) ? say("the baseline %1", analysis.baseline) : std::string();
}

bool has_energy(const SweepAnalysis& analysis) {
  return std::ranges::any_of(analysis.points,
                             [](const SweepPoint& point) { return !point.runs.empty() && point.energy.known(); });
}

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
    throw UsageError(say("the baseline %1 is not among the sweep's values", analysis.baseline));
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
  describe_energy(analysis, base);
  std::size_t fewest = enough_repeats;
  for (const SweepPoint& point : analysis.points)
    if (!point.runs.empty()) fewest = std::min(fewest, point.runs.size());
  if (!store.complete()) analysis.warnings.emplace_back(say("the sweep is not complete: some runs are missing"));
  if (const std::vector<std::string> unknown = analysis.machine.unknown(); !unknown.empty()) {
    analysis.warnings.push_back(
        say("the sweep was begun by an older version, which did not keep %1: whether all runs had the same is not "
            "known",
            unknown.size() == 1 ? unknown[0] : say("%1 and %2", unknown[0], unknown[1])));
  }
  if (fewest < enough_repeats && analysis.spec.axis != SweepAxis::seed) {  // there the spread is over the seeds
    analysis.warnings.emplace_back(say(
        fewest == 1 ? "one run of some point: it has no confidence interval"
                    : "fewer than five repeats of some point: its confidence interval is widened, for so few hardly "
                      "show the noise"));
  }
  return analysis;
}

}  // namespace mlplab
