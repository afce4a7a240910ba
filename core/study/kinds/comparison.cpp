#include "core/study/kinds/comparison.h"

#include <algorithm>

#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/study/figures.h"
#include "core/study/kinds/energy.h"
#include "core/study/kinds/resources.h"

namespace mlplab {

Cell cell_of(const ComparisonRow& row) {
  Cell cell;
  if (row.done()) cell = row;
  cell.name = row.backend;
  cell.label = say(row.title);
  cell.workers = row.workers;
  cell.counted = row.runs.size();
  if (!row.done()) return cell;
  double validation_s = 0.0, testing_s = 0.0;  // of the run whose log is the row's
  for (const EpochDone& epoch : row.log.epochs) {
    validation_s += epoch.validation_time_s;
    testing_s += epoch.test_time_s;
  }
  cell.training_s = {row.log.train_time_s()};
  cell.validation_s = {validation_s};
  cell.testing_s = {testing_s};
  if (std::isfinite(row.wall_s))
    cell.other_s = {std::max(0.0, row.wall_s - row.log.train_time_s() - validation_s - testing_s)};
  cell.comparable = row.verified() && (is_same_training(row.equivalent) ||
                                       (row.equivalent == Equivalence::not_compared && row.rounding.empty()));
  return cell;
}

std::vector<Cell> cells_of(const Comparison& comparison) { return mapped(comparison.rows, cell_of); }

std::vector<const Figure*> table_figures(const Comparison& comparison) {
  using namespace figures;
  std::vector<const Figure*> list = {&training_time, &relative_speed, &throughput, &accuracy};
  add_energy_columns(list, cells_of(comparison));
  add_resource_columns(list, cells_of(comparison));
  return list;
}

std::vector<const Figure*> chart_figures(const Comparison& comparison) {
  using namespace figures;
  const std::vector<Cell> cells = cells_of(comparison);
  std::vector<const Figure*> list;
  for (const Figure* one : {&training_time, &relative_speed})
    if (any_known(*one, cells)) list.push_back(one);
  add_energy_charts(list, cells);
  add_resource_charts(list, cells);
  return list;
}

}  // namespace mlplab
