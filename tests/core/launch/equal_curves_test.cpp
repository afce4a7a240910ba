// Equal runs have equal curves: every backend that runs here trains, and reports its losses at the same points.
#include <gtest/gtest.h>

#include <cmath>

#include "core/compute/backend_table.h"
#include "core/data/idx.h"
#include "core/data/load.h"
#include "core/launch/configurations.h"
#include "core/launch/train.h"
#include "core/run/curve_grid.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

RunLog trained(const std::string& backend, bool report_each_step) {
  const test::TemporaryFolder folder;
  write_idx_folder(folder / "data", test::small_dataset());
  RunSpec spec = test::small_spec(backend);
  spec.data.source = (folder / "data").string();
  spec.epochs = 2;
  spec.batch = 8;  // 25 steps, of which ten are points of the curve
  if (spec.team) spec.team->ranks = 2;
  test::Remember sink;
  RunControl control;
  if (report_each_step) {
    control.step_batch();
    sink.then = [&](const Event& event) {
      if (report_of(event) != nullptr || std::holds_alternative<EpochDone>(event)) control.step_batch();
    };
  }
  const RunEnded ended = train(spec, load_dataset(spec.data, {}, spec.seed), sink, control);
  EXPECT_EQ(ended.status, RunStatus::done) << backend << ": " << ended.reason;
  return sink.log;
}

TEST(EqualCurves, DoNotDependOnHowOftenARunReports) {
  const RunLog freely = trained("sequential", false), slowly = trained("sequential", true);
  ASSERT_EQ(freely.steps.size(), 20U);
  ASSERT_EQ(slowly.steps.size(), 20U);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(freely.steps[i].step, slowly.steps[i].step);
    EXPECT_EQ(freely.steps[i].loss, slowly.steps[i].loss) << "bit for bit";
    EXPECT_EQ(freely.steps[i].accuracy, slowly.steps[i].accuracy);
  }
}

TEST(EqualCurves, AreThoseOfEveryBackend) {
  const TrainingCurve expected = training_curve(trained("sequential", false));
  ASSERT_EQ(expected.points.size(), 20U);
  for (const ConfigurationEntry& entry : configurations()) {
    if (entry.why_not && !entry.why_not().empty()) continue;
    SCOPED_TRACE(entry.name);
    const RunLog log = trained(entry.name, false);
    const TrainingCurve curve = training_curve(log);
    EXPECT_TRUE(curve.on_grid);
    ASSERT_EQ(curve.points.size(), expected.points.size());
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
      EXPECT_EQ(curve.points[i].step, expected.points[i].step);
      EXPECT_NEAR(curve.points[i].loss, expected.points[i].loss, 0.002);
      EXPECT_NEAR(curve.points[i].accuracy, expected.points[i].accuracy, 0.1) << "of 16 to 24 images";
    }
  }
}

}  // namespace
}  // namespace mlplab
