// The axes of kept runs: the table of settings (core/run/settings.h) with what runs have beside it, then the results.
#include "core/reporting/parallel_runs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/launch/configurations.h"
#include "core/reporting/table.h"
#include "core/reporting/ticks.h"
#include "core/run/configuration.h"
#include "core/run/settings.h"

namespace mlplab {
namespace {

/// From this ratio of the largest to the smallest value on an axis is logarithmic: three doublings, nearly a decade.
constexpr double logarithmic_from = 8.0;
/// With a 0 there is no logarithmic axis: up to this many values are evenly spaced in its place.
constexpr std::size_t most_spaced = 12;
constexpr double all_of_them = std::numeric_limits<double>::infinity();

/// A run's value on an axis that is being made.
struct RawValue {
  std::string key, words;
  double number = 0.0;  // named values stand in its order; all_of_them is a name among numbers
  bool known = false;
};

struct RawAxis {
  std::string id, title;
  bool numbers = false, may_be_logarithmic = true, share = false;
  std::vector<RawValue> values;  // [runs]
};

using Specs = std::vector<const RunSpec*>;

std::optional<double> number_in(const Setting& setting, const RunSpec& spec) {
  return visit_setting(setting, spec, [](const auto* value) -> std::optional<double> {
    using T = std::remove_cvref_t<decltype(*value)>;
    if constexpr (std::is_same_v<T, std::optional<double>>)
      return *value;
    else if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
      return static_cast<double>(*value);
    else if constexpr (std::is_same_v<T, ImageSize>)
      return static_cast<double>(value->width) * value->height;
    else
      return std::nullopt;
  });
}

bool holds_numbers(const Setting& setting) {
  if (!setting.choices.empty()) return false;
  return visit_setting(setting, RunSpec{}, [](const auto* value) {
    using T = std::remove_cvref_t<decltype(*value)>;
    return std::is_same_v<T, std::optional<double>> || (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>);
  });
}

/// Whether all runs have one value: the texts of thousands of them take a while.
bool is_equal_in_all(const Setting& setting, const Specs& specs) {
  return visit_setting(setting, *specs.front(), [&](const auto* first) {
    return std::ranges::all_of(specs, [&](const RunSpec* spec) {
      return visit_setting(setting, *spec, [&](const auto* value) {
        if constexpr (std::is_same_v<decltype(value), decltype(first)>) return *value == *first;
        return false;
      });
    });
  });
}

RawValue value_of(const Setting& setting, const RunSpec& spec, bool numbers) {
  RawValue value;
  const std::string path = setting.path;
  if (!matters(setting, spec)) return value;
  value.key = text_of(setting, spec);
  const std::optional<double> number = number_in(setting, spec);
  value.number = number.value_or(0.0);
  if (path == "data.source") value.key = title_of(spec.data);
  // The empty text of a limit that is not set, or of a file that was not given.
  value.known = numbers ? number.has_value() : !value.key.empty() || setting.off != nullptr;
  if (path == "batch_per_rank" && value.number == 0.0) value.known = false;
  value.words = numbers ? up_to_digits(value.number, axis_digits) : value.key;
  if (const std::string choice = title_of_choice(setting, spec); !choice.empty()) {
    value.words = choice;
    const auto at = std::ranges::find(setting.choices, value.key, &SettingChoice::name);
    value.number = static_cast<double>(at - setting.choices.begin());
  } else if (setting.off != nullptr && is_usual(setting, spec) && value.known) {
    value.words = say(setting.off);
    if (setting.off == std::string("all")) value.number = all_of_them;
  }
  return value;
}

/// Networks of one name may have other layers: from the second on they are numbered.
RawAxis network_axis(const Specs& specs) {
  RawAxis axis{.id = "network", .title = say("network"), .values = {}};
  std::map<std::string, std::vector<ModelSpec>> known;
  constexpr std::size_t most_variants = 50;
  for (const RunSpec* spec : specs) {
    ModelSpec model = spec->model;  // without the two that are settings of their own
    model.loss = {};
    model.initializer = {};
    std::string name = model.name();
    std::vector<ModelSpec>& variants = known[name];
    auto at = static_cast<std::size_t>(std::ranges::find(variants, model) - variants.begin());
    if (at == variants.size() && at < most_variants) variants.push_back(std::move(model));
    if (at > 0) name += " (" + std::to_string(at + 1) + (at == most_variants ? "+)" : ")");
    axis.values.push_back({.key = name, .words = name, .known = true});
  }
  return axis;
}

/// The name of what computes, the workers, and the options beside them.
std::array<RawAxis, 3> configuration_axes(const Specs& specs) {
  std::array<RawAxis, 3> axes{{{.id = "backend", .title = say("backend"), .values = {}},
                               {.id = "workers", .title = say("workers"), .numbers = true, .values = {}},
                               {.id = "options", .title = say("options"), .values = {}}}};
  for (const RunSpec* spec : specs) {
    const Configuration found = configuration_of(*spec);
    axes[0].values.push_back({.key = found.name, .words = configuration_title(found.name), .known = true});
    const bool all = found.workers == 0;
    axes[1].values.push_back({.key = std::to_string(found.workers),
                              .words = all ? say("all workers") : std::to_string(found.workers),
                              .number = all ? all_of_them : found.workers,
                              .known = true});
    std::string options;
    for (const auto& [name, value] : found.options) options += (options.empty() ? "" : " ") + name + "=" + value;
    axes[2].values.push_back({.key = options, .words = options.empty() ? say("none") : options, .known = true});
  }
  return axes;
}

bool differ(const RawAxis& axis) {
  const auto first = std::ranges::find(axis.values, true, &RawValue::known);
  if (first == axis.values.end()) return false;
  return std::ranges::any_of(axis.values,
                             [&](const RawValue& value) { return value.known && value.key != first->key; });
}

void spread_names(ParallelAxis& axis, const RawAxis& raw) {
  axis.scale = ParallelAxis::Scale::named;
  using Name = std::pair<double, std::string>;
  std::map<Name, AxisName> names;
  for (const RawValue& value : raw.values)
    if (value.known) names.emplace(Name{value.number, value.key}, AxisName{value.key, value.words});
  std::map<Name, double> places;
  for (const auto& [name, words] : names) {
    places[name] = static_cast<double>(axis.names.size());
    axis.names.push_back(words);
  }
  for (const RawValue& value : raw.values)
    axis.values.push_back(value.known ? places.at({value.number, value.key}) : not_known);
}

void scale_numbers(ParallelAxis& axis, bool may_be_logarithmic) {
  double low = all_of_them, high = -all_of_them;
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

ParallelAxis axis_of(const RawAxis& raw) {
  ParallelAxis axis{.id = raw.id, .title = raw.title, .names = {}, .values = {}};
  std::set<double> numbers;
  double least = all_of_them, most = 0.0;
  bool zero = false, all = false;
  for (const RawValue& value : raw.values) {
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
  for (const RawValue& value : raw.values) axis.values.push_back(value.known ? value.number : not_known);
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

std::vector<RawAxis> setting_axes(const Specs& specs) {
  auto [backend, workers, options] = configuration_axes(specs);
  std::vector<RawAxis> axes{std::move(backend), network_axis(specs)};
  for (const Setting& setting : settings()) {
    const std::string path = setting.path;
    RawAxis axis{.id = path,
                 .title = say(setting.title),
                 .numbers = holds_numbers(setting),
                 .may_be_logarithmic = path != "seed" && !setting.is_share,
                 .share = setting.is_share,
                 .values = {}};
    if (path == "data.source" || !is_equal_in_all(setting, specs)) {
      for (const RunSpec* spec : specs) axis.values.push_back(value_of(setting, *spec, axis.numbers));
      axes.push_back(std::move(axis));
    }
    if (path == "batch") axes.push_back(std::move(workers));
  }
  axes.push_back(std::move(options));
  return axes;
}

}  // namespace

ParallelRuns parallel_runs(const std::vector<const NotebookEntry*>& entries) {
  ParallelRuns runs;
  std::vector<const NotebookEntry*> drawn;
  Specs specs;
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
  for (const RawAxis& raw : setting_axes(specs))
    if (differ(raw)) runs.axes.push_back(axis_of(raw));
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
