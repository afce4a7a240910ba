// The guard on made-up readings: each disturbance gives its sentence, and a quiet machine gives none.
#include "core/study/noise_guard.h"

#include <gtest/gtest.h>

namespace mlplab {
namespace {

Topology cores(int count) {
  Topology topology;
  for (int i = 0; i < count; ++i) topology.cpus.push_back({i, i, 0});
  return topology;
}

// Two CPUs for ten seconds, this process on both of them all the time.
NoiseReading after_ten_busy_seconds() {
  NoiseReading reading;
  reading.cpus = 2;
  reading.cpu_total_s = 20.0;
  reading.cpu_busy_s = 20.0;
  reading.own_s = 20.0;
  return reading;
}

TEST(NoiseGuard, OwnLoadIsNotNoise) { EXPECT_TRUE(judge_noise({}, after_ten_busy_seconds(), 2, cores(2)).empty()); }

TEST(NoiseGuard, EachDisturbanceHasItsSentence) {
  const auto only_warning = [](const NoiseReading& after, int workers) {
    const auto warnings = judge_noise({}, after, workers, cores(2));
    return warnings.size() == 1 ? in_words(warnings.front())
                                : "there are " + std::to_string(warnings.size()) + " warnings";
  };
  NoiseReading after = after_ten_busy_seconds();
  after.own_s = 14.0;
  EXPECT_NE(only_warning(after, 2).find("other programs kept 0.60 of 2 CPUs busy"), std::string::npos)
      << only_warning(after, 2);
  after = after_ten_busy_seconds();
  after.cpu_stolen_s = 2.0;
  EXPECT_NE(only_warning(after, 2).find("hypervisor"), std::string::npos);
  after = after_ten_busy_seconds();
  after.throttles_thermal = 3;
  EXPECT_NE(only_warning(after, 2).find("3 thermal events"), std::string::npos);
  after = after_ten_busy_seconds();
  after.throttles_quota = 1;
  EXPECT_NE(only_warning(after, 2).find("quota"), std::string::npos);
  after = after_ten_busy_seconds();
  after.governor = "powersave";
  EXPECT_NE(only_warning(after, 2).find("'powersave'"), std::string::npos);
  EXPECT_NE(only_warning(after_ten_busy_seconds(), 3).find("3 threads on 2 cores"), std::string::npos);
}

TEST(NoiseGuard, ForeignCpusCountAlikeOnEveryMachine) {
  // Ten seconds on 64 CPUs: four workers, and six CPUs of other programs, which are 9 % of all.
  NoiseReading after;
  after.cpus = 64;
  after.cpu_total_s = 640.0;
  after.own_s = 40.0;
  after.cpu_busy_s = 100.0;
  const auto warnings = judge_noise({}, after, 4, cores(64));
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(in_words(warnings[0]).find("other programs kept 6.0 of 64 CPUs busy"), 0U) << in_words(warnings[0]);
  after.cpu_busy_s = 41.0;  // a tenth of a CPU: the system itself
  EXPECT_TRUE(judge_noise({}, after, 4, cores(64)).empty());
  after.cpu_stolen_s = 10.0;  // one CPU, which is 1.6 % of all
  ASSERT_EQ(judge_noise({}, after, 4, cores(64)).size(), 1U);
  EXPECT_EQ(judge_noise({}, after, 4, cores(64))[0], (Finding{Finding::stolen, 1.0, 64}));
}

TEST(NoiseGuard, CountsFromTheFirstReadingOnly) {
  NoiseReading before;
  before.throttles_thermal = 7;
  before.throttles_quota = 7;
  before.cpu_stolen_s = 100.0;
  NoiseReading after = after_ten_busy_seconds();
  after.throttles_thermal = 7;
  after.throttles_quota = 7;
  after.cpu_stolen_s = 100.0;
  EXPECT_TRUE(judge_noise(before, after, 2, cores(2)).empty());
}

TEST(NoiseGuard, WhoeverLetsOthersGoFirstIsTold) {
  NoiseReading after = after_ten_busy_seconds();
  after.niceness = 10;
  EXPECT_EQ(judge_noise({}, after, 2, cores(2)), (std::vector<Finding>{{Finding::nice, 10.0}}));
}

TEST(NoiseGuard, TooShortToJudgeOthers) {
  NoiseReading after;
  after.cpus = 2;
  after.cpu_total_s = 0.2;
  after.cpu_busy_s = 0.2;
  EXPECT_TRUE(judge_noise({}, after, 1, cores(2)).empty());
  EXPECT_TRUE(is_too_short_to_judge({}, after));
  after.cpu_total_s = 20.0;
  EXPECT_FALSE(is_too_short_to_judge({}, after));
  EXPECT_FALSE(is_too_short_to_judge({}, {})) << "a system that does not tell: its runs are not short";
}

TEST(NoiseGuard, TheReadingsOfThisMachineGrow) {
  const NoiseReading before = read_noise();
  volatile double sink = 0.0;
  for (int i = 0; i < 20'000'000; ++i) sink = sink + 1.0;
  const NoiseReading after = read_noise();
  EXPECT_GT(after.own_s, before.own_s);
  EXPECT_GE(after.cpu_total_s, before.cpu_total_s);
  EXPECT_GE(after.cpus, machine_topology().logical_cpus());
}

}  // namespace
}  // namespace mlplab
