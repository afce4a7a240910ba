#include "core/study/run_speedup.h"

#include <gtest/gtest.h>

#include "tests/core/study/comparison/made_comparison.h"

namespace mlplab {
namespace {

RunLog with_times(const std::vector<double>& times_s) {
  RunLog log = made_run("sequential", 1.0, 1);
  log.epochs.resize(times_s.size(), log.epochs.front());
  for (std::size_t i = 0; i < times_s.size(); ++i) log.epochs[i].epoch_time_s = times_s[i];
  return log;
}

std::optional<RunSpeedup> speedup(const std::vector<double>& reference_s, const std::vector<double>& own_s,
                                  Equivalence losses = Equivalence::equal, const std::string& reference_on = "one, 2",
                                  const std::string& own_on = "one, 2") {
  return speedup_of({with_times(reference_s), reference_on}, {with_times(own_s), own_on}, losses);
}

std::string words(const std::vector<double>& reference_s, const std::vector<double>& own_s) {
  const std::optional<RunSpeedup> found = speedup(reference_s, own_s);
  return found ? speed_words(*found) : "";
}

const std::vector<double> reference_s = {1.0, 1.02, 0.98, 1.01, 0.99};

TEST(RunSpeedups, AreOfTheSameTrainingOnOneKnownMachine) {
  const std::vector<double> run_s = {0.1, 0.102, 0.098, 0.101, 0.099};
  for (const Equivalence losses : {Equivalence::equal, Equivalence::within_rounding})
    EXPECT_NEAR(speedup(reference_s, run_s, losses)->factor, 10.0, 1e-9);
  for (const Equivalence losses : {Equivalence::not_compared, Equivalence::differs})
    EXPECT_FALSE(speedup(reference_s, run_s, losses));
  EXPECT_FALSE(speedup(reference_s, run_s, Equivalence::equal, "one, 2", "other, 2"));
  EXPECT_FALSE(speedup(reference_s, run_s, Equivalence::equal, "", "one, 2"));
  EXPECT_FALSE(speedup(reference_s, run_s, Equivalence::equal, "", "")) << "two that nobody knows are not one";
  EXPECT_FALSE(speedup(reference_s, {}));
  EXPECT_FALSE(speedup(reference_s, {0.0, 0.0})) << "times that nobody took";
}

/// Epochs of one run are more alike than two runs of the same thing: what is within a quarter of 1 is not told, however
/// narrow the interval.
TEST(RunSpeedups, TellNothingBelowAQuarter) {
  EXPECT_EQ(words({1.0, 1.0, 1.0, 1.0, 1.0}, {0.1, 0.1, 0.1, 0.1, 0.1}), "10.0×");
  EXPECT_NE(words(reference_s, {0.2, 0.21, 0.19, 0.2, 0.2}).find("× ("), std::string::npos);
  EXPECT_TRUE(words(reference_s, {1.12, 1.13, 1.11, 1.12, 1.12}).starts_with("within noise ("))
      << "0.89, told by the interval";
  EXPECT_TRUE(words(reference_s, {0.7, 0.9, 1.3, 0.6, 1.4}).starts_with("uncertain ("));
  EXPECT_EQ(words({1.0}, {0.9}), "uncertain (1.11×)");
  EXPECT_EQ(words({1.0}, {0.1}), "10.0×");
}

}  // namespace
}  // namespace mlplab
