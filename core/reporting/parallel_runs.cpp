// The axes of kept runs: the settings in which they differ (run_values.h), then the results.
#include "core/reporting/parallel_runs.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/language.h"
#include "core/reporting/table.h"
#include "core/reporting/ticks.h"

namespace mlplab {
namespace {

/// From this ratio of the largest to the smallest value on an axis is logarithmic: three doublings, nearly a decade.
constexpr double logarithmic_from = 8.0;
/// With a 0 there is no logarithmic axis: up to this many values are evenly spaced in its place.
constexpr std::size_t most_spaced = 12;

void spread_names(ParallelAxis& axis, const RunValues& raw) {
  axis.scale = ParallelAxis::Scale::named;
  using Name = std::pair<double, std::string>;
  std::map<Name, AxisName> names;
  for (const RunValue& value : raw.values)
    if (value.known) names.emplace(Name{value.number, value.key}, AxisName{value.key, value.words});
  std::map<Name, double> places;
  for (const auto& [name, words] : names) {
    places[name] = static_cast<double>(axis.names.size());
    axis.names.push_back(words);
  }
  for (const RunValue& value : raw.values)
    axis.values.push_back(value.known ? places.at({value.number, value.key}) : not_known);
}

void scale_numbers(ParallelAxis& axis, bool may_be_logarithmic) {
  double low = every_one, high = -every_one;
  for (const double value : axis.values)
    if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
  axis.low = low, axis.high = high;
  if (low == high) return;
  const double times = axis.shown_times;
  TickScale ends;
  if (may_be_logarithmic && low > 0.0 && high / low >= logarithmic_from) {
    axis.scale = ParallelAxis::Scale::logarithmic;
    ends = logarithmic_ticks(low * times, high * times, 0, false);
  } else {
    ends = round_ticks(low * times, high * times, 5, axis.integers);
  }
  axis.low = std::min(low, ends.min / times);
  axis.high = std::max(high, ends.max / times);
}

ParallelAxis axis_of(const RunValues& raw) {
  ParallelAxis axis{.id = raw.id, .title = raw.title, .names = {}, .values = {}};
  std::set<double> numbers;
  double least = every_one, most = 0.0;
  bool zero = false, all = false;
  for (const RunValue& value : raw.values) {
    if (!value.known) continue;
    numbers.insert(value.number);
    all = all || std::isinf(value.number);
    zero = zero || value.number == 0.0;
    if (value.number > 0.0) least = std::min(least, value.number), most = std::max(most, value.number);
  }
  const bool crowded = zero && raw.may_be_logarithmic && most / least >= logarithmic_from;
  if (!raw.numbers || all || (crowded && numbers.size() <= most_spaced)) {
    spread_names(axis, raw);
    return axis;
  }
  axis.integers = std::ranges::all_of(numbers, [](double number) { return number == std::round(number); });
  if (raw.share) axis.shown_times = 100.0, axis.unit = "%";
  for (const RunValue& value : raw.values) axis.values.push_back(value.known ? value.number : not_known);
  scale_numbers(axis, raw.may_be_logarithmic);
  return axis;
}

struct Result {
  const char* id;
  const char* title;
  const char* unit;
  double shown_times;
  double (*value)(const NotebookEntry& entry);
};

const std::vector<Result>& results() {
  static const std::vector<Result> table{
      {"epoch_time_s", to_say("mean time per epoch"), "s", 1.0,
       [](const NotebookEntry& e) { return e.epochs_done > 0 ? e.time_s / e.epochs_done : not_known; }},
      {"epoch_train_j", to_say("energy of the last epoch"), "J", 1.0,
       [](const NotebookEntry& e) { return e.epoch_train_j.value_or(not_known); }},
      {"loss_train", to_say("training loss"), "", 1.0,
       [](const NotebookEntry& e) { return e.loss_train.value_or(not_known); }},
      {"loss_test", to_say("test loss"), "", 1.0,
       [](const NotebookEntry& e) { return e.loss_test.value_or(not_known); }},
      {"accuracy_test", to_say("test accuracy"), "%", 100.0,
       [](const NotebookEntry& e) { return e.accuracy_test.value_or(not_known); }}};
  return table;
}

}  // namespace

ParallelRuns parallel_runs(const std::vector<const NotebookEntry*>& entries) {
  ParallelRuns runs;
  std::vector<const NotebookEntry*> drawn;
  std::vector<const RunSpec*> specs;
  for (const NotebookEntry* entry : entries) {
    if (entry->kind != EntryKind::run) continue;
    if (entry->spec == nullptr || entry->state == EntryState::unreadable) {
      ++runs.unreadable;
      continue;
    }
    drawn.push_back(entry);
    specs.push_back(entry->spec.get());
    runs.paths.push_back(entry->path);
    runs.names.push_back(entry->name);
    runs.complete.push_back(entry->state == EntryState::done);
  }
  if (drawn.empty()) {
    runs.why_not = say("No run is listed that can be read.");
    return runs;
  }
  if (drawn.size() == 1) {
    runs.why_not = say("One run is listed; this view compares two or more.");
    return runs;
  }
  for (const RunValues& raw : differing_settings(specs)) runs.axes.push_back(axis_of(raw));
  if (runs.axes.empty()) {
    runs.why_not = say("All %1 listed runs have the same settings: there is no axis to draw.", drawn.size());
    return runs;
  }
  for (const Result& result : results()) {
    ParallelAxis axis{.id = result.id, .title = say(result.title), .unit = result.unit, .names = {}, .values = {}};
    axis.is_result = true;
    axis.shown_times = result.shown_times;
    for (const NotebookEntry* entry : drawn) axis.values.push_back(result.value(*entry));
    if (std::ranges::none_of(axis.values, [](double value) { return std::isfinite(value); })) continue;
    scale_numbers(axis, axis.id != "accuracy_test");
    runs.axes.push_back(std::move(axis));
  }
  return runs;
}

std::vector<bool> runs_within(const ParallelRuns& runs, const AxisBrushes& brushes) {
  std::vector<bool> within(runs.size(), true);
  for (const ParallelAxis& axis : runs.axes) {
    const auto brush = brushes.find(axis.id);
    if (brush == brushes.end()) continue;
    for (std::size_t run = 0; run < runs.size(); ++run)
      within[run] = within[run] && is_within(axis, brush->second, run);
  }
  return within;
}

std::vector<std::size_t> ordered_axes(const std::vector<ParallelAxis>& axes, const std::vector<std::string>& order) {
  std::vector<std::size_t> result;
  for (const std::string& id : order) {
    const auto at = std::ranges::find(axes, id, &ParallelAxis::id);
    const auto index = static_cast<std::size_t>(at - axes.begin());
    if (at != axes.end() && std::ranges::find(result, index) == result.end()) result.push_back(index);
  }
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (std::ranges::find(result, i) != result.end()) continue;
    const auto before = i == 0 ? result.end() : std::ranges::find(result, i - 1);
    result.insert(i == 0 ? result.begin() : before + 1, i);
  }
  return result;
}

std::string to_csv(const ParallelRuns& runs, const AxisBrushes& brushes) {
  Table table{{"path", "name", "complete", "within_brushes"}, {}};
  for (const ParallelAxis& axis : runs.axes) table.header.push_back(axis.id);
  const std::vector<bool> within = runs_within(runs, brushes);
  for (std::size_t run = 0; run < runs.size(); ++run) {
    std::vector<std::string> row{runs.paths[run].string(), runs.names[run], runs.complete[run] ? "1" : "0",
                                 within[run] ? "1" : "0"};
    for (const ParallelAxis& axis : runs.axes) row.push_back(axis.text(run));
    table.rows.push_back(std::move(row));
  }
  return to_csv(table);
}

}  // namespace mlplab
