// Where a step's time went, as a figure of cells: of a GPU's run as its log has it, and of runs that are trained here.
#include "core/study/measured_step.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/json.h"
#include "core/reporting/charts/comparison_charts.h"
#include "core/reporting/comparison_report.h"
#include "core/reporting/sweep_report.h"
#include "core/study/comparison/comparison_file.h"
#include "core/study/figures.h"
#include "core/study/kinds/comparison.h"
#include "core/study/kinds/scaling.h"
#include "core/study/sweep/sweep_analysis.h"
#include "tests/core/study/comparison/made_comparison.h"
#include "tests/core/study/fake_training.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

/// The line of an epoch's profile in the log of a run on a GPU; times in units of 2^-20 s, which are exact.
std::string line_of_gpu(int epoch, int steps, int h2d, int kernel, int d2h, int host, int unrecorded) {
  const auto text = [](int units) { return dump_json(nlohmann::json(std::ldexp(units, -20))); };
  return R"({"event":"profile_sample","epoch":)" + std::to_string(epoch) +
         R"(,"batch":64,"placement":"pinned","unprofiled_step_s":0.0,"steps":)" + std::to_string(steps) +
         R"(,"wall_s":)" + text(h2d + kernel + d2h + host + unrecorded) + R"(,"h2d_s":)" + text(h2d) +
         R"(,"kernel_s":)" + text(kernel) + R"(,"d2h_s":)" + text(d2h) + R"(,"communication_s":0.0,"host_s":)" +
         text(host) + R"(,"unrecorded_s":)" + text(unrecorded) +
         R"(,"h2d_bytes":0.0,"d2h_bytes":0.0,"communication_bytes":0.0,"operations":[],"nodes":[],"tracks":[],"spans":[]})";
}

/// Three epochs of 4, 4 and 12 profiled steps; the first is slow.
RunLog log_of_gpu() {
  RunLog log = made_run("sequential", 1.0, 3);
  for (const std::string& line : {line_of_gpu(0, 4, 900, 900, 900, 900, 900), line_of_gpu(1, 4, 80, 400, 8, 16, 4),
                                  line_of_gpu(2, 12, 40, 400, 4, 8, 0)})
    log.apply(parse_line(line).value());
  return log;
}

double units(double seconds) { return std::ldexp(seconds, 20); }
double sum_of(const RunStep& step) {
  return step.h2d_s + step.kernel_s + step.d2h_s + step.communication_s + step.host_s + step.unrecorded_s;
}

TEST(RunStep, IsTheMeanOfTheProfiledStepsAfterTheWarmUp) {
  const RunStep step = step_of_run(log_of_gpu(), 1);
  EXPECT_EQ(step.steps, 16);
  EXPECT_EQ(units(step.h2d_s), 50.0) << "(4 · 80 + 12 · 40) / 16";
  EXPECT_EQ(units(step.kernel_s), 400.0);
  EXPECT_EQ(units(step.d2h_s), 5.0);
  EXPECT_EQ(step.communication_s, 0.0) << "known, and none";
  EXPECT_EQ(units(step.host_s), 10.0);
  EXPECT_EQ(units(step.unrecorded_s), 1.0);
  EXPECT_DOUBLE_EQ(sum_of(step), step.wall_s);
  EXPECT_EQ(step_of_run(log_of_gpu()).steps, 20);
  EXPECT_EQ(step_of_run(log_of_gpu(), 5).steps, 20) << "nothing was trained but the warm-up";
  EXPECT_FALSE(step_of_run(made_run("sequential", 1.0, 3)).known());
  EXPECT_FALSE(std::isfinite(step_of_run(made_run("sequential", 1.0, 3)).kernel_s)) << "not profiled is not 0";
}

TEST(RunStep, OfSeveralRunsCountsEachByItsSteps) {
  const RunStep once = step_of_run(log_of_gpu(), 1), all = step_of_run(log_of_gpu());
  const RunStep both = step_of_runs({once, RunStep(), all});
  EXPECT_EQ(both.steps, 36);
  EXPECT_NEAR(units(both.h2d_s), (16 * 50.0 + 4 * 80.0 + 12 * 40.0 + 4 * 900.0) / 36, 1e-9);
  EXPECT_NEAR(sum_of(both), both.wall_s, 1e-15);
  EXPECT_FALSE(step_of_runs({RunStep(), RunStep()}).known());
}

TEST(StepOfAComparison, IsKeptShownAndDrawn) {
  Comparison comparison = made_comparison();
  comparison.rows[0].runs.clear();
  RunLog log = log_of_gpu();
  const RunStep step = step_of_run(log);
  add_run(comparison.rows[0], {.round = 0, .log = std::move(log), .noise = {}, .step = step}, 0.97);
  const test::TemporaryFolder folder;
  save_comparison(folder / "measured.json", comparison);
  const Comparison read = read_comparison(folder / "measured.json");
  EXPECT_EQ(read.rows[0].step.steps, step.steps);
  EXPECT_EQ(read.rows[0].step.h2d_s, step.h2d_s);
  EXPECT_FALSE(read.rows[1].step.known());
  const nlohmann::ordered_json json = comparison_json(read);
  EXPECT_EQ(json.at(0).at("step_kernel_s"), step.kernel_s);
  EXPECT_EQ(json.at(0).at("step_communication_s"), 0.0);
  EXPECT_TRUE(json.at(1).at("step_kernel_s").is_null());
  const Table shown = comparison_table(read, nullptr).shown;
  for (const char* title : {"host-to-device s", "kernel s", "device-to-host s", "host s", "unrecorded s"})
    EXPECT_EQ(std::ranges::count(shown.header, title), 1) << title;
  EXPECT_EQ(std::ranges::count(shown.header, "communication s"), 0) << "there was none";
  const std::vector<Chart> charts = course_charts(read);
  const auto chart = std::ranges::find(charts, "step", &Chart::id);
  ASSERT_NE(chart, charts.end());
  ASSERT_EQ(chart->categories.size(), 1U) << "of the one that was profiled";
  ASSERT_EQ(chart->bars.size(), 5U);
  EXPECT_EQ(chart->bars[1].name, "kernel");
  EXPECT_TRUE(chart->stacked);
  double sum = 0.0;
  for (const BarSeries& bars : chart->bars) sum += bars.values.at(0);
  EXPECT_NEAR(sum, chart->bars[1].values.at(0) / step.kernel_s * step.wall_s, 1e-9 * sum) << chart->y.unit;
}

class StepOfASweep : public SweepFolder {
 protected:
  SweepAnalysis measured(int profiled) {
    SweepSpec spec = batches();
    spec.base = test::small_spec("sequential");
    spec.base.profile_steps = profiled;
    spec.values = {"16", "32"};
    spec.repeats = 2;
    SweepStore store = SweepStore::create(folder_, spec);
    const Dataset data = test::small_dataset();
    QuietSweep sink;
    RunControl control;
    run_sweep(store, data, sink, control);
    return analyse(SweepStore::open(folder_));
  }
};

TEST_F(StepOfASweep, IsThatOfTheTimedEpochsWhereItProfiles) {
  const SweepAnalysis analysis = measured(2);
  const int epochs = analysis.spec.base.epochs;
  for (const SweepPoint& point : analysis.points) {
    ASSERT_EQ(point.runs.size(), 2U) << point.failure;
    for (const SweepRun& run : point.runs) {
      EXPECT_EQ(run.step.steps, 2 * epochs) << "none of the warm-up";
      EXPECT_NEAR(sum_of(run.step), run.step.wall_s, 1e-3 * run.step.wall_s);
      EXPECT_EQ(run.step.h2d_s, 0.0) << "the host copies nothing to itself";
    }
    EXPECT_GT(point.step.kernel_s, 0.0);
  }
  const std::vector<const Figure*> shown = table_figures(analysis);
  EXPECT_EQ(std::ranges::count(shown, &figures::step_kernel), 1);
  EXPECT_EQ(std::ranges::count(shown, &figures::step_h2d), 0);
  EXPECT_EQ(sweep_json(analysis).at("points").at(0).at("step_h2d_s"), 0.0);
}

TEST_F(StepOfASweep, IsNotKnownWhereItDoesNot) {
  const SweepAnalysis analysis = measured(0);
  EXPECT_EQ(std::ranges::count(table_figures(analysis), &figures::step_kernel), 0);
  EXPECT_TRUE(sweep_json(analysis).at("points").at(0).at("step_kernel_s").is_null());
}

}  // namespace
}  // namespace mlplab
