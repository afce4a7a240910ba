// Figures: what a study shows of its cells. Each is declared once (figures.h); tables, files, charts, the window and
// the lab report ask the same declaration, so that what is shown is what is exported.
#pragma once

#include <cmath>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/base/language.h"
#include "core/statistics/statistics.h"
#include "core/study/measured_energy.h"
#include "core/study/measured_memory.h"
#include "core/study/measured_step.h"

namespace mlplab {

/// A number that was measured, in its SI unit or as a fraction.
struct Measured {
  double value = not_known;
  Interval interval = {};  // 95 %; unknown for a single run, one point for a baseline against itself
  bool uncertain = false;  // shown with '≈'
  bool known() const { return std::isfinite(value); }
  /// Its interval can be drawn: it is known, and more than a point.
  bool spreads() const { return interval.known() && interval.low != interval.high; }
};

/// One setting of a study, and the figures of its runs: a value of a sweep (SweepPoint), an implementation of a
/// comparison (ComparisonRow).
struct Cell {
  std::string name;         // as in files: '4', 'openmp'
  std::string label;        // as in a sentence: '4 workers', 'OpenMP'
  int workers = 0;          // 0 where it has none, or they are not known yet
  std::size_t counted = 0;  // its runs that went to their end
  Measured time_s;          // of the training of an epoch, a step or a run, as the study says
  Measured speed;           // against the baseline
  Measured efficiency, karp_flatt;
  Measured images_per_s, accuracy_test;
  Measured test_time_s, validation_time_s;                // of one evaluation
  Measured training_s, validation_s, testing_s, other_s;  // of a whole run
  RepeatedEnergy energy;
  MedianMemory memory;
  RunStep step;                      // the mean of the profiled ones of all runs
  std::vector<double> times_s = {};  // [runs], whose median time_s is
  /// It trained the same as what its study holds it against, as far as that is asked; its times are verified.
  bool comparable = true;
};

/// The joules of the cells that have any, or say why not: vector<RepeatedEnergy*>, of const where the cells are.
template <class Cells>
auto energies_of(Cells& cells) {
  std::vector<decltype(&cells.front().energy)> energies;
  for (auto& cell : cells)
    if (cell.energy.known() || !cell.energy.why_not.empty()) energies.push_back(&cell.energy);
  return energies;
}

/// The cell's speed is the baseline's time over its own.
void relate_speed(Cell& cell, const Cell& baseline);

struct Figure {
  const char* id;                  // in files, and in the name of its chart's: 'images_per_s'
  const char* name;                // in a sentence; with a capital, the title of its chart: 'throughput'
  const char* column;              // the header of its column
  const char* narrow;              // that in the window, where there is less room
  const char* meaning;             // a sentence, for captions and tips
  const char* unit;                // in a chart: 's' for the unit of time that reads best, '' for ratios
  double scale = 1.0;              // from what was measured to the values in a chart
  bool percentage = false;         // in tables as '97.3 %', not as 0.973
  bool scaled = false;             // in tables in the unit of charts, too
  bool spare = false;              // left out of the window's table where there is little room
  bool interval_in_table = false;  // its interval stands in tables, too
  bool ratio = false;              // of times: noise that may be all of it is said instead (speed_words)
  const Figure* beside = nullptr;  // (optional) of the same unit, drawn in the same chart where it is known
  Measured (*of)(const Cell& cell);
};

/// The unit of the values in a chart, and what one measured unit is in it.
struct ShownUnit {
  std::string name;
  double scale = 1.0;
};
ShownUnit shown_unit(const Figure& figure, const std::vector<Cell>& cells);

bool any_known(const Figure& figure, const std::vector<Cell>& cells);
/// The figure, and the one beside it where that is known of any: the series of its chart.
std::vector<const Figure*> drawn_together(const Figure& figure, const std::vector<Cell>& cells);
/// Whether any cell's interval can be drawn.
bool any_spread(const Figure& figure, const std::vector<Cell>& cells);
/// A cell of a table: '1.82 (1.79 to 1.85)', '97.34 %', '≈ 12.0', '5.20×', 'within noise (0.97 to 1.12×)', or '–'.
std::string figure_text(const Figure& figure, const Cell& cell);
/// The sentence on cells whose repeats fall into two groups (few_repeats.h): '%1' names them.
inline constexpr const char* groups_words =
    to_say("The times fall into two groups (%1): a median between them is a time that no run took.");
/// '4 workers rests on 2 of 3 runs: why'
std::string rests_words(const std::string& name, std::size_t runs, int repeats, const std::string& why);
/// [low, high], or null where it is not known.
nlohmann::ordered_json interval_json(const Interval& interval, double scale = 1.0);

}  // namespace mlplab
