// The guard on made-up readings: each disturbance gives its sentence, and a quiet machine gives none.
#include "core/experiments/noise_guard.h"

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
  reading.cpu_total_s = 20.0;
  reading.cpu_busy_s = 20.0;
  reading.own_s = 20.0;
  return reading;
}

TEST(NoiseGuard, OwnLoadIsNotNoise) { EXPECT_TRUE(judge_noise({}, after_ten_busy_seconds(), 2, cores(2)).empty()); }

TEST(NoiseGuard, EachDisturbanceHasItsSentence) {
  const auto only_warning = [](const NoiseReading& after, int workers) {
    const auto warnings = judge_noise({}, after, workers, cores(2));
    return warnings.size() == 1 ? warnings.front() : "there are " + std::to_string(warnings.size()) + " warnings";
  };
  NoiseReading after = after_ten_busy_seconds();
  after.own_s = 14.0;
  EXPECT_NE(only_warning(after, 2).find("other programs used 30 %"), std::string::npos) << only_warning(after, 2);
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
  EXPECT_NE(only_warning(after_ten_busy_seconds(), 3).find("3 workers on 2 cores"), std::string::npos);
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

TEST(NoiseGuard, TooShortToJudgeOthers) {
  NoiseReading after;
  after.cpu_total_s = 0.2;
  after.cpu_busy_s = 0.2;
  EXPECT_TRUE(judge_noise({}, after, 1, cores(2)).empty());
}

TEST(NoiseGuard, TheReadingsOfThisMachineGrow) {
  const NoiseReading before = read_noise();
  volatile double sink = 0.0;
  for (int i = 0; i < 20'000'000; ++i) sink = sink + 1.0;
  const NoiseReading after = read_noise();
  EXPECT_GT(after.own_s, before.own_s);
  EXPECT_GE(after.cpu_total_s, before.cpu_total_s);
}

}  // namespace
}  // namespace mlplab
