#include "core/study/sweep/axis.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"
#include "core/base/typed_number.h"
#include "core/data/load.h"
#include "core/launch/configurations.h"

namespace mlplab {

namespace {

int number_of(SweepAxis axis, const std::string& value) {
  const std::optional<int> number = typed_whole<int>(value);
  if (!number || *number < 1) {
    throw UsageError(say("a value of %1 must be a whole number of at least 1, not '%2'", in_words(axis), value),
                     "values");
  }
  return *number;
}

std::uint64_t seed_of(const std::string& value) {
  const std::optional<std::uint64_t> seed = typed_whole<std::uint64_t>(value);
  if (!seed) throw UsageError(say("a seed must be a whole number of at least 0, not '%1'", value), "values");
  return *seed;
}

void set_batch(const std::string& value, RunSpec& run) {
  run.batch = number_of(SweepAxis::batch, value);
  run.batch_per_rank = 0;
}

void set_width(const std::string& value, RunSpec& run) {
  for (std::size_t layer = 0; layer + 1 < run.model.layers.size(); ++layer)
    dense_layer(run.model, layer).units = number_of(SweepAxis::width, value);
}

void set_backend(const std::string& value, RunSpec& run) {
  choose_configuration(run, value);
  run.batch_per_rank = 0;  // the same whole batch for all of them
  // One worker is all that some backends have; the others take what was asked for. A kept sweep may name a trainer that
  // is not here.
  if (const ConfigurationEntry* entry = known_configuration(value);
      entry != nullptr && entry->why_not().empty() && entry->workers_max() == 1) {
    set_workers(run, 0);
  }
}

void set_resolution(const std::string& value, RunSpec& run) {
  const Shape& input = run.model.input;
  const int channels = run.data.channels > 0 ? run.data.channels : input.is_vector() ? 1 : input.channels;
  run.data.image_size = parse_image_size(value);
  fit_to(run.model, {channels, run.data.image_size.height, run.data.image_size.width}, run.model.outputs());
}

std::vector<std::string> backends_here() {
  std::vector<std::string> names;
  for (const ConfigurationEntry& entry : configurations())
    if (entry.why_not().empty()) names.push_back(entry.name);
  return names;
}

std::string understood_number(SweepAxis axis, const std::string& value) {
  return std::to_string(number_of(axis, value));
}

struct AxisEntry {
  SweepAxis::Kind kind;
  const char* name;      // in files, and through say() in a sentence
  const char* title;     // through say()
  const char* of_value;  // '%1' is the value; through say()
  void (*apply)(const std::string& value, RunSpec& run);
  std::string (*understood)(SweepAxis axis, const std::string& value);  // throws UsageError
  const char* usual;  // its values where no others are said; null: those that this machine has
};

const AxisEntry entries[] = {
    {SweepAxis::workers, to_say("workers"), to_say("workers"), to_say("%1 workers"),
     [](const std::string& value, RunSpec& run) { set_workers(run, number_of(SweepAxis::workers, value)); },
     understood_number, nullptr},
    {SweepAxis::batch, to_say("batch"), to_say("batch size"), to_say("batch %1"), set_batch, understood_number,
     "16,64,256,1024"},
    {SweepAxis::width, to_say("width"), to_say("hidden width"), to_say("width %1"), set_width, understood_number,
     "64,128,256,512"},
    {SweepAxis::backend, to_say("backend"), to_say("backend"), "%1", set_backend,
     [](SweepAxis, const std::string& value) { return value; }, nullptr},
    {SweepAxis::resolution, to_say("resolution"), to_say("size of the images"), to_say("images of %1"), set_resolution,
     [](SweepAxis, const std::string& value) { return to_string(parse_image_size(value)); }, "16,24,32,48"},
    {SweepAxis::seed, to_say("seed"), to_say("seed"), to_say("seed %1"),
     [](const std::string& value, RunSpec& run) { run.seed = seed_of(value); },
     [](SweepAxis, const std::string& value) { return std::to_string(seed_of(value)); }, "1,2,3,4,5"},
};

/// Null: a setting.
const AxisEntry* entry_of(SweepAxis axis) {
  const auto found = std::ranges::find(entries, axis.kind, &AxisEntry::kind);
  return found == std::end(entries) ? nullptr : found;
}

void set_setting(const Setting& setting, const std::string& value, RunSpec& run) {
  try {
    set_text(setting, run, value);
    check_range(setting, run);
  } catch (const UsageError& error) {
    throw UsageError(error.what(), "values");
  }
  // No images at all are all of them in a run; here they would be a number that is not true.
  if (setting.off != nullptr && !setting.is_share && is_usual(setting, run))
    throw UsageError(say("a value of %1 must be a whole number of at least 1, not '%2'", say(setting.title), value),
                     "values");
}

/// To the last digit, without an exponent where it reads better so: 0.0001.
std::string decimal(double value) {
  char text[32];
  if (value != 0.0 && (std::abs(value) < 1e-5 || std::abs(value) >= 1e6)) return exact(value);
  const auto [end, error] = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed);
  return error == std::errc{} ? std::string(text, end) : exact(value);
}

std::string end_of(const Setting& setting) {
  const std::string path = setting.path;
  return path.substr(path.rfind('.') + 1);
}

}  // namespace

const std::vector<SweepAxis>& sweep_axes() {
  static const std::vector<SweepAxis> axes = [] {
    std::vector<SweepAxis> all;
    for (const AxisEntry& entry : entries) all.emplace_back(entry.kind);
    for (const Setting& setting : settings())
      if (setting.vary_over != nullptr) all.emplace_back(setting);
    return all;
  }();
  return axes;
}

std::string to_string(SweepAxis axis) { return axis.of != nullptr ? axis.of->path : entry_of(axis)->name; }

SweepAxis parse_axis(const std::string& text) {
  std::string names;
  for (const SweepAxis axis : sweep_axes()) {
    const bool by_setting =
        axis.of != nullptr && (text == end_of(*axis.of) || "--" + text == std::string(axis.of->option));
    if (by_setting || text == to_string(axis)) return axis;
    names += (names.empty() ? "" : ", ") + to_string(axis);
  }
  throw UsageError(say("unknown axis '%1'; valid are %2", text, names), "axis");
}

std::string in_words(SweepAxis axis) { return say(axis.of != nullptr ? axis.of->title : entry_of(axis)->name); }
std::string title_of(SweepAxis axis) { return say(axis.of != nullptr ? axis.of->title : entry_of(axis)->title); }

std::string value_words(SweepAxis axis, const std::string& value) {
  if (axis.kind == SweepAxis::workers && value == "1") return count_of(1, "worker");
  if (axis.kind == SweepAxis::backend) return configuration_title(value);
  if (axis.of == nullptr) return say(entry_of(axis)->of_value, value);
  for (const SettingChoice& choice : axis.of->choices)
    if (choice.name == value) return say(choice.title);
  return in_words(axis) + " " + value;
}

bool has_names(SweepAxis axis) {
  return axis.kind == SweepAxis::backend || (axis.of != nullptr && !axis.of->choices.empty());
}

bool has_whole_numbers(SweepAxis axis) {
  RunSpec run;
  return axis.of == nullptr || !std::holds_alternative<double*>(axis.of->at(run));
}

std::vector<std::string> suggested_values(SweepAxis axis) {
  if (axis.kind == SweepAxis::workers) return suggested_workers(machine_topology());
  if (axis.kind == SweepAxis::backend) return backends_here();
  if (axis.of == nullptr) return parse_values(entry_of(axis)->usual);
  if (axis.of->choices.empty()) return parse_values(axis.of->vary_over);
  return mapped(axis.of->choices, [](const SettingChoice& choice) { return std::string(choice.name); });
}

std::vector<std::string> suggested_workers(const Topology& topology) {
  const int cores = topology.usable_cores();
  std::vector<std::string> values;
  for (int p = 1; p < cores; p *= 2) values.push_back(std::to_string(p));
  values.push_back(std::to_string(cores));
  values.push_back(std::to_string(2 * cores));
  return values;
}

void apply_value(SweepAxis axis, const std::string& value, RunSpec& run) {
  if (axis.of != nullptr)
    set_setting(*axis.of, value, run);
  else
    entry_of(axis)->apply(value, run);
}

std::vector<std::string> parse_values(const std::string& text) {
  if (text.empty()) throw UsageError(say("the list of values is empty; write it as 1,2,4"), "values");
  std::vector<std::string> values = parts_of(text, ',');
  if (std::ranges::count(values, "") > 0)
    throw UsageError(say("'%1' has an empty value; write it as 1,2,4", text), "values");
  return values;
}

std::string understood_value(SweepAxis axis, const std::string& value) {
  try {
    if (axis.of == nullptr) return entry_of(axis)->understood(axis, value);
    RunSpec run;
    set_text(*axis.of, run, value);
    return has_names(axis) || has_whole_numbers(axis) ? text_of(*axis.of, run)
                                                      : decimal(*std::get<double*>(axis.of->at(run)));
  } catch (const UsageError&) {  // refused by check_figures()
    return value;
  }
}

std::vector<std::string> parse_values(SweepAxis axis, const std::string& text) {
  std::vector<std::string> values = parse_values(text);
  for (std::string& value : values) value = understood_value(axis, value);
  return values;
}

nlohmann::json value_json(SweepAxis axis, const std::string& value) {
  if (has_names(axis)) return value;
  if (axis.kind == SweepAxis::resolution && value.find('x') != std::string::npos) return value;
  if (axis.kind == SweepAxis::seed) return seed_of(value);
  if (axis.of == nullptr) return number_of(axis, value);
  if (!has_whole_numbers(axis)) return typed_number(value).value_or(0.0);
  return typed_whole<std::uint64_t>(value).value_or(0);
}

}  // namespace mlplab
