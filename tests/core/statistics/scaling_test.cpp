// The laws on times made from known parameters, with and without noise, and on what no law describes.
#include "core/statistics/scaling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/random.h"
#include "core/data/load.h"
#include "core/statistics/law_fit.h"
#include "core/study/comparison/published.h"
#include "core/study/sweep/analysis_parts.h"

namespace mlplab {
namespace {

double amdahl_time(double t1, double f, double p) { return t1 * (f + (1.0 - f) / p); }

std::vector<ScalingPoint> make_points(const std::vector<int>& workers, int repeats, double noise, std::uint32_t stream,
                                      const std::function<double(double)>& time) {
  Random random(11, RandomStream::bootstrap, stream);
  std::vector<ScalingPoint> points;
  for (const int p : workers) {
    ScalingPoint& point = points.emplace_back();
    point.workers = p;
    for (int i = 0; i < repeats; ++i) point.times_s.push_back(time(p) * (1.0 + noise * random.symmetric()));
  }
  return points;
}

TEST(Speedup, ByHand) {
  const std::vector<ScalingPoint> points = {{1, {8.0}, false}, {2, {5.0}, false}, {4, {4.0}, false}};
  const auto result = speedups(points, 1);
  EXPECT_DOUBLE_EQ(result[1].speedup, 1.6);
  EXPECT_DOUBLE_EQ(result[1].efficiency, 0.8);
  EXPECT_DOUBLE_EQ(result[1].karp_flatt, (1.0 / 1.6 - 0.5) / 0.5);
  EXPECT_DOUBLE_EQ(result[2].speedup, 2.0);
  EXPECT_DOUBLE_EQ(result[2].karp_flatt, (0.5 - 0.25) / 0.75);
  EXPECT_DOUBLE_EQ(result[0].speedup, 1.0);
  EXPECT_TRUE(std::isnan(result[0].karp_flatt)) << "at the baseline there is nothing to explain";
}

TEST(Speedup, AgainstAnotherBaseline) {
  const std::vector<ScalingPoint> points = {{1, {8.0}, false}, {2, {5.0}, false}, {4, {4.0}, false}};
  const auto result = speedups(points, 2);
  EXPECT_DOUBLE_EQ(result[0].speedup, 5.0 / 8.0);
  EXPECT_DOUBLE_EQ(result[2].speedup, 1.25);
  EXPECT_DOUBLE_EQ(result[2].efficiency, 0.625);
  // 8 s and 5 s are a serial part of 2 s of 8; 5 s and 4 s one of 3 s of 7.
  EXPECT_DOUBLE_EQ(result[0].karp_flatt, 0.25);
  EXPECT_DOUBLE_EQ(result[2].karp_flatt, 3.0 / 7.0);
  EXPECT_TRUE(std::isnan(speedups(points, 3)[0].speedup)) << "3 workers were not measured";
}

TEST(Speedup, KarpFlattIsTheSameSerialFractionAgainstAnyBaseline) {
  for (const double f : {0.0, 0.1, 0.4}) {
    const auto points = make_points({1, 2, 4, 8}, 1, 0.0, 1, [&](double p) { return amdahl_time(10.0, f, p); });
    for (const int baseline : {1, 2, 4, 8}) {
      for (const SpeedupPoint& point : speedups(points, baseline)) {
        if (point.workers == baseline) continue;
        EXPECT_NEAR(point.karp_flatt, f, 1e-12) << point.workers << " workers against " << baseline;
      }
    }
  }
}

TEST(Speedup, KarpFlattIsUnknownWhereNoSerialFractionExplainsTheTimes) {
  // From 2 to 4 workers f = 1, all serial, still gives no loss; no f makes 4 workers so much slower than 2.
  for (const SpeedupPoint& point : speedups({{2, {1.0}, false}, {4, {1.6}, false}, {8, {2.0}, false}}, 2))
    EXPECT_TRUE(std::isnan(point.karp_flatt)) << point.workers << " workers: " << point.karp_flatt;
  for (const SpeedupPoint& point : speedups({{2, {0.6}, false}, {4, {1.6}, false}}, 4))
    EXPECT_TRUE(std::isnan(point.karp_flatt)) << "the other way round: " << point.karp_flatt;
  // Below one worker's speed there is one, above 100 %.
  EXPECT_NEAR(speedups({{1, {1.0, 1.0}, false}, {2, {1.5, 1.5}, false}}, 1)[1].karp_flatt, 2.0, 1e-12);
  EXPECT_TRUE(std::isnan(speedups({{1, {1.0}, false}, {2, {1.5}, false}}, 1)[1].karp_flatt)) << "of single runs";
}

TEST(Speedup, TheIntervalOfKarpFlattHoldsIt) {
  for (const int baseline : {1, 2, 4, 8}) {
    const auto points = make_points({1, 2, 4, 8}, 5, 0.02, 3, [](double p) { return amdahl_time(10.0, 0.1, p); });
    for (const SpeedupPoint& point : speedups(points, baseline)) {
      if (point.workers == baseline) continue;
      EXPECT_LT(point.karp_flatt_ci.low, point.karp_flatt) << point.workers << " against " << baseline;
      EXPECT_GT(point.karp_flatt_ci.high, point.karp_flatt) << point.workers << " against " << baseline;
    }
  }
}

TEST(Speedup, WeakScalingCountsTheGrownWork) {
  const std::vector<ScalingPoint> points = {{1, {2.0}, false}, {4, {2.5}, false}};
  const auto result = speedups(points, 1, Scaling::weak);
  EXPECT_DOUBLE_EQ(result[1].speedup, 4.0 * 2.0 / 2.5);
  EXPECT_DOUBLE_EQ(result[1].efficiency, 0.8);
}

TEST(Amdahl, FindsAKnownSerialFractionExactly) {
  for (const double f : {0.0, 0.01, 0.13, 0.5, 1.0}) {
    const auto points = make_points({1, 2, 4, 8, 16}, 1, 0.0, 1, [&](double p) { return amdahl_time(20.0, f, p); });
    const ScalingFit fit = fit_strong(points);
    ASSERT_EQ(fit.model, ScalingModel::amdahl) << "f = " << f << ": " << fit.why;
    EXPECT_NEAR(fit.f, f, 1e-9);
    EXPECT_NEAR(fit.t1_s, 20.0, 1e-8);
    EXPECT_NEAR(fit.r2, 1.0, 1e-9);
    EXPECT_NEAR(fit.time_s(8), amdahl_time(20.0, f, 8), 1e-8);
    if (f > 0.01) {  // the noise that single runs may have leaves 0.01 open
      EXPECT_NEAR(fit.limit, 1.0 / f, 1e-6);
      EXPECT_NEAR(fit.workers_for_90, 9.0 * (1.0 - f) / f, 1e-5);
    }
  }
}

TEST(Amdahl, WorkersForNinetyPercentReachNinetyPercent) {
  const double f = 0.13;
  const auto points = make_points({1, 2, 4, 8}, 1, 0.0, 1, [&](double p) { return amdahl_time(3.0, f, p); });
  const ScalingFit fit = fit_strong(points);
  EXPECT_NEAR(fit.t1_s / fit.time_s(fit.workers_for_90), 0.9 * fit.limit, 1e-9);
}

TEST(Amdahl, NoisyRunsGiveAnIntervalAroundTheTruth) {
  int held = 0;
  constexpr int trials = 40;
  for (std::uint32_t trial = 0; trial < trials; ++trial) {
    const auto points =
        make_points({1, 2, 4, 8, 16}, 7, 0.05, 100 + trial, [](double p) { return amdahl_time(10.0, 0.13, p); });
    const ScalingFit fit = fit_strong(points);
    ASSERT_EQ(fit.model, ScalingModel::amdahl) << fit.why;
    ASSERT_TRUE(fit.f_ci.known());
    EXPECT_NEAR(fit.f, 0.13, 0.02);
    EXPECT_GT(fit.r2, 0.99);
    if (fit.f_ci.low <= 0.13 && fit.f_ci.high >= 0.13) ++held;
    EXPECT_TRUE(fit.both_fit) << "five points do not tell Amdahl's law from Gunther's";
    EXPECT_LE(fit.limit_ci.low, 1.0 / fit.f_ci.high) << "Gunther's peak is below Amdahl's limit";
    EXPECT_LE(fit.limit_ci.high, 1.0 / fit.f_ci.low);
  }
  EXPECT_GE(held, trials * 9 / 10);
}

TEST(Amdahl, SingleRunsGetTheirIntervalFromTheResiduals) {
  const auto points = make_points({1, 2, 4, 8, 16}, 1, 0.03, 5, [](double p) { return amdahl_time(10.0, 0.2, p); });
  const ScalingFit fit = fit_strong(points);
  ASSERT_EQ(fit.model, ScalingModel::amdahl) << fit.why;
  ASSERT_TRUE(fit.f_ci.known());
  EXPECT_LT(fit.f_ci.low, fit.f);
  EXPECT_GT(fit.f_ci.high, fit.f);
  EXPECT_LE(fit.f_ci.low, 0.2);
  EXPECT_GE(fit.f_ci.high, 0.2);
}

// As a stop in the middle of a round leaves it.
TEST(Amdahl, ASingleRunVariesAsTheOthersDo) {
  std::vector<ScalingPoint> points;
  for (const int p : {1, 2, 4}) {
    ScalingPoint& point = points.emplace_back();
    point.workers = p;
    for (const double noise : {1.0, 1.12, 0.9, 1.05, 0.93}) point.times_s.push_back(amdahl_time(10.0, 0.1, p) * noise);
  }
  points.push_back({8, {1.15 * amdahl_time(10.0, 0.1, 8)}, false});
  const ScalingFit fit = fit_strong(points);
  EXPECT_EQ(fit.model, ScalingModel::amdahl) << fit.why;
  EXPECT_NE(fit.why.find("repeats' scatter, or 2 % at least of a single run"), std::string::npos) << fit.why;
  // Where the repeats agree better than single runs do, the single one still counts with 2 %.
  for (ScalingPoint& point : points) {
    const double time_s = amdahl_time(10.0, 0.1, point.workers);
    point.times_s =
        point.workers == 8 ? std::vector{1.03 * time_s} : std::vector{time_s, 1.001 * time_s, 0.999 * time_s};
  }
  EXPECT_EQ(fit_strong(points).model, ScalingModel::amdahl) << fit_strong(points).why;
}

TEST(Amdahl, RoundedTimesHaveScatterToo) {
  const std::vector<ScalingPoint> points = {{1, {1.0, 1.0, 1.02}, false},
                                            {2, {0.56, 0.56, 0.55}, false},
                                            {4, {0.30, 0.30, 0.31}, false},
                                            {8, {0.18, 0.18, 0.18}, false}};
  std::vector<LawSample> samples;
  for (const ScalingPoint& point : points) samples.push_back({point.workers, point.times_s, median(point.times_s)});
  EXPECT_NEAR(pure_error(samples).relative, 0.0123, 0.0005);
  const ScalingFit fit = fit_strong(points);
  ASSERT_EQ(fit.model, ScalingModel::amdahl) << fit.why;
  EXPECT_GT(fit.f_ci.high - fit.f_ci.low, 0.02);
}

TEST(Amdahl, TwoPointsGiveFButNoR2) {
  const auto points = make_points({1, 2}, 5, 0.01, 6, [](double p) { return amdahl_time(1.0, 0.1, p); });
  const ScalingFit fit = fit_strong(points);
  ASSERT_EQ(fit.model, ScalingModel::amdahl) << fit.why;
  EXPECT_NEAR(fit.f, 0.1, 0.03);
  EXPECT_TRUE(fit.f_ci.known());
  EXPECT_TRUE(std::isnan(fit.r2));
  EXPECT_NE(fit.why.find("two numbers of workers"), std::string::npos);
}

TEST(Amdahl, FlatTimesAreAllSerial) {
  const std::vector<ScalingPoint> points = {
      {1, {10.0}, false}, {2, {10.1}, false}, {4, {9.95}, false}, {8, {10.05}, false}};
  const ScalingFit fit = fit_strong(points);
  ASSERT_EQ(fit.model, ScalingModel::amdahl) << fit.why;
  EXPECT_GT(fit.f, 0.97);
}

TEST(Amdahl, OversubscribedPointsStayOutOfTheFit) {
  auto points = make_points({1, 2, 4}, 1, 0.0, 1, [](double p) { return amdahl_time(10.0, 0.1, p); });
  points.push_back({8, {30.0}, true});
  const ScalingFit fit = fit_strong(points);
  ASSERT_EQ(fit.model, ScalingModel::amdahl) << fit.why;
  EXPECT_NEAR(fit.f, 0.1, 1e-9);
  EXPECT_EQ(fit.used, (std::vector<int>{1, 2, 4}));
}

TEST(Overhead, IsFittedWhereMoreWorkersBecomeSlower) {
  const auto time = [](double p) { return amdahl_time(10.0, 0.05, p) + 0.2 * (p - 1.0); };
  const ScalingFit fit = fit_strong(make_points({1, 2, 4, 8, 16, 32}, 1, 0.0, 1, time));
  ASSERT_EQ(fit.model, ScalingModel::amdahl_overhead) << fit.why;
  EXPECT_NEAR(fit.f, 0.05, 1e-7);
  EXPECT_NEAR(fit.overhead_s, 0.2, 1e-8);
  EXPECT_NEAR(fit.peak_workers, std::sqrt(9.5 / 0.2), 1e-5);
  EXPECT_NEAR(fit.limit, 10.0 / time(std::sqrt(9.5 / 0.2)), 1e-6);
  EXPECT_NE(fit.why.find("not Amdahl-like"), std::string::npos);
}

TEST(Overhead, IsFittedWhereEveryPointIsSlowerThanOneWorker) {
  const auto time = [](double p) { return amdahl_time(10.0, 0.9, p) + 1.5 * (p - 1.0); };
  const ScalingFit fit = fit_strong(make_points({1, 2, 4, 8}, 5, 0.01, 8, time));
  ASSERT_EQ(fit.model, ScalingModel::amdahl_overhead) << fit.why;
  EXPECT_NEAR(fit.overhead_s, 1.5, 0.1);
  EXPECT_TRUE(fit.f_ci.known());
}

TEST(Overhead, ASmallCostIsNotTakenForSerialWork) {
  const auto time = [](double p) { return amdahl_time(10.0, 0.02, p) + 0.1 * (p - 1.0); };
  const ScalingFit fit = fit_strong(make_points({1, 2, 4, 8}, 5, 0.005, 31, time));
  ASSERT_EQ(fit.model, ScalingModel::amdahl_overhead) << fit.why;
  EXPECT_LE(fit.f_ci.low, 0.02);
  EXPECT_GE(fit.f_ci.high, 0.02);
}

TEST(NoFit, APlateauIsNoLaw) {
  const auto time = [](double p) { return p < 4 ? 10.0 / p : 3.2; };
  const ScalingFit fit = fit_strong(make_points({1, 2, 3, 4, 6, 8}, 5, 0.005, 32, time));
  EXPECT_EQ(fit.model, ScalingModel::none) << fit.why;
}

TEST(Overhead, NeedsFourPoints) {
  const ScalingFit fit = fit_strong({{1, {1.0}, false}, {2, {2.0}, false}, {4, {4.0}, false}});
  EXPECT_EQ(fit.model, ScalingModel::none);
  EXPECT_NE(fit.why.find("not Amdahl-like"), std::string::npos);
  EXPECT_NE(fit.why.find("four"), std::string::npos);
}

TEST(NoFit, SuperlinearTimesAreNotForcedIntoALaw) {
  const ScalingFit fit = fit_strong({{1, {16.0}, false}, {2, {6.0}, false}, {4, {2.0}, false}, {8, {0.9}, false}});
  EXPECT_EQ(fit.model, ScalingModel::none);
  EXPECT_NE(fit.why.find("more than the workers"), std::string::npos) << fit.why;
  EXPECT_TRUE(std::isnan(fit.time_s(4)));
}

TEST(NoFit, DegenerateInputsGetAReason) {
  const std::vector<std::pair<std::vector<ScalingPoint>, std::string>> cases = {
      {{}, "at least two"},
      {{{1, {5.0}, false}}, "at least two"},
      {{{2, {5.0}, false}, {2, {4.0}, false}}, "at least two"},
      {{{1, {5.0}, false}, {2, {3.0}, true}}, "not oversubscribed"},
      {{{1, {5.0}, false}, {2, {0.0}, false}}, "on 2 workers"},
      {{{1, {5.0}, false}, {2, {-1.0}, false}}, "on 2 workers"},
      {{{1, {not_known}, false}, {2, {3.0}, false}}, "on 1 worker "},
      {{{1, {}, false}, {2, {3.0}, false}}, "on 1 worker "},
      {{{0, {5.0}, false}, {2, {3.0}, false}}, "below 1"},
  };
  for (const auto& [points, reason] : cases) {
    for (const ScalingFit& fit : {fit_strong(points), fit_weak(points)}) {
      EXPECT_EQ(fit.model, ScalingModel::none);
      EXPECT_NE(fit.why.find(reason), std::string::npos) << fit.why << " does not say '" << reason << "'";
      EXPECT_TRUE(std::isnan(fit.f));
    }
  }
}

TEST(NoFit, DuplicatePointsAreRepeatsOfOne) {
  const std::vector<ScalingPoint> points = {
      {1, {10.0}, false}, {2, {6.0}, false}, {2, {6.2}, false}, {4, {4.0}, false}, {1, {10.2}, false}};
  const ScalingFit fit = fit_strong(points);
  ASSERT_EQ(fit.model, ScalingModel::amdahl) << fit.why;
  EXPECT_EQ(fit.used, (std::vector<int>{1, 2, 4}));
}

TEST(Gustafson, FindsAKnownSerialFraction) {
  const double f = 0.2;
  const auto points = make_points({1, 2, 4, 8}, 3, 0.0, 1, [&](double p) { return p * 2.0 / (p - f * (p - 1.0)); });
  const ScalingFit fit = fit_weak(points);
  ASSERT_EQ(fit.model, ScalingModel::gustafson) << fit.why;
  EXPECT_NEAR(fit.f, f, 1e-9);
  EXPECT_NEAR(fit.time_s(8), 8.0 * 2.0 / (8.0 - f * 7.0), 1e-9);
  EXPECT_TRUE(fit.f_ci.known());
  EXPECT_EQ(fit_weak({{2, {1.0}, false}, {4, {1.0}, false}}).model, ScalingModel::none);
}

TEST(Gustafson, NoisyRuns) {
  const auto points = make_points({1, 2, 4, 8}, 5, 0.03, 21, [](double p) { return p * 2.0 / (p - 0.2 * (p - 1.0)); });
  EXPECT_NEAR(fit_weak(points).f, 0.2, 0.04);
}

TEST(Published, TheOpenMpCurveIsNotAmdahlLike) {
  const auto studies = published_studies(find_resources());
  ASSERT_FALSE(studies.empty());
  const PublishedStudy& study = studies.front();
  EXPECT_EQ(study.id, "caldas-2025");
  EXPECT_NE(study.machine.find("8 P-cores"), std::string::npos);
  const PublishedCurve& openmp = study.scaling.at(0);
  ASSERT_EQ(openmp.points.size(), 5U);
  EXPECT_EQ(openmp.points[3].times_s, std::vector<double>{5.0780});
  const ScalingFit fit = fit_strong(openmp.points);
  EXPECT_EQ(fit.model, ScalingModel::none);
  EXPECT_EQ(fit.why.rfind("not Amdahl-like: ", 0), 0U) << fit.why;
  EXPECT_NE(fit.why.find("16 workers are slower than 8"), std::string::npos) << fit.why;
  EXPECT_NE(fit.why.find("from 4 to 8 workers"), std::string::npos) << fit.why;
}

TEST(Published, TheProcessesCurveIsFurtherFromGunthersLawThanSingleRunsVary) {
  const ScalingFit fit = fit_strong(published_studies(find_resources()).front().scaling.at(1).points);
  EXPECT_EQ(fit.model, ScalingModel::none) << "12 % off on 8 processes";
  EXPECT_NE(fit.why.find("4 workers are slower than 2"), std::string::npos) << fit.why;
  EXPECT_NE(fit.why.find("2 % that single runs may vary by"), std::string::npos) << fit.why;
}

bool says(const std::vector<std::string>& sentences, const std::string& part) {
  return std::ranges::any_of(sentences, [&](const std::string& s) { return s.find(part) != std::string::npos; });
}

std::vector<std::string> reading_of(const std::vector<ScalingPoint>& points) {
  return read_strong(fit_strong(points), speedups(points, 1));
}

TEST(Reading, SaysTheLimitInPlainWords) {
  const auto sentences =
      reading_of(make_points({1, 2, 4, 8, 16, 32, 64}, 5, 0.0, 1, [](double p) { return amdahl_time(10.0, 0.13, p); }));
  ASSERT_GE(sentences.size(), 4U);
  EXPECT_NE(sentences[0].find("13.0 %"), std::string::npos) << sentences[0];
  EXPECT_NE(sentences[0].find("no number of workers gets beyond 7.69×"), std::string::npos) << sentences[0];
  EXPECT_NE(sentences[1].find("61 workers"), std::string::npos) << sentences[1];
  EXPECT_TRUE(says(sentences, "stays about the same"));
}

bool says_of_karp_flatt(const std::vector<ScalingPoint>& points, const std::string& part, int baseline = 1) {
  return says(read_strong(fit_strong(points), speedups(points, baseline)), part);
}

TEST(Reading, TheTrendOfKarpFlattIsOverTheWorkersAndNotOverTheTable) {
  const auto cost = [](double p) { return amdahl_time(10.0, 0.02, p) + 0.1 * (p - 1.0); };
  const auto falling = [](double p) { return p < 2.0 ? 10.0 : amdahl_time(10.0, 0.05, p) + 1.0; };
  for (std::vector<int> workers : {std::vector{1, 2, 4, 8}, std::vector{8, 4, 2, 1}}) {
    EXPECT_TRUE(says_of_karp_flatt(make_points(workers, 5, 0.005, 1, cost), "grows with the workers"));
    EXPECT_FALSE(says_of_karp_flatt(make_points(workers, 5, 0.005, 1, falling), "grows with the workers"));
  }
}

TEST(Reading, WhatNoSerialFractionExplainsHasNoTrendOfOne) {
  const auto repeated = [](const std::vector<std::pair<int, double>>& times) {
    std::vector<ScalingPoint> points;
    for (const auto& [workers, time_s] : times)
      points.push_back({workers, {time_s, 1.001 * time_s, 0.999 * time_s}, false});
    return points;
  };
  EXPECT_FALSE(says_of_karp_flatt(repeated({{1, 1.0}, {2, 0.48}, {4, 0.226}, {8, 0.111}}), "Karp–Flatt"))
      << "faster than the workers allow";
  EXPECT_FALSE(says_of_karp_flatt(repeated({{2, 1.0}, {4, 1.6}, {8, 2.0}}), "Karp–Flatt", 2)) << "no such fraction";
}

TEST(Reading, SerialWorkIsNotTheCauseWhereTheLawIsNotKnown) {
  const auto points = make_points({1, 2, 4, 8}, 5, 0.01, 1, [](double p) { return amdahl_time(10.0, 0.13, p); });
  EXPECT_TRUE(says_of_karp_flatt(points, "no clear trend upwards"));
  EXPECT_FALSE(says_of_karp_flatt(points, "is serial work")) << "both laws fit";
}

TEST(Reading, FewPointsPromiseNoLimit) {
  const auto sentences =
      reading_of(make_points({1, 2, 4, 8}, 5, 0.01, 1, [](double p) { return amdahl_time(10.0, 0.13, p); }));
  EXPECT_TRUE(
      says(sentences, "Amdahl's law and Gunther's law both fit these 4 points; measure more numbers of workers"));
  EXPECT_TRUE(says(sentences, "If Amdahl's law holds, "));
  EXPECT_TRUE(says(sentences, "If Gunther's holds, "));
  for (const std::string& sentence : sentences) {
    EXPECT_EQ(sentence.find("no number of workers gets beyond") == std::string::npos,
              sentence.find("If Amdahl's law holds") == std::string::npos)
        << sentence;
  }
}

TEST(Reading, NamesGunthersLawWithItsParametersAndPeak) {
  const auto sentences = reading_of(
      make_points({1, 2, 4, 8, 16}, 5, 0.0, 1, [](double p) { return amdahl_time(10.0, 0.02, p) + 0.1 * (p - 1.0); }));
  EXPECT_TRUE(says(sentences, "Gunther's universal scalability law"));
  EXPECT_TRUE(says(sentences, "σ = 2.00 %"));
  EXPECT_TRUE(says(sentences, "κ = 1.00 %"));
  EXPECT_TRUE(says(sentences, "the peak is at about 10 workers, with 4.81×"));
}

TEST(Reading, APointThatTrainedSomethingElseIsNeitherFittedNorBest) {
  auto points = make_points({1, 2, 4, 8}, 5, 0.0, 1, [](double p) { return amdahl_time(10.0, 0.13, p); });
  points[3].times_s = {0.1, 0.1, 0.1, 0.1, 0.1};
  points[3].same_training = false;
  const ScalingFit fit = fit_strong(points);
  EXPECT_EQ(fit.used, (std::vector<int>{1, 2, 4}));
  EXPECT_NEAR(fit.f, 0.13, 1e-9);
  EXPECT_TRUE(says(reading_of(points), "The highest speedup measured is 2.88×, with 4 workers"));
}

TEST(Reading, AnIntervalThatHoldsNoSerialPartAssertsNoLimit) {
  for (const double f : {0.0, 0.001}) {
    const auto points = make_points({1, 2, 4}, 5, 0.01, 1, [&](double p) { return amdahl_time(10.0, f, p); });
    const ScalingFit fit = fit_strong(points);
    EXPECT_FALSE(std::isfinite(fit.limit));
    EXPECT_FALSE(std::isfinite(fit.workers_for_90));
    EXPECT_TRUE(says(reading_of(points), "is at least"));
    EXPECT_FALSE(says(reading_of(points), "no number of workers"));
    EXPECT_FALSE(says(reading_of(points), "of that limit takes"));
  }
}

TEST(Reading, AnIntervalThatSaysNothingIsNoLaw) {
  const std::vector<ScalingPoint> points = {{1, {1.0, 8.2, 2.1}, false}, {2, {1.0, 7.9, 4.0}, false}};
  EXPECT_EQ(fit_strong(points).model, ScalingModel::none);
  EXPECT_TRUE(says(reading_of(points), "close other programs and measure more repeats"));
  for (const SpeedupPoint& point : speedups(points, 1)) EXPECT_FALSE(point.karp_flatt > 1.0);
}

TEST(Reading, TwoGroupsOfTimesAreNoGrowth) {
  std::vector<ScalingPoint> points;
  for (const auto& [workers, a, b] : {std::tuple{1, 0.1, 0.1}, {2, 0.05, 0.1}, {4, 0.025, 0.025}}) {
    ScalingPoint point{workers, {}, false};
    for (int i = 0; i < 5; ++i)
      for (const double time : {a, b}) point.times_s.push_back(time * (1.0 + 0.002 * i));
    points.push_back(point);
  }
  EXPECT_EQ(fit_strong(points).model, ScalingModel::none);
  EXPECT_TRUE(says(reading_of(points), "2 workers fall into two groups"));
  EXPECT_FALSE(says(reading_of(points), "the speed grows"));

  // Two groups at one worker: every speedup rests on that time.
  std::swap(points[0].times_s, points[1].times_s);
  EXPECT_FALSE(says(reading_of(points), "highest speedup")) << "no run took the median of the baseline";
  for (const SpeedupPoint& point : speedups(points, 1)) {
    EXPECT_TRUE(point.between_groups);
    EXPECT_TRUE(std::isnan(point.karp_flatt));
  }
}

TEST(Reading, OneRunNamesNoGain) {
  EXPECT_TRUE(says(reading_of({{1, {1.0}, false}, {2, {0.6}, false}}), "One run says nothing of the noise"));
}

TEST(Reading, SaysWhyThereIsNoLaw) {
  const PublishedCurve curve = published_studies(find_resources()).front().scaling.at(0);
  const auto sentences = read_strong(fit_strong(curve.points), speedups(curve.points, 1));
  EXPECT_EQ(sentences[0].rfind("No law was fitted: not Amdahl-like", 0), 0U) << sentences[0];
  EXPECT_NE(sentences[1].find("5.49×, with 8 workers"), std::string::npos) << sentences[1];
}

}  // namespace
}  // namespace mlplab
