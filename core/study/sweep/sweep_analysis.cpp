// Collects; the formulas are in statistics.h and scaling.h.
#include "core/study/sweep/sweep_analysis.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"
#include "core/launch/demand.h"
#include "core/launch/processes/hostfile.h"
#include "core/statistics/few_repeats.h"
#include "core/study/equivalence.h"
#include "core/study/sweep/analysis_parts.h"

namespace mlplab {

namespace {

Measured median_of(const SweepPoint& point, double (*figure)(const SweepRun&)) {
  return {median(mapped(point.runs, figure))};
}

void collect_warnings(SweepPoint& point) {
  point.warnings = merged_in_words(mapped(point.runs, &SweepRun::warnings));
  for (const std::size_t index : point.time.outliers) {
    const SweepRun& run = point.runs[index];
    point.warnings.push_back(say("run %1 is an outlier (%2 s against a median of %3 s); it is kept", run.id(),
                                 significant(run.time_s), significant(point.time.median)));
  }
}

void warn_of_groups(SweepPoint& point) {
  if (const auto groups = two_groups(point.times_s))
    point.warnings.push_back(
        say("its times fall into two groups, of about %1 s and %2 s: see what differs between the runs (other "
            "programs, the clock, where the threads lie) and measure again",
            significant(groups->first), significant(groups->second)));
}

/// Older files do not say it; a hostfile, which may be another by now, is not read for them.
int host_threads_of(const SweepRun& run, const RunSpec& spec) {
  if (run.host_threads || !hostfile_of(spec).empty()) return run.host_threads.value_or(0);
  RunStarted started;
  started.spec = spec;
  started.workers = run.workers;
  return host_threads(started).value_or(0);
}

SweepPoint collect(const SweepStore& store, std::size_t index) {
  const std::string& value = store.spec().values[index];
  SweepPoint point;
  point.value = value;
  for (int repeat = 0; repeat < store.spec().repeats; ++repeat) {
    if (const SweepRun* run = store.find_done(value, repeat)) point.runs.push_back(*run);
  }
  for (const SweepRun& run : store.runs()) {
    const bool repeat = run.value == value && run.repeat != reference_repeat;
    if (!repeat || run.done() || store.find_done(value, run.repeat) != nullptr) continue;
    if (point.runs.empty())
      point.failure = run.failure;
    else
      point.incomplete = say("run %1: %2", run.repeat + 1, run.failure);
  }
  if (point.runs.empty()) return point;
  point.workers = point.runs.front().workers;
  point.not_verified = std::ranges::any_of(
      point.runs, [&](const SweepRun& run) { return !is_confirmed(log_of(run, run_of(store.spec(), index))); });
  point.host_threads = host_threads_of(point.runs.front(), run_of(store.spec(), index));
  point.oversubscribed = point.host_threads > store.machine().usable_cores;
  for (const SweepRun& run : point.runs) point.times_s.push_back(run.time_s);
  point.time = summarize(point.times_s);
  point.time.median_ci = median_time_interval(point.times_s);
  point.time_s = {point.time.median, point.time.median_ci};
  point.images_per_s = median_of(point, [](const SweepRun& run) { return run.images_per_s; });
  point.accuracy_test = median_of(point, [](const SweepRun& run) { return run.accuracy_test.value_or(not_known); });
  point.test_time_s = median_of(point, [](const SweepRun& run) { return run.test_time_s; });
  point.validation_time_s = median_of(point, [](const SweepRun& run) { return run.validation_time_s; });
  std::vector<RunEnergy> energies;
  for (const SweepRun& run : point.runs)
    energies.push_back(run.energy.value_or(RunEnergy{.why_not = say("it was not measured when the run was trained")}));
  point.energy = energy_of_runs(energies);
  point.memory = memory_of_runs(mapped(point.runs, &SweepRun::memory));
  point.step = step_of_runs(mapped(point.runs, &SweepRun::step));
  collect_warnings(point);
  warn_of_groups(point);
  return point;
}

std::vector<ScalingPoint> scaling_points(const SweepAnalysis& analysis) {
  std::vector<ScalingPoint> points;
  for (const SweepPoint& point : analysis.points) {
    if (!point.runs.empty()) {
      points.push_back({point.workers, point.times_s, point.oversubscribed, point.same_training()});
    }
  }
  return points;
}

/// A speed relative to one that trained something else would be that one's fault, or its gain.
void describe_baseline(SweepAnalysis& analysis, const SweepPoint& baseline) {
  if (baseline.same_training()) return;
  const char* sentence =
      baseline.not_verified && baseline.losses != Equivalence::differs
          ? to_say("The times or weights of the baseline %1 are not verified: no speed is given relative to it.")
      : baseline.losses == Equivalence::differs
          ? to_say("The baseline %1 did not train the same: no speed is given relative to it, choose another one.")
          : to_say("Whether the baseline %1 trained the same is not known: no speed is given relative to it.");
  analysis.reading.insert(analysis.reading.begin(), say(sentence, baseline.value));
}

void analyse_workers(SweepAnalysis& analysis, const SweepPoint& baseline) {
  const Scaling scaling = analysis.spec.scaling;
  const std::vector<ScalingPoint> points = scaling_points(analysis);
  std::vector<SpeedupPoint> speeds = speedups(points, baseline.workers, scaling);
  if (!baseline.same_training())
    for (SpeedupPoint& speed : speeds) speed.speedup = speed.efficiency = speed.karp_flatt = not_known;
  const bool same_work = scaling == Scaling::weak || analysis.spec.base.batch_per_rank == 0;
  std::size_t next = 0;
  for (SweepPoint& point : analysis.points) {
    if (point.runs.empty()) continue;
    const SpeedupPoint& speed = speeds[next++];
    if (point.not_verified) continue;
    point.speed = {speed.speedup, baseline.same_training() ? speed.speedup_ci : Interval()};
    point.efficiency.value = speed.efficiency;
    point.karp_flatt.value = same_work ? speed.karp_flatt : not_known;
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

/// Over the points of one value, or over all; nothing where none has an accuracy.
std::optional<AccuracyOverSeeds> accuracy_over_seeds(const std::vector<SweepPoint>& points,
                                                     const std::string& value = {}) {
  std::vector<double> accuracies;
  for (const SweepPoint& point : points)
    if (point.same_training() && point.accuracy_test.known() && (value.empty() || point.value == value))
      accuracies.push_back(point.accuracy_test.value);
  if (accuracies.empty()) return std::nullopt;
  const auto [min, max] = std::ranges::minmax(accuracies);
  return AccuracyOverSeeds{static_cast<int>(accuracies.size()), mean(accuracies), min, max, value};
}

/// '%2 seeds: mean %3, minimum %4, maximum %5' of `sentence`.
std::string seeds_in_words(const char* sentence, const std::string& what, const AccuracyOverSeeds& over) {
  return say(sentence, what, count_of(over.seeds, "seed"), percent(over.mean, 4), percent(over.min, 4),
             percent(over.max, 4));
}

void read_seeds(SweepAnalysis& analysis) {
  analysis.over_seeds = accuracy_over_seeds(analysis.points);
  if (!analysis.over_seeds) return;
  const std::string epochs = count_of(run_of(analysis.spec, 0).epochs, "epoch");
  analysis.reading.push_back(
      analysis.over_seeds->seeds == 1
          ? say("Test accuracy after %1 with one seed: %2. Only more seeds show how far it varies.", epochs,
                percent(analysis.over_seeds->min, 4))
          : seeds_in_words(to_say("Test accuracy after %1 over %2: mean %3, minimum %4, maximum %5."), epochs,
                           *analysis.over_seeds));
  analysis.reading.push_back(
      say("No law is fitted over seeds: a seed is not an amount of anything, and its runs differ by chance alone."));
}

/// The accuracy of values that train something else each; repeats of one begin and train alike.
void read_accuracy(SweepAnalysis& analysis) {
  double best = -1.0;
  std::size_t known = 0;
  std::vector<std::string> values;  // several where they are level
  for (const SweepPoint& point : analysis.points) {
    if (!point.same_training() || !point.accuracy_test.known()) continue;
    ++known;
    if (point.accuracy_test.value < best) continue;
    if (point.accuracy_test.value > best) values.clear();
    best = point.accuracy_test.value;
    values.push_back(value_words(analysis.spec.axis, point.value));
  }
  if (known < 2) return;
  analysis.reading.push_back(
      say("The highest test accuracy after %1 is that of %2: %3, with one seed. Only more seeds show how far chance "
          "alone moves it.",
          count_of(run_of(analysis.spec, 0).epochs, "epoch"), listed(values), percent(best, 4)));
}

/// `seeds_are_apart`: this is one of several seeds, whose accuracies are read together.
void analyse_other(SweepAnalysis& analysis, const SweepPoint& baseline, bool seeds_are_apart) {
  const SweepPoint *best = nullptr, *next = nullptr;  // by time
  for (SweepPoint& point : analysis.points) {
    if (point.runs.empty() || baseline.runs.empty()) continue;
    if (baseline.same_training() && !point.not_verified) relate_speed(point, baseline);
    if (!point.same_training()) continue;
    if (best == nullptr || point.time.median < best->time.median)
      next = std::exchange(best, &point);
    else if (next == nullptr || point.time.median < next->time.median)
      next = &point;
  }
  const std::string axis = in_words(analysis.spec.axis);
  analysis.fit.why = say("laws of scaling need a sweep over workers; this one is over %1", axis);
  if (analysis.spec.axis == SweepAxis::seed)
    read_seeds(analysis);
  else if (!losses_must_agree(analysis.spec) && !seeds_are_apart)
    read_accuracy(analysis);
  if (best == nullptr || analysis.spec.axis == SweepAxis::seed || seeds_are_apart) return;
  std::string shortest =
      say("The shortest time is that of %1 %2: %3 s per epoch", axis, best->value, significant(best->time.median));
  if (!best->incomplete.empty()) shortest = say("%1 (%2)", shortest, best->incomplete);
  if (!baseline.same_training()) {
    analysis.reading.push_back(shortest + ".");
    return;
  }
  // The shortest is held against the baseline; where it is that itself, against the next one.
  const bool itself = best->value == baseline.value;
  if (itself) shortest = say("%1, the baseline", shortest);
  const SweepPoint* other = itself ? next : &baseline;
  const Interval ci = other == nullptr ? Interval{} : itself ? other->speed.interval : best->speed.interval;
  if (other != nullptr && !ci.known())
    analysis.reading.push_back(say("%1. One run says nothing of the noise: repeats tell whether it is faster than %2.",
                                   shortest, other->value));
  else if (other != nullptr && !is_difference(ci))
    analysis.reading.push_back(say("%1, within the noise of %2.", shortest, other->value));
  else if (itself)
    analysis.reading.push_back(shortest + ".");
  else
    analysis.reading.push_back(
        say("%1, %2× the speed of %3.", shortest, significant(best->speed.value), baseline.value));
}

void describe_cores(SweepAnalysis& analysis) {
  int most = 0;
  for (const SweepPoint& point : analysis.points) most = std::max(most, point.host_threads);
  const MeasuredMachine& machine = analysis.machine;
  if (machine.first_slow_worker > 0 && most >= machine.first_slow_worker) {
    analysis.reading.push_back(
        say("From thread %1 on, slower E-cores take part (%2).", machine.first_slow_worker, machine.cores_in_words()));
  }
  if (machine.first_smt_worker > 0 && most >= machine.first_smt_worker) {
    analysis.reading.push_back(
        say("From thread %1 on, two threads share a core (%2).", machine.first_smt_worker, machine.cores_in_words()));
  }
  if (most > machine.usable_cores) {
    analysis.reading.push_back(say("Points with more than %1 are oversubscribed (%2): they are shown, but in no fit.",
                                   count_of(machine.usable_cores, "thread"), machine.cores_in_words()));
  }
}

void describe_energy(SweepAnalysis& analysis, const SweepPoint& baseline) {
  relate_energy(energies_of(analysis.points), baseline.same_training() ? baseline.energy : RepeatedEnergy{});
  analysis.energy_notes =
      energy_notes(energies_of(std::as_const(analysis.points)), in_words(analysis.spec.axis) + " " + analysis.baseline);
}

/// Adds the noise guard's findings over each whole session that no run of it has as well.
void describe_sessions(SweepAnalysis& analysis, const SweepStore& store) {
  std::map<std::string, std::vector<Finding>> sessions;
  for (const SweepRun& run : store.runs()) sessions[run.session] = run.session_noise;
  const auto of_a_run = [&](const std::string& session, const Finding& finding) {
    const auto same = [&](const Finding& other) { return other.code == finding.code && other.text == finding.text; };
    return std::ranges::any_of(store.runs(), [&](const SweepRun& run) {
      return run.session == session && std::ranges::any_of(run.warnings, same);
    });
  };
  for (const auto& [session, noise] : sessions)
    for (const Finding& finding : noise)
      if (!of_a_run(session, finding))
        analysis.warnings.push_back(sessions.size() == 1
                                        ? say("over the whole sweep: %1", in_words(finding))
                                        : say("over all that was measured from %1 on: %2", session, in_words(finding)));
}

/// Puts first in the reading what took the processors' time during the measurement.
void describe_disturbance(SweepAnalysis& analysis, const SweepStore& store) {
  std::vector<std::vector<Finding>> runs;
  for (const SweepRun& run : store.runs()) {
    std::vector<Finding>& found = runs.emplace_back();
    std::ranges::copy_if(run.warnings, std::back_inserter(found), is_disturbance);
    // A session's finding is that of runs which were too short to say it themselves.
    if (found.empty()) std::ranges::copy_if(run.session_noise, std::back_inserter(found), is_disturbance);
  }
  if (const std::vector<std::string> found = merged_in_words(runs); !found.empty())
    analysis.reading.insert(analysis.reading.begin(), say("Measured while %1.", joined(found, "; ")));
}

/// After the disturbance, before what the medians say.
void describe_groups(SweepAnalysis& analysis) {
  std::vector<std::string> split;
  for (const SweepPoint& point : analysis.points)
    if (two_groups(point.times_s)) split.push_back(point.value);
  if (!split.empty())
    analysis.reading.insert(analysis.reading.begin(),
                            say(groups_words, in_words(analysis.spec.axis) + " " + in_one_line(split)));
}

}  // namespace

std::pair<std::int64_t, std::int64_t> images_of(const SweepAnalysis& analysis) {
  std::pair<std::int64_t, std::int64_t> images;
  for (const SweepPoint& point : analysis.points)
    for (const SweepRun& run : point.runs) {
      const auto warmup = static_cast<std::size_t>(analysis.spec.warmup_epochs);
      if (!std::isfinite(run.images_per_s) || run.epoch_times_s.size() <= warmup) continue;
      const auto of_run =
          std::int64_t{std::llround(run.images_per_s * mean(std::span(run.epoch_times_s).subspan(warmup)))};
      images = {images.first == 0 ? of_run : std::min(images.first, of_run), std::max(images.second, of_run)};
    }
  return images;
}

bool has_energy(const SweepAnalysis& analysis) { return any_energy(energies_of(analysis.points)); }

namespace {

SweepAnalysis analyse_slice(const SweepStore& store, const std::string& baseline, bool seeds_are_apart) {
  SweepAnalysis analysis;
  analysis.spec = store.spec();
  analysis.id = store.id();
  analysis.machine = store.machine();
  analysis.baseline = baseline.empty() ? baseline_of(analysis.spec) : baseline;
  analysis.unit = analysis.spec.scaling == Scaling::weak ? "s per step" : "s per epoch";
  for (std::size_t i = 0; i < analysis.spec.values.size(); ++i) analysis.points.push_back(collect(store, i));

  const auto found = std::ranges::find(analysis.points, analysis.baseline, &SweepPoint::value);
  if (found == analysis.points.end()) {
    throw UsageError(say("the baseline %1 is not among the sweep's values", analysis.baseline));
  }
  const LossFindings findings = mark_losses(store, analysis);
  const SweepPoint& base = *found;
  if (analysis.spec.axis == SweepAxis::workers) {
    analyse_workers(analysis, base);
  } else {
    analyse_other(analysis, base, seeds_are_apart);
  }
  describe_baseline(analysis, base);
  describe_losses(analysis, findings);
  describe_cores(analysis);
  describe_energy(analysis, base);
  describe_groups(analysis);
  describe_disturbance(analysis, store);
  std::size_t fewest = enough_repeats;
  for (const SweepPoint& point : analysis.points)
    if (!point.runs.empty()) fewest = std::min(fewest, point.runs.size());
  if (!store.complete()) analysis.warnings.emplace_back(say("the sweep is not complete: some runs are missing"));
  for (const SweepPoint& point : analysis.points) {
    if (!point.incomplete.empty())
      analysis.warnings.push_back(rests_words(in_words(analysis.spec.axis) + " " + point.value, point.runs.size(),
                                              analysis.spec.repeats, point.incomplete));
  }
  if (const std::vector<std::string> unknown = analysis.machine.unknown(); !unknown.empty()) {
    analysis.warnings.push_back(
        say("the sweep was begun by an older version, which did not keep %1: whether all runs had the same is not "
            "known",
            unknown.size() == 1 ? unknown[0] : say("%1 and %2", unknown[0], unknown[1])));
  }
  if (fewest < enough_repeats && analysis.spec.axis != SweepAxis::seed &&
      !seeds_are_apart) {  // there the spread is over the seeds
    analysis.warnings.emplace_back(say(
        fewest == 1 ? "one run of some point: it has no confidence interval"
                    : "fewer than five repeats of some point: its confidence interval is widened, for so few hardly "
                      "show the noise"));
  }
  return analysis;
}

/// The texts of all slices: once where every slice has it, else with the slice's value.
void add_of_slices(SweepAnalysis& whole, std::vector<std::string> SweepAnalysis::*texts) {
  const SweepAxis second = whole.spec.across->axis;
  std::vector<std::string>& all = whole.*texts;
  for (std::size_t slice = 0; slice < whole.slices.size(); ++slice)
    for (const std::string& text : whole.slices[slice].*texts) {
      const bool shared = std::ranges::all_of(whole.slices, [&](const SweepAnalysis& other) {
        return std::ranges::find(other.*texts, text) != (other.*texts).end();
      });
      if (!shared)
        all.push_back(say("%1: %2", value_words(second, across_of(whole.spec, slice)), text));
      else if (slice == 0)
        all.push_back(text);
    }
}

/// For each value of the first axis, how far chance alone moves its accuracy.
void read_over_seeds(SweepAnalysis& whole) {
  for (const std::string& value : whole.spec.values) {
    const std::optional<AccuracyOverSeeds> over = accuracy_over_seeds(whole.points, value);
    if (!over) continue;
    whole.each_over_seeds.push_back(*over);
    whole.reading.push_back(seeds_in_words(to_say("%1: test accuracy over %2: mean %3, minimum %4, maximum %5."),
                                           value_words(whole.spec.axis, value), *over));
  }
}

SweepAnalysis analyse_slices(const SweepStore& store, const std::string& baseline) {
  SweepAnalysis whole;
  whole.spec = store.spec();
  const bool over_seeds = whole.spec.across->axis == SweepAxis::seed;
  for (std::size_t slice = 0; slice < whole.spec.across->values.size(); ++slice) {
    whole.slices.push_back(analyse_slice(store.slice(slice), baseline, over_seeds));
    for (SweepPoint point : whole.slices.back().points) {
      point.across = across_of(whole.spec, slice);
      whole.points.push_back(std::move(point));
    }
  }
  whole.id = store.id();
  whole.machine = store.machine();
  whole.baseline = whole.slices.front().baseline;
  whole.unit = whole.slices.front().unit;
  whole.fit.why = say("with two axes each %1 has a law of its own", in_words(whole.spec.across->axis));
  if (over_seeds) read_over_seeds(whole);
  add_of_slices(whole, &SweepAnalysis::reading);
  add_of_slices(whole, &SweepAnalysis::energy_notes);
  add_of_slices(whole, &SweepAnalysis::warnings);
  return whole;
}

}  // namespace

std::string point_words(const SweepAnalysis& analysis, const SweepPoint& point) {
  const std::string first = in_words(analysis.spec.axis) + " " + point.value;
  return analysis.spec.across ? first + ", " + value_words(analysis.spec.across->axis, point.across) : first;
}

const SweepAnalysis& slice_with(const SweepAnalysis& analysis, std::size_t index) {
  return analysis.slices.empty() ? analysis : analysis.slices[index / analysis.spec.values.size()];
}

SweepAnalysis analyse(const SweepStore& store, const std::string& baseline) {
  SweepAnalysis analysis =
      store.spec().across ? analyse_slices(store, baseline) : analyse_slice(store, baseline, false);
  describe_sessions(analysis, store);  // a session measured points of all slices
  return analysis;
}

}  // namespace mlplab
