// The marks are those of equivalence.h, point by point.
#include <algorithm>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/launch/configurations.h"
#include "core/launch/processes/transport.h"
#include "core/study/equivalence.h"
#include "core/study/rounding.h"
#include "core/study/sweep/analysis_parts.h"

namespace mlplab {

namespace {

/// The run that a point's losses are compared with; nothing where there is no finished one.
std::optional<RunLog> reference_log(const SweepStore& store, const std::string& baseline, std::size_t point) {
  const SweepSpec& spec = store.spec();
  if (spec.against_reference) {
    const std::size_t of = losses_must_agree(spec) ? 0 : point;
    const SweepRun* run = store.find_done(spec.values[of], reference_repeat);
    return run == nullptr ? std::nullopt : std::optional(log_of(*run, reference_of(spec, of)));
  }
  const auto place = std::ranges::find(spec.values, baseline);
  for (int repeat = 0; repeat < spec.repeats; ++repeat)
    if (const SweepRun* run = store.find_done(baseline, repeat))
      return log_of(*run, run_of(spec, static_cast<std::size_t>(place - spec.values.begin())));
  return {};
}

void add(LossFindings& found, const char* sentence, const std::string& value,
         const LossVerdict& verdict = {.state = Equivalence::not_compared}) {
  auto one = std::ranges::find(found, sentence, &LossFinding::sentence);
  if (one == found.end()) one = found.insert(found.end(), {sentence, "", verdict.state});
  one->values += (one->values.empty() ? "" : ", ") + value;
  one->moved = std::max(one->moved, verdict.moved);
}

/// Compares the runs' own figures, whatever their weights give.
bool tell_the_same(RunLog expected, RunLog got) {
  for (RunLog* log : {&expected, &got})
    for (EpochDone& epoch : log->epochs) epoch.verification = Verification::not_needed;
  return compare_losses(expected, got) == Equivalence::equal;
}

std::string how_it_differs(const std::string& run, const RunLog& expected, const RunLog& got,
                           const std::string& judge) {
  if (tell_the_same(expected, got))
    return say(
        "run %1 tells the training losses of %2, but the weights that it handed over do not bear out what it tells: "
        "not the same training",
        run, judge);
  return say("the losses of run %1 begin with %2 and end with %3, those of %4 with %5 and %6: not the same training",
             run, significant(got.epochs.front().loss_train, 5), significant(got.epochs.back().loss_train, 5), judge,
             significant(expected.epochs.front().loss_train, 5), significant(expected.epochs.back().loss_train, 5));
}

const char* words_of_difference(const RunStarted& got, const RunStarted& expected) {
  if (has_local_statistics(got.spec, got.workers))
    return to_say(
        "%1, whose losses are not those of %2: each process normalises by its own part of a batch (batch-norm=local).");
  if (has_local_statistics(expected.spec, expected.workers))
    return to_say(
        "%1, whose losses are not those of %2, where each process normalises by its own part of a batch "
        "(batch-norm=local).");
  return to_say("%1, whose losses are not those of %2, so that they trained something else.");
}

const char* words_of_no_comparison(const LossVerdict& verdict, const RunLog& got) {
  if (verdict.open)
    return to_say("%1, whose losses are not those of %2: it is not measured yet whether rounding accounts for that.");
  if (verdict.epoch > 0)
    return to_say(
        "%1, whose losses could not be compared: rounding alone moves them as far as they are from those of %2.");
  return is_confirmed(got)
             ? to_say("%1, whose losses could not be compared: nothing says that those of %2 were verified.")
             : to_say("%1, whose losses could not be compared: nothing says that they were verified.");
}

/// As the comparison marks its rows: a point is what the worst of its runs is.
void mark_point(SweepPoint& point, const RunSpec& spec, const RunLog& expected, const Rounding* rounding, bool awaited,
                const std::string& judge, LossFindings& findings) {
  LossVerdict worst{.state = Equivalence::equal};
  const SweepRun* run = nullptr;
  for (const SweepRun& one : point.runs)
    if (const LossVerdict verdict = judge_losses(expected, log_of(one, spec), rounding, awaited);
        verdict.state > worst.state)
      run = &one, worst = verdict;
  point.losses = worst.state;
  if (run == nullptr) return;
  const RunLog got = log_of(*run, spec);
  if (worst.state == Equivalence::within_rounding)
    return add(findings,
               to_say("%1, whose losses differ from those of %2 by no more than rounding explains, which alone moves "
                      "them by %3."),
               point.value, worst);
  if (worst.state == Equivalence::not_compared) {
    if (worst.epoch > 0 || worst.open) point.warnings.push_back(say("run %1: %2", run->id(), worst.reason()));
    return add(findings, words_of_no_comparison(worst, got), point.value, worst);
  }
  point.warnings.push_back(how_it_differs(run->id(), expected, got, judge));
  add(findings, words_of_difference(got.started, expected.started), point.value, worst);
}

const char* words_of_points(Equivalence state, bool workers) {
  if (state == Equivalence::within_rounding) return to_say("The same training within rounding: %1 (%2)");
  if (workers) return to_say("Not in the fit: %1 (%2)");
  return state == Equivalence::differs ? to_say("Not the same training: %1 (%2)")
                                       : to_say("Perhaps not the same training: %1 (%2)");
}

}  // namespace

LossFindings mark_losses(const SweepStore& store, SweepAnalysis& analysis) {
  LossFindings findings;
  const SweepSpec& spec = analysis.spec;
  const std::string judge = judge_in_words(analysis);
  const bool awaited = store.awaits_rounding();
  if (judge.empty()) return findings;
  for (std::size_t i = 0; i < analysis.points.size(); ++i) {
    SweepPoint& point = analysis.points[i];
    point.judged_by = spec.against_reference ? reference_entry().name : "the baseline " + analysis.baseline;
    if (point.runs.empty()) continue;
    const std::optional<RunLog> expected = reference_log(store, analysis.baseline, i);
    if (expected && std::isfinite(expected->epochs.front().loss_train)) {
      mark_point(point, run_of(spec, i), *expected, store.rounding_of(i), awaited, judge, findings);
    } else {
      point.losses = Equivalence::not_compared;
      add(findings, to_say("%1, whose losses could not be compared: %2 has no finished run with a loss."), point.value);
    }
  }
  return findings;
}

// Names the points that may have trained something else, and why; a sweep over workers leaves them out of the fit.
void describe_losses(SweepAnalysis& analysis, const LossFindings& findings) {
  const std::string judge = judge_in_words(analysis);
  const std::string axis = in_words(analysis.spec.axis);
  const bool workers = analysis.spec.axis == SweepAxis::workers;
  for (const auto& [sentence, values, state, moved] : findings)
    analysis.reading.push_back(
        say(sentence, say(words_of_points(state, workers), values, axis), judge, percent(moved, 2)));
  std::string unverified;
  for (const SweepPoint& point : analysis.points)
    if (point.not_verified) unverified += (unverified.empty() ? "" : ", ") + point.value;
  if (!unverified.empty())
    analysis.reading.push_back(
        say("Without a speed, for the times that their programs tell or their weights are not "
            "verified: %1 (%2).",
            unverified, axis));
  const bool all = std::ranges::all_of(
      analysis.points, [](const SweepPoint& p) { return p.losses == Equivalence::equal && !p.not_verified; });
  if (all && analysis.spec.against_reference)
    analysis.reading.push_back(say("All points have the losses of %1, which trained the same for it.", judge));
}

std::string judge_in_words(const SweepAnalysis& analysis) {
  if (analysis.spec.against_reference) return reference_entry().name;
  return losses_must_agree(analysis.spec) ? say("the baseline %1", analysis.baseline) : std::string();
}

std::optional<RunLog> expected_log(const SweepStore& store, std::size_t point) {
  const SweepSpec& spec = store.spec();
  const bool held = spec.against_reference || losses_must_agree(spec);
  return held ? reference_log(store, baseline_of(spec), point) : std::nullopt;
}

}  // namespace mlplab
