// The axis of a sweep: what its values are, in files, in words and in a run. To add one: a line in the table of
// axis.cpp. Settings of a run have one already where the table of settings says that they can vary.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/machine/topology.h"
#include "core/run/run_spec.h"
#include "core/run/settings.h"

namespace mlplab {

struct SweepAxis {
  /// Over seeds each run is `train --seed N`: what differs is chance.
  enum Kind { workers, batch, width, backend, resolution, seed, setting };
  SweepAxis(Kind axis = workers) : kind(axis) {}  // NOLINT(google-explicit-constructor): a kind alone is an axis
  explicit SweepAxis(const Setting& varied) : kind(setting), of(&varied) {}
  bool operator==(const SweepAxis&) const = default;

  Kind kind;
  const Setting* of = nullptr;  // what varies, where it is a setting
};

/// All of them: those that have a meaning of their own, then the settings.
const std::vector<SweepAxis>& sweep_axes();

/// As in files and on the command line: 'workers', 'optimizer.learning_rate'.
std::string to_string(SweepAxis axis);
/// A setting may be named by the end of its path or by its option, too: 'learning_rate', 'lr'. Throws UsageError.
SweepAxis parse_axis(const std::string& text);
/// The axis for people, in their language: in a sentence, and as a form's choice.
std::string in_words(SweepAxis axis);
std::string title_of(SweepAxis axis);
/// A value in a sentence: '4 workers', 'batch 16', 'OpenMP', 'learning rate 0.1'.
std::string value_words(SweepAxis axis, const std::string& value);

/// Its values are names and no numbers: bars, not points on an axis.
bool has_names(SweepAxis axis);
/// They are counts, so that there is nothing between two of them.
bool has_whole_numbers(SweepAxis axis);

/// The values that suit this machine.
std::vector<std::string> suggested_values(SweepAxis axis);
/// 1, 2, 4… to the cores, the cores themselves, and twice the cores (oversubscribed, to show it).
std::vector<std::string> suggested_workers(const Topology& topology);

/// Makes `value` the run's. Throws UsageError, of the field 'values', where it is none.
void apply_value(SweepAxis axis, const std::string& value, RunSpec& run);

/// '1,2,4' -> {'1', '2', '4'}, blanks removed. Throws UsageError for an empty list or element.
std::vector<std::string> parse_values(const std::string& text);
/// A value as it is understood and shown: '64' of '064', '1000' of '1e3', '64' of '64x64'; as it is where it
/// cannot be read, which validate() refuses.
std::string understood_value(SweepAxis axis, const std::string& value);
/// Each as understood_value() gives it.
std::vector<std::string> parse_values(SweepAxis axis, const std::string& text);
/// A value as JSON: a number, a name, or a width and height as '148x197'.
nlohmann::json value_json(SweepAxis axis, const std::string& value);

}  // namespace mlplab
