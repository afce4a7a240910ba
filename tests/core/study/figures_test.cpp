// Figures of made-up cells: what a table, a chart and the window take from one declaration.
#include "core/study/figures.h"

#include <gtest/gtest.h>

#include <set>
#include <span>

#include "core/base/json.h"
#include "core/reporting/sweep_report.h"
#include "core/study/kinds/comparison.h"
#include "core/study/kinds/scaling.h"

namespace mlplab {
namespace {

Cell cell_with(const Measured& time_s) {
  Cell cell;
  cell.time_s = time_s;
  return cell;
}

TEST(Figures, SayInATableWhatIsKnownOfThem) {
  EXPECT_EQ(figure_text(figures::epoch_time, cell_with({2.5, {2.4, 2.61}})), "2.50 (2.40 to 2.61)");
  EXPECT_EQ(figure_text(figures::epoch_time, cell_with({2.5, {}})), "2.50") << "of a single run";
  EXPECT_EQ(figure_text(figures::epoch_time, cell_with({})), "–");
  Cell cell;
  cell.speed = {1.0, {1.0, 1.0}};
  EXPECT_EQ(figure_text(figures::speedup, cell), "1.00×") << "a baseline against itself has no spread";
  cell.speed = {1.05, {0.97, 1.12}};
  for (const Figure* speed : {&figures::speedup, &figures::relative_speed})
    EXPECT_EQ(figure_text(*speed, cell), "within noise (0.970 to 1.12×)") << speed->name;
  cell.speed = {1.4, {0.8, 2.9}};
  EXPECT_EQ(figure_text(figures::speedup, cell), "uncertain (0.800 to 2.90×)");
  cell.accuracy_test = {0.97345};
  EXPECT_EQ(figure_text(figures::accuracy, cell), "97.34 %") << "an image of 10,000 is 0.01 %";
  cell.energy = {.with_idle = {.epoch_j = 12.0, .epoch_ci = {11.0, 13.0}, .uncertain = true}, .mean_w = 24.0};
  EXPECT_EQ(figure_text(figures::energy, cell), "≈ 12.0");
  EXPECT_EQ(figure_text(figures::energy_without_idle, cell), "–") << "not known is not 0";
  cell.memory.peak_bytes = 123'456'789.0;
  EXPECT_EQ(figure_text(figures::peak_memory, cell), "123");
}

TEST(Figures, HaveAUnitThatAllTheirValuesShare) {
  const std::vector<Cell> cells = {cell_with({0.004}), cell_with({0.3}), cell_with({})};
  const ShownUnit unit = shown_unit(figures::epoch_time, cells);
  EXPECT_EQ(unit.name, "ms");
  EXPECT_EQ(unit.scale, 1000.0);
  EXPECT_EQ(shown_unit(figures::epoch_time, {}).name, "s") << "nothing is measured yet";
  EXPECT_EQ(shown_unit(figures::efficiency, cells).scale, 100.0);
}

TEST(Figures, AreDrawnOnlyWhereTheyAreKnown) {
  const std::vector<Cell> cells = {cell_with({1.0, {1.0, 1.0}}), cell_with({2.0, {}})};
  EXPECT_TRUE(any_known(figures::epoch_time, cells));
  EXPECT_FALSE(any_known(figures::energy, cells));
  EXPECT_FALSE(any_spread(figures::epoch_time, cells)) << "one is a point, of the other nothing is known";
}

/// 6,000 images per second at 24 W.
TEST(Figures, ImagesPerJouleAreThoseOfTheTraining) {
  Cell cell;
  cell.images_per_s = {6000.0};
  EXPECT_FALSE(figures::images_per_joule.of(cell).known()) << "no meter";
  cell.energy.mean_w = 24.0;
  cell.energy.short_windows = true;
  EXPECT_EQ(figures::images_per_joule.of(cell).value, 250.0);
  EXPECT_TRUE(figures::images_per_joule.of(cell).uncertain);
}

/// Each name once, with the value of the same cell.
TEST(Figures, OfASweepStandInItsFilesUnderTheirIds) {
  SweepAnalysis analysis;
  analysis.spec.axis = SweepAxis::workers;
  analysis.spec.values = {"1", "2"};
  analysis.baseline = "1";
  for (const char* value : {"1", "2"}) {
    SweepPoint& point = analysis.points.emplace_back();
    point.value = value;
    point.workers = value[0] - '0';
    point.runs.resize(2);
    point.speed.value = 0.9 * point.workers;
    point.speed.interval = {0.8 * point.workers, point.workers * 1.0};
    point.efficiency.value = 0.9;
    point.images_per_s.value = 1000.0 * point.workers;
    point.accuracy_test.value = 0.9;
  }
  const std::vector<Cell> cells = cells_of(analysis);
  EXPECT_DOUBLE_EQ(cells[1].efficiency.interval.low, 0.8) << "that of the speedup, by worker";
  const nlohmann::ordered_json json = sweep_json(analysis).at("points").at(1);
  const Table table = sweep_table(analysis).exact;
  EXPECT_EQ(std::set(table.header.begin(), table.header.end()).size(), table.header.size());
  for (const std::span<const Figure* const> list :
       {std::span<const Figure* const>(figures::of_scaling), std::span<const Figure* const>(figures::of_runs),
        std::span<const Figure* const>(figures::newer), std::span<const Figure* const>(figures::newest)})
    for (const Figure* figure : list) {
      const Measured measured = figure->of(cells[1]);
      ASSERT_TRUE(json.contains(figure->id)) << figure->id;
      if (measured.known())
        EXPECT_EQ(json.at(figure->id), measured.value) << figure->id;
      else
        EXPECT_TRUE(json.at(figure->id).is_null()) << figure->id;
      EXPECT_NE(std::ranges::find(table.header, figure->id), table.header.end()) << figure->id;
    }
  for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.header.size());
  ASSERT_GE(table.header.size(), std::size(figures::newest));
  for (std::size_t i = 0; i < std::size(figures::newest); ++i)
    EXPECT_EQ(table.header[table.header.size() - std::size(figures::newest) + i], figures::newest[i]->id)
        << "scripts that read older files by position find every column where it was";
  const Table shown = sweep_table(analysis).shown;
  for (const auto& row : shown.rows) EXPECT_EQ(row.size(), shown.header.size());
}

TEST(Figures, OfAnImplementationThatDidNotEndAreNotKnown) {
  ComparisonRow row;
  row.backend = "simd";
  row.time_s.value = 3.0;  // of a run that was stopped
  EXPECT_FALSE(cell_of(row).time_s.known());
  row.runs.resize(1);
  EXPECT_EQ(cell_of(row).time_s.value, 3.0);
  EXPECT_FALSE(cell_of(row).speed.known());
}

}  // namespace
}  // namespace mlplab
