// The JSON that scripts rely on, member by member, and the two tables.
#include "core/reporting/sweep_report.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/json.h"

namespace mlplab {
namespace {

// Two points of a sweep over workers: 4 s and 2.5 s, and a third that failed.
SweepAnalysis example() {
  SweepAnalysis analysis;
  analysis.spec.axis = SweepAxis::workers;
  analysis.spec.values = {"1", "2", "4"};
  analysis.spec.base.backend = "openmp";
  analysis.baseline = "1";
  analysis.unit = "s per epoch";
  analysis.machine.cpu = "imagined";
  std::vector<ScalingPoint> scaling;
  for (const auto& [value, time_s] : {std::pair{"1", 4.0}, {"2", 2.5}}) {
    SweepPoint point;
    point.value = value;
    point.workers = std::stoi(value);
    for (int repeat = 0; repeat < 3; ++repeat) {
      SweepRun run;
      run.value = value;
      run.repeat = repeat;
      run.time_s = time_s + 0.01 * repeat - 0.01;
      point.runs.push_back(run);
    }
    point.judged_by = "the baseline 1";
    point.losses = Equivalence::equal;
    std::vector<double> times_s = {time_s - 0.01, time_s, time_s + 0.01};
    point.time = summarize(times_s);
    point.time_s = {point.time.median, point.time.median_ci};
    scaling.push_back({point.workers, times_s, false});
    analysis.points.push_back(point);
  }
  const auto speeds = speedups(scaling, 1);
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    analysis.points[i].speed.value = speeds[i].speedup;
    analysis.points[i].speed.interval = speeds[i].speedup_ci;
    analysis.points[i].efficiency.value = speeds[i].efficiency;
    analysis.points[i].karp_flatt.value = speeds[i].karp_flatt;
  }
  SweepPoint failed;
  failed.value = "4";
  failed.failure = "out of memory, or so";
  analysis.points.push_back(failed);
  analysis.fit = fit_strong(scaling);
  analysis.reading = {"A sentence."};
  return analysis;
}

TEST(SweepReport, JsonHasTheMembersOfTheContract) {
  const nlohmann::json json = parse_json(dump_json(sweep_json(example())));
  EXPECT_EQ(json.at("axis"), "workers");
  EXPECT_EQ(json.at("baseline"), 1);
  const auto& second = json.at("points").at(1);
  EXPECT_EQ(second.at("value"), 2);
  EXPECT_EQ(second.at("runs").size(), 3U);
  EXPECT_EQ(second.at("runs").at(1), 2.5);
  EXPECT_EQ(second.at("median_s"), 2.5);
  EXPECT_LE(second.at("ci_s").at(0), 2.5);
  EXPECT_GE(second.at("ci_s").at(1), 2.5);
  EXPECT_EQ(second.at("speedup"), 1.6);
  EXPECT_EQ(second.at("efficiency"), 0.8);
  EXPECT_DOUBLE_EQ(second.at("karp_flatt"), 0.25);
  EXPECT_EQ(second.at("run_ids").at(0), "2#0");
  const auto& fit = json.at("fit");
  EXPECT_EQ(fit.at("model"), "amdahl");
  EXPECT_NEAR(fit.at("f").get<double>(), 0.25, 1e-9);
  EXPECT_LE(fit.at("f_ci").at(0), fit.at("f"));
  EXPECT_GE(fit.at("f_ci").at(1), fit.at("f"));
  EXPECT_TRUE(fit.at("r2").is_null()) << "two points have no R²";
  EXPECT_TRUE(fit.at("limit").is_null()) << "the interval of f holds 0: no limit is told from none";
  EXPECT_FALSE(fit.at("why").get<std::string>().empty());
}

TEST(SweepReport, JsonHasGunthersLawAndTheTestOfFit) {
  SweepAnalysis analysis = example();
  std::vector<ScalingPoint> points;
  for (const int p : {1, 2, 4, 8}) {
    const double t = 10.0 * (0.02 + 0.98 / p + 0.01 * (p - 1));
    points.push_back({p, {0.999 * t, t, 1.001 * t}});
  }
  analysis.fit = fit_strong(points);
  const nlohmann::json fit = parse_json(dump_json(sweep_json(analysis))).at("fit");
  EXPECT_EQ(fit.at("model"), "amdahl+overhead");
  EXPECT_NEAR(fit.at("f").get<double>(), 0.02, 1e-9);
  EXPECT_NEAR(fit.at("sigma").get<double>(), 0.02, 1e-9);
  EXPECT_NEAR(fit.at("kappa").get<double>(), 0.01, 1e-9);
  EXPECT_NEAR(fit.at("peak_workers").get<double>(), std::sqrt(98.0), 1e-6);
  EXPECT_NEAR(fit.at("peak_speedup").get<double>(), 1.0 / (0.01 + 2.0 * std::sqrt(0.0098)), 1e-6);
  EXPECT_GT(fit.at("lack_of_fit_p").get<double>(), 0.01);
  EXPECT_EQ(fit.at("both_fit"), false);
}

TEST(SweepReport, OnlyAllRightIsAHundredPercent) {
  SweepAnalysis analysis = example();
  analysis.points[0].accuracy_test.value = 0.999996;
  EXPECT_NE(sweep_markdown(analysis).find("> 99.99 %"), std::string::npos) << sweep_markdown(analysis);
  EXPECT_EQ(sweep_markdown(analysis).find("100 %"), std::string::npos) << sweep_markdown(analysis);
}

TEST(SweepReport, LossesThatWereNotComparedAreNeitherSameNorOther) {
  SweepAnalysis analysis = example();
  analysis.points[1].losses = Equivalence::not_compared;
  const nlohmann::json points = parse_json(dump_json(sweep_json(analysis))).at("points");
  EXPECT_EQ(points.at(0).at("same_losses"), true);
  EXPECT_TRUE(points.at(1).at("same_losses").is_null());
  EXPECT_EQ(points.at(0).at("judged_against"), "the baseline 1");
  EXPECT_NE(sweep_markdown(analysis).find("losses not compared"), std::string::npos);
  EXPECT_EQ(points.at(1).at("within_rounding"), false);
  analysis.points[1].losses = Equivalence::within_rounding;
  const nlohmann::json rounded = parse_json(dump_json(sweep_json(analysis))).at("points").at(1);
  EXPECT_TRUE(rounded.at("same_losses").is_null());
  EXPECT_EQ(rounded.at("within_rounding"), true);
  EXPECT_NE(sweep_markdown(analysis).find("same within rounding"), std::string::npos);
  analysis.points[0].losses.reset();
  analysis.points[0].judged_by.clear();  // an axis on which every point trains something else
  const nlohmann::json unjudged = parse_json(dump_json(sweep_json(analysis))).at("points").at(0);
  EXPECT_TRUE(unjudged.at("same_losses").is_null()) << "nothing was compared";
  EXPECT_TRUE(unjudged.at("judged_against").is_null());
}

TEST(SweepReport, APointWithAFailedRunSaysIt) {
  SweepAnalysis analysis = example();
  analysis.points[1].incomplete = "run 2: no memory";
  const nlohmann::json points = parse_json(dump_json(sweep_json(analysis))).at("points");
  EXPECT_TRUE(points.at(0).at("incomplete").is_null());
  EXPECT_EQ(points.at(1).at("incomplete"), "run 2: no memory");
  EXPECT_EQ(sweep_table(analysis).shown.rows.at(1).back(), "run 2: no memory");
  EXPECT_NE(to_csv(sweep_table(analysis).exact).find("run 2: no memory"), std::string::npos);
}

TEST(SweepReport, WhatIsNotKnownIsNull) {
  const nlohmann::json json = parse_json(dump_json(sweep_json(example())));
  EXPECT_TRUE(json.at("points").at(0).at("karp_flatt").is_null());
  const auto& failed = json.at("points").at(2);
  EXPECT_TRUE(failed.at("median_s").is_null());
  EXPECT_TRUE(failed.at("ci_s").is_null()) << "as every interval that is not known";
  EXPECT_TRUE(failed.at("speedup_ci").is_null());
  EXPECT_TRUE(json.at("fit").at("kappa_ci").is_null());
  EXPECT_EQ(failed.at("runs").size(), 0U);
  EXPECT_EQ(failed.at("failure"), "out of memory, or so");
}

TEST(SweepReport, CsvHasEveryDigitAndOneRowAValue) {
  const std::string csv = to_csv(sweep_table(example()).exact);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 4);
  EXPECT_NE(csv.find("\n2,3,2.5,"), std::string::npos) << csv;
  EXPECT_NE(csv.find("\"out of memory, or so\""), std::string::npos) << csv;
}

TEST(SweepReport, MarkdownShowsThreeDigitsAndTheInterval) {
  const std::string text = sweep_markdown(example());
  EXPECT_NE(text.find("2.50 (2.49 to 2.51)"), std::string::npos) << text;
  EXPECT_NE(text.find("| 1.00×"), std::string::npos) << text;
  EXPECT_NE(text.find("- A sentence."), std::string::npos);
  EXPECT_NE(text.find("Machine: imagined"), std::string::npos);
}

TEST(SweepReport, KeepsThePhasesOfBatchesAndResolutionsApart) {
  SweepAnalysis analysis = example();
  const auto has = [&](const std::string& title) {
    const Table table = sweep_table(analysis).shown;
    EXPECT_EQ(table.rows.front().size(), table.header.size());
    return std::ranges::find(table.header, title) != table.header.end();
  };
  EXPECT_FALSE(has("test s"));
  analysis.spec.axis = SweepAxis::resolution;
  EXPECT_TRUE(has("test s"));
  EXPECT_FALSE(has("validation s")) << "there is no such split";
  analysis.points.front().test_time_s.value = 0.25;
  analysis.points.front().validation_time_s.value = 0.5;
  EXPECT_TRUE(has("validation s"));
  EXPECT_EQ(sweep_json(analysis).at("points").at(0).at("test_time_s"), 0.25);
  EXPECT_EQ(sweep_json(analysis).at("points").at(0).at("validation_time_s"), 0.5);
}

}  // namespace
}  // namespace mlplab
