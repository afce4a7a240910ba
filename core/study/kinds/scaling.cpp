#include "core/study/kinds/scaling.h"

#include <algorithm>
#include <numeric>

#include "core/base/numbers.h"
#include "core/study/figures.h"
#include "core/study/kinds/energy.h"
#include "core/study/kinds/resources.h"

namespace mlplab {
namespace {

Cell cell_of(SweepAxis axis, const SweepPoint& point) {
  Cell cell = point;
  cell.name = point.value;
  cell.label = value_words(axis, point.value);
  cell.counted = point.runs.size();
  const double share = cell.efficiency.value / cell.speed.value;
  cell.efficiency.interval = {share * cell.speed.interval.low, share * cell.speed.interval.high};
  cell.comparable = point.same_training();
  std::vector<double> training, validation, testing, other;
  for (const SweepRun& run : point.runs) {
    // Older files tell the last evaluation alone, of a loss that may be no number, or not kept.
    const auto said = std::ranges::count_if(run.losses_test, [](double loss) { return std::isfinite(loss); });
    const auto evaluations = static_cast<double>(std::max<std::ptrdiff_t>(1, said));
    const auto all_of = [&](double once_s) { return std::isfinite(once_s) ? evaluations * once_s : 0.0; };
    training.push_back(std::accumulate(run.epoch_times_s.begin(), run.epoch_times_s.end(), 0.0));
    validation.push_back(run.validations_s.value_or(all_of(run.validation_time_s)));
    testing.push_back(run.tests_s.value_or(all_of(run.test_time_s)));
    other.push_back(std::max(0.0, run.wall_s - training.back() - validation.back() - testing.back()));
  }
  if (training.empty()) return cell;
  cell.training_s = {median(training)};
  cell.validation_s = {median(validation)};
  cell.testing_s = {median(testing)};
  cell.other_s = {median(other)};
  return cell;
}

}  // namespace

std::vector<Cell> cells_of(const SweepAnalysis& analysis) {
  std::vector<Cell> cells;
  for (const SweepPoint& point : analysis.points) {
    Cell& cell = cells.emplace_back(cell_of(analysis.spec.axis, point));
    if (!analysis.spec.across) continue;
    cell.name += "/" + point.across;
    cell.label += ", " + value_words(analysis.spec.across->axis, point.across);
  }
  return cells;
}

std::vector<const Figure*> table_figures(const SweepAnalysis& analysis) {
  using namespace figures;
  const SweepAxis axis = analysis.spec.axis;
  std::vector<const Figure*> list = {analysis.spec.scaling == Scaling::weak ? &step_time : &epoch_time};
  if (axis == SweepAxis::workers)
    list.insert(list.end(), {&speedup, &efficiency, &karp_flatt});
  else
    list.push_back(&relative_speed);
  if (axis == SweepAxis::batch || axis == SweepAxis::resolution || axis == SweepAxis::seed || axis.of != nullptr) {
    list.push_back(&test_time);
    if (any_known(validation_time, cells_of(analysis))) list.push_back(&validation_time);
  }
  list.insert(list.end(), {&throughput, &accuracy});
  add_energy_columns(list, cells_of(analysis));
  add_resource_columns(list, cells_of(analysis));
  return list;
}

std::vector<const Figure*> chart_figures(const SweepAnalysis& analysis) {
  using namespace figures;
  const Figure* time = analysis.spec.scaling == Scaling::weak ? &step_time : &epoch_time;
  std::vector<const Figure*> list = {&relative_speed, &throughput, &accuracy, time};
  if (analysis.spec.axis == SweepAxis::workers) list = {&speedup, &efficiency, &karp_flatt, time};
  add_energy_charts(list, cells_of(analysis));
  add_resource_charts(list, cells_of(analysis));
  return list;
}

std::string baseline_words(const SweepAnalysis& analysis) { return value_words(analysis.spec.axis, analysis.baseline); }

}  // namespace mlplab
