// The sentences; the numbers come from comparison.h and are rounded to three digits here only.
#include "core/experiments/comparison/comparison_reading.h"

#include <algorithm>

#include "core/base/numbers.h"
#include "core/compute/backend_table.h"
#include "core/experiments/noise_guard.h"
#include "core/experiments/warnings.h"
#include "core/launch/processes/process_backends.h"

namespace mlplab {
namespace {

std::string join(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return text;
}

std::vector<const ComparisonRow*> fastest_first(const Comparison& comparison) {
  std::vector<const ComparisonRow*> rows;
  for (const ComparisonRow& row : comparison.rows)
    if (row.done() && row.equivalent != Equivalence::differs) rows.push_back(&row);
  std::ranges::stable_sort(rows, {}, &ComparisonRow::train_time_s);
  return rows;
}

/// How many times as fast `row` is as `other`, with the interval where there is one.
std::string times_as_fast(const ComparisonRow& row, const ComparisonRow& other) {
  const Interval ratio = time_ratio_interval(other.train_times_s(), row.train_times_s());
  std::string text = significant(other.train_time_s / row.train_time_s) + " times";
  if (ratio.known()) text += " (95 % confidence: " + significant(ratio.low) + " to " + significant(ratio.high) + ")";
  return text + " as fast as " + other.title + " with " + duration(other.train_time_s);
}

void add_fastest(std::vector<std::string>& sentences, const Comparison& comparison) {
  const std::vector<const ComparisonRow*> rows = fastest_first(comparison);
  if (rows.size() < 2) return;
  const ComparisonRow &first = *rows.front(), &last = *rows.back();
  std::vector<std::string> level{first.title};  // not told apart from the first
  bool single = first.runs.size() < 2;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    single = single || rows[i]->runs.size() < 2;
    if (!is_difference(time_ratio_interval(rows[i]->train_times_s(), first.train_times_s())))
      level.push_back(rows[i]->title);
  }
  if (single) {
    sentences.push_back(first.title + " took the shortest time, " + duration(first.train_time_s) + ", and " +
                        last.title + " the longest, " + duration(last.train_time_s) +
                        ". One run says nothing of the noise: repeats tell whether that is a difference.");
    return;
  }
  if (level.size() == 1) {
    sentences.push_back(first.title + " is the fastest: " + duration(first.train_time_s) + ", " +
                        times_as_fast(first, last) + ".");
    return;
  }
  sentences.push_back("Which of " + join(level) +
                      " is the fastest these runs do not tell: their times are within the noise of each other.");
  if (level.size() < rows.size())
    sentences.push_back(first.title + ", with " + duration(first.train_time_s) + ", is " + times_as_fast(first, last) +
                        ".");
}

void add_sameness(std::vector<std::string>& sentences, const Comparison& comparison) {
  std::vector<std::string> differing, local;
  int checked = 0, done = 0;
  for (const ComparisonRow& row : comparison.rows) {
    done += row.done() ? 1 : 0;
    checked += row.equivalent != Equivalence::not_compared ? 1 : 0;
    if (row.equivalent == Equivalence::differs)
      (has_local_statistics(row.log.started.spec) ? local : differing).push_back(row.title);
  }
  if (done < 2) return;
  if (checked < 2)
    sentences.emplace_back("Without the sequential one nothing says whether they compute the same: train it too.");
  else if (differing.empty() && local.empty())
    sentences.emplace_back("All that were checked compute the same: their losses agree in every epoch.");
  if (checked >= 2 && !differing.empty())
    sentences.push_back("Not the result of the sequential one, so that their times say nothing: " + join(differing) +
                        ".");
  if (checked >= 2 && !local.empty())
    sentences.push_back(
        "Other losses by choice, as each process normalises by its own part of a batch: " + join(local) + ".");
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
    sentences.push_back(most == 1 ? "One run each: there is no interval."
                                  : "Medians of " + count_of(static_cast<long long>(most), "run") + " each.");
  else
    sentences.push_back("Medians of " + std::to_string(fewest) + " to " +
                        count_of(static_cast<long long>(most), "run") + ": not all went as often.");
}

bool has_kind(const std::vector<std::string>& said, const std::string& sentence) {
  const std::string begin = sentence.substr(0, sentence.find_first_of("0123456789"));
  return std::ranges::any_of(said, [&](const std::string& one) { return one.starts_with(begin); });
}

}  // namespace

std::string noise_verdict(const Comparison& comparison) {
  std::vector<std::vector<std::string>> runs;
  for (const ComparisonRow& row : comparison.rows)
    for (const ComparisonRun& run : row.runs) {
      runs.push_back(run.noise);
      std::erase_if(runs.back(), is_oversubscription);
    }
  std::vector<std::string> said = merge_warnings(runs);
  // Over all runs, where each alone was too short to tell; and before them.
  for (const std::string& sentence : comparison.noise_during)
    if (!has_kind(said, sentence)) said.push_back(sentence);
  for (const std::string& sentence : comparison.noise_before)
    if (!has_kind(said, sentence)) said.push_back("before the first run " + sentence);
  std::string text;
  for (const std::string& sentence : said) text += (text.empty() ? "Measured while " : "; ") + sentence;
  return text.empty() ? text : text + ".";
}

std::string speed_words(const ComparisonRow& row) {
  if (!row.relative_speed) return {};
  const std::string speed = significant(*row.relative_speed);
  if (!row.relative_ci.known() || row.relative_ci.low == row.relative_ci.high) return speed + "×";
  const std::string ends = significant(row.relative_ci.low) + " to " + significant(row.relative_ci.high);
  return is_difference(row.relative_ci) ? speed + "× (" + ends + ")" : "within noise (" + ends + "×)";
}

std::vector<std::string> read_comparison(const Comparison& comparison) {
  std::vector<std::string> sentences;
  if (std::ranges::none_of(comparison.rows, &ComparisonRow::done)) return sentences;
  if (std::string noise = noise_verdict(comparison); !noise.empty()) sentences.push_back(std::move(noise));
  add_fastest(sentences, comparison);
  add_sameness(sentences, comparison);
  add_runs(sentences, comparison);
  return sentences;
}

}  // namespace mlplab
