// The table of settings: a line for every value of a run that a user sets by itself. A run's files, the ranges, the
// command line, the window's form, the lab report, lessons and 'in what do these runs differ' are loops over it. To add
// a setting: its member in RunSpec, its line in settings.cpp, its translations, and the code that uses it. What is a
// list and no value has files of its own: the backend with its options, the team, the layers of the network.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/run/run_spec.h"

namespace mlplab {

/// Where a setting's value is in a run.
using SettingValue =
    std::variant<int*, double*, std::uint64_t*, bool*, std::string*, std::optional<double>*, ImageSize*, ImageFit*,
                 Augmentation*, Loss*, Initializer*, OptimizerKind*, ScheduleKind*>;

/// The values that are allowed; NaN never is.
struct SettingRange {
  double least, most;  // most infinite: none
  bool above_least = false, below_most = false;
};

/// One of the values of a setting that has few.
struct SettingChoice {
  const char* name;   // as in files and on the command line
  const char* title;  // as in the window; goes through say()
};

struct Setting {
  const char* path;   // 'optimizer.weight_decay': in a run's files, in lessons, in UsageError
  const char* title;  // 'weight decay'; goes through say(), as all texts below
  SettingValue (*at)(RunSpec& spec) = nullptr;
  const char* label = nullptr;      // '&Weight decay' of its field in the form; null: it has no such field
  const char* brief = nullptr;      // 'decay %1': beside other runs
  const char* brief_off = nullptr;  // in its place where the value is the usual one; null: as any other
  const char* off = nullptr;        // 'all', 'none': in place of the usual value, where that means no limit
  const char* option = nullptr;     // '--weight-decay'; null: the command line has another way to it
  const char* help = nullptr;       // of the option and the field
  std::optional<SettingRange> range = {};
  std::vector<SettingChoice> choices = {};
  /// A sweep may have it as its axis, with these values where no others are said: '0.1,0.3', or '' for its choices.
  const char* vary_over = nullptr;
  bool is_share = false;                           // of all there is: shown in percent
  bool only_where_set = false;                     // a run's files leave the usual value out
  bool required = false;                           // a run's file without it is refused
  bool (*matters)(const RunSpec& spec) = nullptr;  // null: in every run
};

const std::vector<Setting>& settings();
/// Throws std::out_of_range for a path that is not in the table.
const Setting& find_setting(std::string_view path);

/// Calls `visit` with a pointer to the setting's value in `spec`.
template <class Visit>
decltype(auto) visit_setting(const Setting& setting, RunSpec& spec, const Visit& visit) {
  return std::visit(visit, setting.at(spec));
}
template <class Visit>
decltype(auto) visit_setting(const Setting& setting, const RunSpec& spec, const Visit& visit) {
  // at() only takes the address.
  const auto read = [&](const auto* value) -> decltype(auto) { return visit(value); };
  return std::visit(read, setting.at(const_cast<RunSpec&>(spec)));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

/// The value as it is typed on the command line: '0.001', 'sgd', '28x28'; '' for none.
std::string text_of(const Setting& setting, const RunSpec& spec);
/// Throws UsageError, with the setting's path, where `text` is no value of this kind. Ranges are validate()'s.
void set_text(const Setting& setting, RunSpec& spec, const std::string& text);
/// The names of its choices as a help says them: 'a, b or c'.
std::string names_of_choices(const Setting& setting);
/// The title of the choice that is set; '' where the setting has no choices.
std::string title_of_choice(const Setting& setting, const RunSpec& spec);

/// Whether the value is that of a run for which nothing was said.
bool is_usual(const Setting& setting, const RunSpec& spec);
bool matters(const Setting& setting, const RunSpec& spec);
void make_usual(const Setting& setting, RunSpec& spec);

/// Throws UsageError naming the setting and its range.
void check_range(const Setting& setting, const RunSpec& spec);

/// Adds all settings to the members of a run's file; the model's own are in its JSON.
void write_settings(nlohmann::json& json, const RunSpec& spec);
/// Reads them, and refuses members of 'data' and 'optimizer' that are none. `others`: the members of the whole that are
/// no settings. Throws UsageError.
void read_settings(const nlohmann::json& json, const std::vector<std::string>& others, RunSpec& spec);

}  // namespace mlplab
