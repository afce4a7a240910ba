// The values that runs have in their settings: the table of settings (core/run/settings.h), and what runs have beside
// it.
#include "core/reporting/run_values.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/launch/configurations.h"
#include "core/run/configuration.h"
#include "core/run/settings.h"

namespace mlplab {
namespace {

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

RunValue value_of(const Setting& setting, const RunSpec& spec, bool numbers) {
  RunValue value;
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
    if (setting.off == std::string("all")) value.number = every_one;
  }
  return value;
}

/// Networks of one name may have other layers: from the second on they are numbered.
RunValues network_values(const Specs& specs) {
  RunValues axis{.id = "network", .title = say("network"), .values = {}};
  std::map<std::string, std::vector<ModelSpec>> known;
  constexpr std::size_t most_variants = 50;
  for (const RunSpec* spec : specs) {
    std::string name = spec->model.name();
    std::vector<ModelSpec>& variants = known[name];
    const auto equal = [&](ModelSpec& other) {  // but for the two that are settings of their own
      other.loss = spec->model.loss;
      other.initializer = spec->model.initializer;
      return other == spec->model;
    };
    const auto at = static_cast<std::size_t>(std::ranges::find_if(variants, equal) - variants.begin());
    if (at == variants.size() && at < most_variants) variants.push_back(spec->model);
    if (at > 0) name += " (" + std::to_string(at + 1) + (at == most_variants ? "+)" : ")");
    axis.values.push_back({.key = name, .words = name, .known = true});
  }
  return axis;
}

/// The name of what computes, the workers, and the options beside them.
std::array<RunValues, 3> configuration_values(const Specs& specs) {
  std::array<RunValues, 3> axes{{{.id = "backend", .title = say("backend"), .values = {}},
                                 {.id = "workers", .title = say("workers"), .numbers = true, .values = {}},
                                 {.id = "options", .title = say("options"), .values = {}}}};
  for (const RunSpec* spec : specs) {
    const Configuration found = configuration_of(*spec);
    axes[0].values.push_back({.key = found.name, .words = configuration_title(found.name), .known = true});
    const bool all = found.workers == 0;
    axes[1].values.push_back({.key = std::to_string(found.workers),
                              .words = all ? say("all workers") : std::to_string(found.workers),
                              .number = all ? every_one : found.workers,
                              .known = true});
    std::string options;
    for (const auto& [name, value] : found.options) options += (options.empty() ? "" : " ") + name + "=" + value;
    axes[2].values.push_back({.key = options, .words = options.empty() ? say("none") : options, .known = true});
  }
  return axes;
}

/// All settings, or the one called `only`; of all, those that are equal in every run may be left out.
std::vector<RunValues> values_of_settings(const Specs& specs, const std::string& only) {
  const auto wanted = [&](const std::string& id) { return only.empty() || only == id; };
  auto [backend, workers, options] = configuration_values(specs);
  std::vector<RunValues> all;
  if (wanted(backend.id)) all.push_back(std::move(backend));
  if (wanted("network")) all.push_back(network_values(specs));
  for (const Setting& setting : settings()) {
    const std::string path = setting.path;
    RunValues made{.id = path,
                   .title = say(setting.title),
                   .numbers = holds_numbers(setting),
                   .may_be_logarithmic = path != "seed" && !setting.is_share,
                   .share = setting.is_share,
                   .values = {}};
    if (wanted(path) && (only == path || path == "data.source" || !is_equal_in_all(setting, specs))) {
      for (const RunSpec* spec : specs) made.values.push_back(value_of(setting, *spec, made.numbers));
      all.push_back(std::move(made));
    }
    if (path == "batch" && wanted(workers.id)) all.push_back(std::move(workers));
  }
  if (wanted(options.id)) all.push_back(std::move(options));
  return all;
}

bool differ(const RunValues& setting) {
  const auto first = std::ranges::find(setting.values, true, &RunValue::known);
  if (first == setting.values.end()) return false;
  return std::ranges::any_of(setting.values,
                             [&](const RunValue& value) { return value.known && value.key != first->key; });
}

}  // namespace

std::vector<RunValues> differing_settings(const std::vector<const RunSpec*>& specs) {
  if (specs.empty()) return {};
  std::vector<RunValues> all = values_of_settings(specs, {});
  std::erase_if(all, [](const RunValues& setting) { return !differ(setting); });
  return all;
}

std::optional<RunValues> values_in(const std::string& setting, const std::vector<const RunSpec*>& specs) {
  if (setting.empty() || specs.empty()) return std::nullopt;
  std::vector<RunValues> found = values_of_settings(specs, setting);
  if (found.empty()) return std::nullopt;
  return std::move(found.front());
}

}  // namespace mlplab
