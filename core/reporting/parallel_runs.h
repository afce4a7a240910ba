// Kept runs as lines over parallel axes: an axis per setting in which they differ, then their results. Values, scales,
// places and brushes are here; ui/notebook/parallel_view.h draws them. A further result is a line in the table of
// parallel_runs.cpp; a further setting (core/run/settings.cpp) has its axis by itself.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/notebook/entry.h"
#include "core/reporting/run_values.h"

namespace mlplab {

/// One of the values of an axis that is not a line of numbers.
struct AxisName {
  std::string key;    // as in files: 'adam'
  std::string words;  // as the reader sees it: 'Adam'
};

struct AxisTick {
  double place = 0.0;  // 0 bottom, 1 top
  std::string words;
};

/// The place of runs without a value on an axis: below its bottom, never on it.
inline constexpr double no_value_place = -0.12;

struct ParallelAxis {
  /// `named`: evenly spaced values.
  enum class Scale { linear, logarithmic, named };
  std::string id;     // 'optimizer.learning_rate', 'epoch_time_s': in settings and files
  std::string title;  // 'learning rate'
  std::string unit;   // of the ticks: 's', '%'; '' for pure numbers
  Scale scale = Scale::linear;
  bool is_result = false;
  bool integers = false;
  double shown_times = 1.0;  // a tick's number is the value times this: 100 for percent
  double low = 0.0,
         high = 1.0;  // the values at its ends; equal where all values are the same: these stand in the middle
  std::vector<AxisName> names;  // of the scale `named`, from the bottom to the top
  /// [runs]: the number, or the index into `names`; NaN where the run has no value: it is not known, not finite, or the
  /// setting does not matter in that run.
  std::vector<double> values;

  /// no_value_place for what is not finite.
  double place_of(double value) const;
  /// The inverse, on the axis; `named`: an index with a fraction.
  double value_at(double place) const;
  std::vector<AxisTick> ticks() const;
  bool has_value(std::size_t run) const;
  bool lacks_values() const;
  /// The run's value as in files, full precision; '' for none.
  std::string text(std::size_t run) const;
  /// The run's value for people, with its unit; '–' for none.
  std::string words(std::size_t run) const;
};

struct ParallelRuns {
  std::vector<std::filesystem::path> paths;  // [runs]
  std::vector<std::string> names;            // [runs]
  std::vector<bool> complete;                // [runs]: whether it ran to its end
  std::vector<ParallelAxis> axes;            // settings, then results; none where `why_not` says why
  int unreadable = 0;                        // runs that are left out
  std::string why_not;                       // one sentence: there is nothing to draw
  std::size_t size() const { return paths.size(); }
};
/// The runs among `entries`; other kinds have no part in it.
ParallelRuns parallel_runs(const std::vector<const NotebookEntry*>& entries);

/// The part of an axis that is chosen, by values: it holds among other runs too.
struct AxisBrush {
  double low = 0.0, high = 0.0;   // infinite where it goes on beyond the axis; low > high: no number
  std::vector<std::string> keys;  // of the scale `named`
  bool without_value = false;     // runs without a value too
  bool operator==(const AxisBrush&) const = default;
};
using AxisBrushes = std::map<std::string, AxisBrush>;  // by the axis' id

/// Between two places in any order. A named value is chosen where the brush touches its share of the axis; runs without
/// a value where it reaches down to their place.
AxisBrush brush_between(const ParallelAxis& axis, double from, double to);
/// The parts of the axis that a brush takes in, bottom and top, the lowest first; what lies beyond its ends is left
/// out.
std::vector<std::pair<double, double>> bands_of(const ParallelAxis& axis, const AxisBrush& brush);
bool is_within(const ParallelAxis& axis, const AxisBrush& brush, std::size_t run);
/// [runs]: whether each is within all brushes; those of axes that are not there choose nothing.
std::vector<bool> runs_within(const ParallelRuns& runs, const AxisBrushes& brushes);
/// 'learning rate: 0.01 to 0.1'.
std::string brush_words(const ParallelAxis& axis, const AxisBrush& brush);

/// The axes as the user has put them: indices into `axes` by the ids in `order`. Axes that `order` does not know stand
/// behind the one that they usually stand behind.
std::vector<std::size_t> ordered_axes(const std::vector<ParallelAxis>& axes, const std::vector<std::string>& order);
/// A row per run: path, name, whether it ran to its end and is within the brushes, and its values, full precision.
std::string to_csv(const ParallelRuns& runs, const AxisBrushes& brushes);

}  // namespace mlplab
