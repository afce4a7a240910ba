// Points whose times or weights are not verified: shown, marked, and without a speed.
#include <algorithm>

#include "core/study/sweep/sweep_analysis.h"
#include "tests/core/study/fake_training.h"

namespace mlplab {
namespace {

using DoubtedPoints = SweepFolder;

TEST_F(DoubtedPoints, ADoubtedPointHasNoSpeedAndIsNeverTheShortest) {
  SweepStore store = SweepStore::create(folder_, over(SweepAxis::backend, {"sequential", "python-numpy"}));
  SweepRun doubted = made_run("python-numpy", 0, 1, 0.001);
  doubted.verifications = {Verification::not_verified};
  store.append(doubted);
  store.append(made_run("sequential", 0, 1, 2.0));
  const SweepAnalysis analysis = analyse(store);
  EXPECT_TRUE(analysis.points[1].not_verified);
  EXPECT_TRUE(std::isnan(analysis.points[1].speed.value));
  EXPECT_FALSE(says(analysis.reading, "shortest time is that of backend python-numpy"));
  EXPECT_TRUE(says(analysis.reading, "are not verified: python-numpy (backend)."));
  const SweepAnalysis over_it = analyse(store, "python-numpy");
  for (const SweepPoint& point : over_it.points) EXPECT_TRUE(std::isnan(point.speed.value)) << point.value;
  EXPECT_TRUE(says(over_it.reading, "The times or weights of the baseline python-numpy are not verified"));
}

/// A sweep in which no losses are held against others: the doubt is the points' own.
TEST_F(DoubtedPoints, DoubtedTimesOfASweepOverBatchesGiveNoSpeed) {
  SweepSpec spec = over(SweepAxis::batch, {"16", "32"});
  spec.base.backend = "python-numpy";
  SweepStore store = SweepStore::create(folder_, spec);
  for (const char* value : {"16", "32"}) {
    SweepRun run = made_run(value, 0, 1, value == std::string("16") ? 2.0 : 0.001);
    run.batch = std::stoi(value);
    run.verifications = {value == std::string("16") ? Verification::verified : Verification::not_verified};
    store.append(run);
  }
  const SweepAnalysis analysis = analyse(store);
  EXPECT_DOUBLE_EQ(analysis.points[0].speed.value, 1.0);
  EXPECT_TRUE(std::isnan(analysis.points[1].speed.value));
  EXPECT_FALSE(says(analysis.reading, "shortest time is that of batch 32"));
}

}  // namespace
}  // namespace mlplab
