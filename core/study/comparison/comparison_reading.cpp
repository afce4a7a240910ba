// The sentences; the numbers come from comparison.h and are rounded to three digits here only.
#include "core/study/comparison/comparison_reading.h"

#include <algorithm>
#include <set>

#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"
#include "core/compute/backend_table.h"
#include "core/launch/processes/transport.h"
#include "core/study/comparison/ladder.h"

namespace mlplab {
namespace {

bool told_apart(const ComparisonRow& row, const ComparisonRow& other) {
  return is_difference(time_ratio_interval(row.times_s, other.times_s));
}

/// How many times as fast `row` is as `other`, with the interval where there is one.
std::string times_as_fast(const ComparisonRow& row, const ComparisonRow& other) {
  const Interval ratio = time_ratio_interval(other.times_s, row.times_s);
  const std::string interval =
      ratio.known() ? say(" (95 % confidence: %1 to %2)", significant(ratio.low), significant(ratio.high)) : "";
  return say("%1 times%2 as fast as %3 with %4", significant(other.time_s.value / row.time_s.value), interval,
             say(other.title), duration(other.time_s.value));
}

void add_fastest(std::vector<std::string>& sentences, const Comparison& comparison) {
  const std::vector<const ComparisonRow*> rows = ranked_rows(comparison);
  if (rows.size() < 2) return;
  const ComparisonRow &first = *rows.front(), &last = *rows.back();
  if (std::ranges::any_of(rows, [](const ComparisonRow* row) { return row->runs.size() < 2; })) {
    sentences.push_back(
        say("%1 took the shortest time, %2, and %3 the longest, %4. One run says nothing of the noise: repeats tell "
            "whether that is a difference.",
            say(first.title), duration(first.time_s.value), say(last.title), duration(last.time_s.value)));
    return;
  }
  std::vector<std::string> unbeaten;              // rows that no row is known to beat
  const ComparisonRow* slowest_behind = nullptr;  // told apart from the first
  for (auto row = rows.begin(); row != rows.end(); ++row) {
    if (std::none_of(rows.begin(), row, [&](const ComparisonRow* faster) { return told_apart(**row, *faster); }))
      unbeaten.push_back(say((*row)->title));
    if (told_apart(**row, first)) slowest_behind = *row;
  }
  if (unbeaten.size() > 1)
    sentences.push_back(
        say("%1 differ by less than the noise: these runs do not show which is the fastest.", listed(unbeaten)));
  if (slowest_behind == nullptr) return;
  const std::string behind = times_as_fast(first, *slowest_behind);
  sentences.push_back(unbeaten.size() == 1
                          ? say("%1 is the fastest: %2, %3.", say(first.title), duration(first.time_s.value), behind)
                          : say("%1, with %2, is %3.", say(first.title), duration(first.time_s.value), behind));
}

bool has_reference(const Comparison& comparison) { return done_row(comparison, reference_entry().name) != nullptr; }

void add_baseline(std::vector<std::string>& sentences, const Comparison& comparison) {
  const ComparisonRow* base = done_row(comparison, comparison.spec.baseline);
  if (base != nullptr && !base->verified() && base->equivalent != Equivalence::differs) {
    sentences.push_back(
        say("The times or weights of the baseline %1 are not verified: over it there are no relative speeds.",
            say(base->title)));
    return;
  }
  if (base == nullptr || !has_reference(comparison) || is_same_training(base->equivalent)) return;
  sentences.push_back(
      base->equivalent == Equivalence::differs
          ? say("The losses of the baseline %1 differ from the sequential backend's: no speeds relative to it are "
                "shown.",
                say(base->title))
          : say("Whether the baseline %1 computes the same as the sequential one is not known: over it there are no "
                "relative speeds.",
                say(base->title)));
}

void add_sameness(std::vector<std::string>& sentences, const Comparison& comparison) {
  std::vector<std::string> equal, within, differing, local, unchecked, unverified, rounded;
  std::string rounding, rounding_within;
  for (const ComparisonRow& row : comparison.rows) {
    if (!row.done()) continue;
    switch (row.equivalent) {
      case Equivalence::equal:
        equal.push_back(say(row.title));
        break;
      case Equivalence::within_rounding:
        within.push_back(say(row.title));
        rounding_within = row.rounding;
        break;
      case Equivalence::differs:
        (has_local_statistics(row.log.started.spec, row.log.started.workers) ? local : differing)
            .push_back(say(row.title));
        break;
      case Equivalence::not_compared:
        (!row.verified() ? unverified : row.rounding.empty() ? unchecked : rounded).push_back(say(row.title));
        if (rounding.empty()) rounding = row.rounding;
        break;
    }
  }
  if (equal.size() + within.size() + differing.size() + local.size() + unchecked.size() + unverified.size() +
          rounded.size() <
      2)
    return;
  if (!unverified.empty())
    sentences.push_back(say("Not ranked, for the times that their programs tell or their weights are not verified: %1.",
                            listed(unverified)));
  if (!has_reference(comparison)) {
    sentences.push_back(say("Without the sequential one nothing says whether they compute the same: train it too."));
    return;
  }
  if (equal.size() >= 2 && within.empty() && differing.empty() && local.empty())
    sentences.push_back(say("All that were checked compute the same: their losses agree in every epoch."));
  if (!within.empty())
    sentences.push_back(say("The same within rounding: %1, for %2.", listed(within), rounding_within));
  if (!differing.empty())
    sentences.push_back(
        say("Not the result of the sequential one, so that their times say nothing: %1.", listed(differing)));
  if (!local.empty())
    sentences.push_back(
        say("Other losses by choice, as each process normalises by its own part of a batch, and not ranked: %1.",
            listed(local)));
  if (!unchecked.empty())
    sentences.push_back(say("Not ranked, for nothing says whether they compute the same as the sequential one: %1.",
                            listed(unchecked)));
  if (!rounded.empty()) sentences.push_back(say("Not ranked: %1, for %2.", listed(rounded), rounding));
}

void add_runs(std::vector<std::string>& sentences, const Comparison& comparison) {
  std::size_t fewest = 0, most = 0;
  for (const ComparisonRow& row : comparison.rows) {
    if (!row.done()) continue;
    most = std::max(most, row.runs.size());
    fewest = fewest == 0 ? row.runs.size() : std::min(fewest, row.runs.size());
  }
  if (most == 0) return;
  if (fewest == most)
    sentences.push_back(most == 1 ? say("One run each: there is no interval.")
                                  : say("Medians of %1 each.", count_of(static_cast<long long>(most), "run")));
  else
    sentences.push_back(
        say("Medians of %1 to %2: not all went as often.", fewest, count_of(static_cast<long long>(most), "run")));
}

void add_groups(std::vector<std::string>& sentences, const Comparison& comparison) {
  std::vector<std::string> split;
  for (const ComparisonRow& row : comparison.rows)
    if (row.done() && two_groups(row.times_s)) split.push_back(say(row.title));
  if (!split.empty()) sentences.push_back(say(groups_words, listed(split)));
}

}  // namespace

std::vector<const ComparisonRow*> ranked_rows(const Comparison& comparison) {
  const bool checked = has_reference(comparison);
  std::vector<const ComparisonRow*> rows;
  for (const ComparisonRow& row : comparison.rows)
    if (row.done() && (checked ? is_same_training(row.equivalent) : row.verified())) rows.push_back(&row);
  std::ranges::stable_sort(rows, {}, [](const ComparisonRow* row) { return row->time_s.value; });
  return rows;
}

std::string noise_verdict(const Comparison& comparison) {
  std::vector<std::vector<Finding>> runs;
  std::set<Finding::Code> known = {Finding::oversubscribed};  // which was asked for, and is no noise
  for (const ComparisonRow& row : comparison.rows)
    for (const ComparisonRun& run : row.runs) {
      std::erase_if(runs.emplace_back(run.noise),
                    [](const Finding& one) { return one.code == Finding::oversubscribed; });
      for (const Finding& one : run.noise) known.insert(one.code);
    }
  std::vector<std::string> said = merged_in_words(runs);
  // Words of no known code, in older files, are all different things.
  const auto is_new = [&](const Finding& one) { return one.code == Finding::said || known.insert(one.code).second; };
  // Over all runs, where each alone was too short to tell; and before them.
  for (const Finding& one : comparison.noise_during)
    if (is_new(one)) said.push_back(in_words(one));
  for (const Finding& one : comparison.noise_before)
    if (is_new(one)) said.push_back(say("before the first run %1", in_words(one)));
  return said.empty() ? std::string() : say("Measured while %1.", joined(said, "; "));
}

namespace {

/// No factor over the sequential one without what of it is parallelism. Single runs have none: nothing is known of
/// their noise.
void add_parallel_part(std::vector<std::string>& sentences, const Comparison& comparison) {
  for (const Rung& rung : ladder_of(comparison)) {
    if (rung.row->backend != "openmp" || rung.row->workers < 2 || rung.whys.size() != 1 || !rung.interval.known())
      continue;
    const std::string title = say(rung.row->title), threads = count_of(rung.row->workers, "thread");
    const std::string factor = say("%1× (%2 to %3)", significant(*rung.factor), significant(rung.interval.low),
                                   significant(rung.interval.high));
    if (!is_difference(rung.interval))
      sentences.push_back(say("What %1 add to %2 is less than the noise: %3 over one thread.", threads, title, factor));
    else if (*rung.factor > 1.0)
      sentences.push_back(say("Of the speed of %1 over %2, %3 are due to %4; the rest is what one thread does better.",
                              title, say(reference_entry().title), factor, threads));
    else
      sentences.push_back(say("The %1 of %2 are slower than one: %3.", threads, title, factor));
  }
}

}  // namespace

std::vector<std::string> read_comparison(const Comparison& comparison) {
  std::vector<std::string> sentences;
  if (std::ranges::none_of(comparison.rows, &ComparisonRow::done)) return sentences;
  if (std::string noise = noise_verdict(comparison); !noise.empty()) sentences.push_back(std::move(noise));
  add_groups(sentences, comparison);
  add_baseline(sentences, comparison);
  add_fastest(sentences, comparison);
  add_parallel_part(sentences, comparison);
  add_sameness(sentences, comparison);
  add_runs(sentences, comparison);
  return sentences;
}

}  // namespace mlplab
