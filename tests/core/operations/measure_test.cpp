// Laboratories verify variants first, leave out those that would take too long, and stop at once.
#include "core/operations/measure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

#include "core/base/error.h"

namespace mlplab {
namespace {

class Made : public Operation {
 public:
  Made(std::function<void()> work, std::string difference)
      : work_(std::move(work)), difference_(std::move(difference)) {}
  void run() override { work_(); }
  std::string difference() override { return difference_; }

 private:
  std::function<void()> work_;
  std::string difference_;
};

Variant made(const std::string& id, std::function<void()> work, const std::string& difference = {}) {
  return {.id = id, .title = id, .make = [=](int) { return std::make_unique<Made>(work, difference); }};
}

constexpr TimingOptions quick{.repeats = 3, .time_s = 0.0, .limit_s = 5.0};

TEST(MeasureVariants, EverySizeOfEveryVariantIsAPoint) {
  int tellings = 0, points = 0;
  const OperationStudy study = measure_variants(
      {made("a", [] {}), made("b", [] {})}, {8, 4, 8}, quick, RunControl(),
      [&](const OperationProgress& progress) { EXPECT_EQ(progress.done, tellings++); },
      [&](const MeasuredOperation& point) { EXPECT_EQ(point.n, points++ < 2 ? 4 : 8); });
  ASSERT_EQ(study.points.size(), 4U);
  EXPECT_EQ(tellings, 4);
  for (const MeasuredOperation& point : study.points) {
    EXPECT_EQ(point.why_not, "");
    EXPECT_EQ(point.repeats, 3);
    EXPECT_GE(point.time_s, 0.0);
  }
  EXPECT_NE(study.find("b", 8), nullptr);
  EXPECT_EQ(study.find("b", 9), nullptr);
}

TEST(MeasureVariants, AWrongResultIsNotTimed) {
  bool ran = false;
  const OperationStudy study = measure_variants({made(
                                                    "wrong", [&] { ran = true; }, "it is 1")},
                                                {4}, quick, RunControl());
  EXPECT_FALSE(ran);
  EXPECT_TRUE(study.points.at(0).wrong);
  EXPECT_EQ(study.points[0].why_not, "wrong result: it is 1");
  EXPECT_FALSE(std::isfinite(study.points[0].time_s));
}

/// It sleeps 4 ms at n = 96 and n³ more elsewhere: 16 s at 1536, which is seen coming from 384.
TEST(MeasureVariants, WhatWouldTakeTooLongIsLeftOutAndSaysSo) {
  int largest = 0;
  const Variant slow{.id = "slow", .title = "slow", .order = 3, .make = [&](int n) {
                       largest = std::max(largest, n);
                       const auto pause = std::chrono::microseconds(static_cast<int>(4000.0 * std::pow(n / 96.0, 3.0)));
                       return std::make_unique<Made>([pause] { std::this_thread::sleep_for(pause); }, "");
                     }};
  const OperationStudy study =
      measure_variants({slow}, {4, 96, 1536, 3072}, {.repeats = 1, .time_s = 0.0, .limit_s = 2.0}, RunControl());
  EXPECT_EQ(study.points.at(0).why_not, "");
  EXPECT_EQ(study.points.at(1).why_not, "");
  for (const std::size_t i : {2U, 3U}) {
    EXPECT_NE(study.points.at(i).why_not.find("not measured"), std::string::npos) << study.points[i].why_not;
    EXPECT_FALSE(study.points[i].wrong);
  }
  EXPECT_EQ(largest, 384);
}

TEST(MeasureVariants, FewerRepeatsWhereTheyWouldTakeTooLong) {
  const auto study =
      measure_variants({made("slow", [] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); })}, {4},
                       {.repeats = 100, .time_s = 0.0, .limit_s = 0.045}, RunControl());
  EXPECT_GE(study.points.at(0).repeats, 1);
  EXPECT_LE(study.points.at(0).repeats, 2);
}

TEST(MeasureVariants, AReasonAndAFailureAreThePoints) {
  Variant absent = made("absent", [] { FAIL(); });
  absent.why_not = "not in this build";
  Variant failing{.id = "failing", .title = "failing", .make = [](int) -> std::unique_ptr<Operation> {
                    throw BackendError("the device is lost");
                  }};
  const OperationStudy study = measure_variants({absent, failing}, {4}, quick, RunControl());
  EXPECT_EQ(study.points.at(0).why_not, "not in this build");
  EXPECT_EQ(study.points.at(1).why_not, "the device is lost");
}

TEST(MeasureVariants, StopEndsIt) {
  RunControl control;
  const OperationStudy study =
      measure_variants({made("a", [] {}), made("b", [&] { control.stop(); })}, {4, 8}, quick, control);
  EXPECT_EQ(study.points.size(), 2U);
}

TEST(MeasureVariants, VariantsAreChosenByName) {
  const std::vector<Variant> all = {made("a", [] {}), made("b", [] {})};
  EXPECT_EQ(chosen_variants(all, {}).size(), 2U);
  EXPECT_EQ(chosen_variants(all, {"b"}).at(0).id, "b");
  try {
    (void)chosen_variants(all, {"c"});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "there is no variant 'c'; valid are a, b");
  }
}

TEST(MeasureVariants, OptionsOutOfTheirRangeAreRefused) {
  EXPECT_THROW(check_timing({.repeats = 0}), UsageError);
  EXPECT_THROW(check_timing({.time_s = -1.0}), UsageError);
  EXPECT_THROW(check_timing({.limit_s = 0.0}), UsageError);
  EXPECT_NO_THROW(check_timing({}));
}

TEST(InThreads, EachWorkerOnce) {
  for (const int workers : {1, 2, 5}) {
    std::vector<int> calls(static_cast<std::size_t>(workers), 0);
    in_threads(workers, [&](int worker) { ++calls.at(static_cast<std::size_t>(worker)); });
    EXPECT_EQ(calls, std::vector<int>(static_cast<std::size_t>(workers), 1));
  }
}

TEST(InThreads, AnExceptionOfAnyWorkerComesThroughOnceAllHaveEnded) {
  for (const int throwing : {0, 1, 3}) {
    std::atomic<int> ended{0};
    EXPECT_THROW(in_threads(4,
                            [&](int worker) {
                              if (worker == throwing) throw InputError("no room");
                              ++ended;
                            }),
                 InputError);
    EXPECT_EQ(ended, 3);
  }
}

}  // namespace
}  // namespace mlplab
