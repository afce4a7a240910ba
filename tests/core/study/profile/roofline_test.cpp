#include "core/study/profile/roofline.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/json.h"
#include "core/compute/backend_table.h"
#include "core/reporting/profile_report.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

constexpr std::size_t kib = 1024, mib = kib * kib;

Ceilings made_ceilings() {
  return {.workers = 2,
          .peak_flop_per_s = 100e9,
          .readings = {{"L1 cache", 24 * kib, 200e9}, {"L2 cache", mib, 100e9}, {"memory", 64 * mib, 10e9}},
          .absent = {}};
}

/// 3 inputs, 4 hidden units, 2 classes, 5 rows; each way of each layer took 1 µs.
ProfilePoint made_point() {
  ProfilePoint point;
  point.backend = "sequential";
  point.batch = point.rows = 5;
  point.model = ModelSpec{.input = {1, 1, 3}, .layers = {{Dense{4}}, {Dense{2}}}};
  point.profile.steps = 1;
  point.profile.nodes = {{1e-6, 0.0, 1e-6}, {1e-6, 1e-6, 1e-6}};
  point.profile.wall_s = point.profile.kernel_s = 5e-6;
  return point;
}

TEST(Roofline, CountsWorkByTheFormulas) {
  const std::vector<RooflinePoint> points = roofline_points(made_point());
  ASSERT_EQ(points.size(), 5U) << "nothing flows back to the examples";
  EXPECT_EQ(points[0].name, "layers.0");
  EXPECT_EQ(points[0].way, RooflineWay::forward);
  EXPECT_EQ(points[0].flop, 2.0 * 3 * 4 * 5);
  EXPECT_EQ(points[0].bytes, 4.0 * (5 * 3 + (3 * 4 + 4) + 5 * 4)) << "inputs, weights and biases, outputs";
  EXPECT_EQ(points[1].way, RooflineWay::to_weights);
  EXPECT_EQ(points[3].way, RooflineWay::to_inputs);
  EXPECT_EQ(points[3].bytes, 4.0 * (5 * 2 + (4 * 2 + 2) + 5 * 4));
  EXPECT_DOUBLE_EQ(points[0].flop_per_s(), 120.0 / 1e-6);
  EXPECT_DOUBLE_EQ(points[0].intensity(), 120.0 / 204.0);
}

TEST(Roofline, NamesTheLowestCeilingAbove) {
  const Ceilings ceilings = made_ceilings();
  const auto above = [&](double intensity, double flop_per_s) {
    return roof_above(ceilings, {.flop = intensity, .bytes = 1.0, .time_s = intensity / flop_per_s});
  };
  EXPECT_EQ(above(1.0, 9e9), "memory");
  EXPECT_EQ(above(1.0, 11e9), "L2 cache");
  EXPECT_EQ(above(1.0, 100e9), "L2 cache") << "at a ceiling is not above it";
  EXPECT_EQ(above(0.9, 99e9), "L1 cache");
  EXPECT_EQ(above(0.1, 99e9), "peak");
  EXPECT_EQ(above(100.0, 101e9), "");
  EXPECT_DOUBLE_EQ(roof(ceilings, 10e9, 2.0), 20e9);
  EXPECT_DOUBLE_EQ(roof(ceilings, 10e9, 20.0), 100e9);
}

TEST(Roofline, WhatIsAboveEveryCeilingIsSaid) {
  ProfilePoint point = made_point();
  EXPECT_EQ(roofline_notes(made_ceilings(), point).size(), 1U);
  point.profile.nodes[0].forward_s = 1e-9;  // 120 GFLOP/s
  Ceilings ceilings = made_ceilings();
  ceilings.absent = {"memory was not measured"};
  const std::vector<std::string> notes = roofline_notes(ceilings, point);
  ASSERT_EQ(notes.size(), 3U);
  EXPECT_EQ(notes[1].rfind("Above the peak: layers.0 forward.", 0), 0U) << notes[1];
  EXPECT_EQ(notes[2], "memory was not measured.");
}

TEST(Roofline, NothingIsDrawnOfWhatIsNotKnown) {
  ProfileStudy study{.machine = "m", .date = "2026-11-22", .points = {made_point()}, .ceilings = made_ceilings()};
  EXPECT_EQ(why_no_roofline(study, study.points[0]), "");
  EXPECT_EQ(roofline_table(study, study.points[0]).rows.size(), 5U);
  ProfilePoint older = made_point(), failed = made_point(), doubtful = made_point(), foreign = made_point();
  older.model.reset();
  failed.failure = "no room";
  doubtful.profile.kernel_s *= 2;  // booked twice
  foreign.profile.nodes.clear();   // and no operation that is known
  ProfilePoint timeless = made_point();
  timeless.profile.nodes = {{}, {}};
  for (const ProfilePoint& point : {older, failed, doubtful, foreign, timeless}) {
    EXPECT_NE(why_no_roofline(study, point), "");
    EXPECT_TRUE(roofline_table(study, point).rows.empty());
    EXPECT_TRUE(roofline_points(point).empty());
  }
  study.ceilings.reset();
  EXPECT_NE(why_no_roofline(study, study.points[0]).find("after a whole study"), std::string::npos);
  study.recorded = "recorded on another machine";
  EXPECT_NE(why_no_roofline(study, study.points[0]).find("not measured with this profile"), std::string::npos);
  EXPECT_TRUE(profile_json(study)[0].at("roofline").empty());
}

/// The names of the engine's operations are its own: were one changed, a point would go without a word.
TEST(Roofline, EveryEngineOfARealStudyHasItsOperations) {
  const Dataset dataset = test::small_dataset(256, 64);
  for (const char* backend : {"sequential", "simd"}) {
    if (!find_backend(backend).why_not().empty()) continue;
    ProfileStudySpec spec;
    spec.base.backend = backend;
    spec.base.model = make_mlp({36, 32, 4}, Activation::relu);
    spec.base.epochs = 1;
    spec.batches = {32};
    spec.steps = 4;
    RunControl control;
    const ProfileStudy study = run_profile_study(spec, dataset, control);
    ASSERT_EQ(study.points.size(), 1U);
    if (!distrust(study.points[0].profile).empty()) continue;  // a busy machine
    const std::vector<RooflinePoint> points = roofline_points(study.points[0]);
    for (const RooflineWay way : {RooflineWay::forward, RooflineWay::to_inputs, RooflineWay::to_weights})
      EXPECT_TRUE(std::ranges::any_of(points, [&](const RooflinePoint& p) { return p.way == way; }))
          << backend << ": " << to_string(way);
  }
}

/// Wherever the workers are, what each reads is surely in its level and surely not in a nearer one.
void expect_sound(const std::vector<DataCache>& caches, int workers, int cpus) {
  const std::vector<ReadingPlan> plans = plan_readings(caches, workers, cpus, 0);
  ASSERT_EQ(plans.size(), caches.size() + 1);
  std::size_t alone = 0, all = 0;
  for (std::size_t i = 0; i < caches.size(); ++i) {
    const std::size_t sharers = static_cast<std::size_t>(std::min(workers, caches[i].cpus));
    EXPECT_EQ(plans[i].bytes == 0, !plans[i].why_not.empty());
    EXPECT_LE(plans[i].bytes * sharers, caches[i].bytes) << plans[i].name;
    EXPECT_TRUE(plans[i].bytes == 0 || plans[i].bytes >= 2 * alone) << plans[i].name;
    alone += caches[i].bytes;
    all += caches[i].bytes * static_cast<std::size_t>((cpus + caches[i].cpus - 1) / caches[i].cpus);
  }
  EXPECT_GE(plans.back().bytes * static_cast<std::size_t>(workers) + static_cast<std::size_t>(workers), 2 * all);
  EXPECT_EQ(plans.back().name, "memory");
}

TEST(Ceilings, EachLevelIsReadWhereNothingNearerHoldsIt) {
  const std::vector<DataCache> server{{1, 48 * kib, 1}, {2, 2 * mib, 1}, {3, 32 * mib, 16}};
  const std::vector<ReadingPlan> plans = plan_readings(server, 2, 16, std::size_t{8} << 30);
  EXPECT_EQ(plans[0].bytes, 24 * kib);
  EXPECT_EQ(plans[1].bytes, mib);
  EXPECT_EQ(plans[2].bytes, 8 * mib) << "half of the share of one of two";
  const std::vector<DataCache> desktop{{1, 32 * kib, 2}, {2, mib, 2}, {3, 32 * mib, 16}};  // two halves of 8 cores, SMT
  const std::vector<DataCache> many_cores{{1, 48 * kib, 2}, {2, 2 * mib, 2}, {3, 105 * mib, 112}};
  for (const int workers : {1, 2, 4, 8, 16, 32}) expect_sound(desktop, workers, 32);
  for (const int workers : {1, 14, 56, 112}) expect_sound(many_cores, workers, 112);
  EXPECT_EQ(plan_readings(desktop, 16, 32, 0)[2].bytes, 0U)
      << "2 MiB of it are no more than what two nearer caches hold";
}

TEST(Ceilings, ALevelThatCannotBeToldFromItsNeighbourIsAbsent) {
  const std::vector<DataCache> small{{1, 48 * kib, 1}, {2, 2 * mib, 1}, {3, 16 * mib, 8}};
  const std::vector<ReadingPlan> plans = plan_readings(small, 8, 8, 0);
  EXPECT_EQ(plans[2].bytes, 0U);
  EXPECT_NE(plans[2].why_not, "");
  EXPECT_GT(plans[3].bytes, 0U) << "how much memory is free is not known";
  EXPECT_EQ(plan_readings(small, 8, 8, 64 * mib)[3].bytes, 0U) << "half of it would be taken";
  EXPECT_EQ(plan_readings({}, 1, 1, 0)[0].bytes, 0U);
}

TEST(Ceilings, ReadsWhatIsThere) {
  const Ceilings ceilings = measure_ceilings(1);
  if (ceilings.peak_flop_per_s == 0.0) GTEST_SKIP() << ceilings.absent.front();
  for (const ReadingCeiling& reading : ceilings.readings) {
    EXPECT_GT(reading.bytes_per_s, 1e8) << reading.name;
    EXPECT_LT(reading.bytes_per_s, 1e13) << reading.name << ": the loop was compiled away";
  }
  const nlohmann::json json = ceilings;
  EXPECT_EQ(json.get<Ceilings>(), ceilings);
}

TEST(Ceilings, OfAFileAreNumbersAboveNothing) {
  const nlohmann::json good = made_ceilings();
  EXPECT_EQ(good.get<Ceilings>(), made_ceilings());
  const auto wrong = [&](const char* where, const nlohmann::json& value) {
    nlohmann::json json = good;
    json[nlohmann::json::json_pointer(where)] = value;
    EXPECT_THROW((void)json.get<Ceilings>(), UsageError) << where << " " << value;
  };
  wrong("/peak_flop_per_s", 0.0);
  wrong("/peak_flop_per_s", "much");
  wrong("/readings/0/bytes_per_s", -1.0);
  wrong("/readings", 3);
  wrong("/readings", nlohmann::json(std::vector<nlohmann::json>(99, good["readings"][0])));
  wrong("/peak_flop_per_s", 1e300);
  wrong("/readings/1/bytes_per_s", 1e-300);
  wrong("/workers", -5);
  wrong("/colour", "red");
}

}  // namespace
}  // namespace mlplab
