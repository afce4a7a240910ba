// The points of a training curve, and what becomes of reports that lie elsewhere.
#include "core/run/curve_grid.h"

#include <gtest/gtest.h>

namespace mlplab {
namespace {

std::vector<std::int64_t> points_of(std::int64_t steps) {
  std::vector<std::int64_t> points;
  for (std::int64_t step = 0; step < steps; points.push_back(step)) step = next_curve_point(step, steps);
  return points;
}

TEST(CurveGrid, HasTheFirstStepAtWhichEachTenthIsDone) {
  EXPECT_EQ(points_of(13), (std::vector<std::int64_t>{2, 3, 4, 6, 7, 8, 10, 11, 12, 13}));
  EXPECT_EQ(points_of(3), (std::vector<std::int64_t>{1, 2, 3}));
  EXPECT_EQ(points_of(937).size(), 10U);
  EXPECT_TRUE(is_curve_point(94, 937));
  EXPECT_FALSE(is_curve_point(93, 937));
  EXPECT_FALSE(is_curve_point(0, 937));
  EXPECT_FALSE(is_curve_point(938, 937));
}

RunLog log_of(int steps, int batch, int examples) {
  RunLog log;
  log.started.steps_per_epoch = steps;
  log.started.train_examples = examples;
  log.started.spec.batch = batch;
  return log;
}

void report(RunLog& log, int step, double loss) {
  const auto steps = static_cast<double>(log.started.steps_per_epoch);
  log.apply(StepDone{.step = step, .epochs = step / steps, .loss = loss, .train_time_s = 0.1 * step});
}

TEST(CurveGrid, JoinsReportsOfEachStepToTheMeansOfTheirExamples) {
  RunLog log = log_of(20, 10, 195);
  for (int step = 1; step <= 20; ++step) report(log, step, step);
  const TrainingCurve curve = training_curve(log);
  ASSERT_EQ(curve.points.size(), 10U);
  EXPECT_TRUE(curve.on_grid);
  EXPECT_DOUBLE_EQ(curve.points.front().loss, 1.5);
  EXPECT_DOUBLE_EQ(curve.points.back().loss, (10 * 19.0 + 5 * 20.0) / 15) << "the last batch has five examples";
  EXPECT_NEAR(curve.points.back().images_per_s, 15 / 0.2, 1e-6);
}

TEST(CurveGrid, DoesNotDivideAReportThatPassesAPointAndSaysSo) {
  RunLog log = log_of(20, 10, 200);
  for (const int step : {1, 3, 11, 20}) report(log, step, step);
  const TrainingCurve curve = training_curve(log);
  EXPECT_FALSE(curve.on_grid);
  ASSERT_EQ(curve.points.size(), 3U);
  EXPECT_EQ(curve.points[0].step, 3) << "an old log has its own points";
  EXPECT_DOUBLE_EQ(curve.points[0].loss, (1 * 1 + 2 * 3) / 3.0);
  EXPECT_EQ(curve.points[1].loss, 11.0);
}

TEST(CurveGrid, EndsWithWhatIsKnownOfTheTenthInProgressWhileTheRunGoesOn) {
  RunLog log = log_of(20, 10, 200);
  report(log, 2, 1.0);
  log.apply(Progress{{.step = 3, .epochs = 0.15, .loss = 0.5}});
  ASSERT_EQ(training_curve(log).points.size(), 2U);
  EXPECT_EQ(log.latest()->step, 3);
  log.apply(RunEnded{});
  EXPECT_EQ(training_curve(log).points.size(), 1U) << "where it was stopped is the clock's";
}

}  // namespace
}  // namespace mlplab
