// The values that runs have in their settings, as files and people know them: parallel axes (parallel_runs.h) and
// groups (run_groups.h) are made of them. A further setting (core/run/settings.cpp) is here by itself.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/run/run_spec.h"

namespace mlplab {

/// The digits of a number on an axis or in a sentence: without the noise of a sum (0.30000000000000004).
inline constexpr int axis_digits = 4;

/// The number of a value that is a name among numbers, 'all workers' say.
inline constexpr double every_one = std::numeric_limits<double>::infinity();

/// A run's value in one setting.
struct RunValue {
  std::string key, words;  // as in files: 'adam'; as the reader sees it: 'Adam'
  double number = 0.0;     // named values stand in its order
  bool known = false;      // false where it is not set, or does not matter in that run
};

struct RunValues {
  std::string id, title;  // 'optimizer.learning_rate', 'learning rate'
  bool numbers = false, may_be_logarithmic = true, share = false;
  std::vector<RunValue> values;  // [runs]
};

/// The settings in which the runs differ, in the order of their table.
std::vector<RunValues> differing_settings(const std::vector<const RunSpec*>& specs);
/// The values in one setting, equal or not; nullopt where there is no setting of that name, or no run.
std::optional<RunValues> values_in(const std::string& setting, const std::vector<const RunSpec*>& specs);

}  // namespace mlplab
