// The guesses of a class as a chart and in words, and the interval of what was measured.
#include "core/reporting/charts/class_charts.h"

#include <gtest/gtest.h>

#include "core/reporting/measured_guess.h"
#include "core/statistics/statistics.h"

namespace mlplab {
namespace {

const KeptRound round{{.kind = GuessKind::speedup, .workers = 8, .low = 0.1, .high = 64, .about = {}},
                      {{"Ada", 4}, {"", 4.25}, {"Bob", 7}, {"", 2}}};

TEST(ClassCharts, TheOutlineCountsTheGuessesOfEachBin) {
  const Chart chart = guesses_chart({round.question, {{"", 2}, {"", 4}, {"", 4}, {"", 5}}}, std::nullopt);
  ASSERT_EQ(chart.lines.size(), 1U);
  const auto& [x, y] = std::pair(chart.lines[0].x, chart.lines[0].y);
  const GuessBins bins = bins_of({{"", 2}, {"", 4}, {"", 4}, {"", 5}});
  ASSERT_EQ(x.size(), 2 * bins.counts.size() + 2);
  for (std::size_t i = 0; i < bins.counts.size(); ++i) {
    EXPECT_EQ(x[2 * i + 1], bins.edges[i]);
    EXPECT_EQ(x[2 * i + 2], bins.edges[i + 1]);
    EXPECT_EQ(y[2 * i + 1], double(bins.counts[i]));
    EXPECT_EQ(y[2 * i + 2], double(bins.counts[i]));
  }
  EXPECT_EQ(y.front(), 0);
  EXPECT_EQ(y.back(), 0);
  EXPECT_EQ(std::ranges::max(y), 2);
  EXPECT_TRUE(guesses_chart({round.question, {}}, std::nullopt).empty());
}

TEST(ClassCharts, TheMeasuredValueStandsBesideThemWithItsInterval) {
  const Chart chart = guesses_chart(round, MeasuredGuess{5, {4.5, 5.5}});
  ASSERT_EQ(chart.lines.size(), 4U);
  EXPECT_EQ(chart.lines[1].x, (std::vector<double>{5, 5}));
  EXPECT_EQ(chart.lines[2].x, (std::vector<double>{4.5, 4.5}));
  EXPECT_EQ(chart.lines[3].x, (std::vector<double>{5.5, 5.5}));
  EXPECT_EQ(guesses_chart(round, MeasuredGuess{5, {}}).lines.size(), 2U);
}

TEST(ClassCharts, TheReadingNamesTheNearest) {
  const std::string text = guesses_reading(round, MeasuredGuess{5, {4.5, 5.5}});
  EXPECT_NE(text.find("4 guesses"), std::string::npos) << text;
  EXPECT_NE(text.find("Measured: 5.0× (95 % interval 4.5× to 5.5×)."), std::string::npos) << text;
  EXPECT_NE(text.find("Nearest: 4.2×, Ada (4.0×), Bob (7.0×)."), std::string::npos) << text;
  EXPECT_EQ(guesses_reading(round, std::nullopt).find("Measured"), std::string::npos);
  EXPECT_EQ(guesses_reading({round.question, {}}, std::nullopt), "Nobody guessed.");
}

TEST(MeasuredGuess, IsOfTheQuestionAndOfAnEndedRun) {
  RunLog log;
  log.started.test_examples = 1000;
  log.epochs.push_back({.epoch = 1, .accuracy_test = 0.9});
  const GuessQuestion accuracy{.about = {}};
  EXPECT_FALSE(measured_guess(log, accuracy));
  log.ended = RunEnded{};
  ASSERT_TRUE(measured_guess(log, accuracy));
  EXPECT_DOUBLE_EQ(measured_guess(log, accuracy)->value, 90);
  EXPECT_NEAR(measured_guess(log, accuracy)->interval.low, 87.98, 0.01);
  EXPECT_FALSE(measured_guess(log, round.question));
  SweepAnalysis sweep;
  sweep.points.push_back({{.workers = 8, .speed = {5, {4, 6}}}, "8"});
  EXPECT_EQ(measured_guess(sweep, round.question)->value, 5);
  EXPECT_EQ(measured_guess(sweep, round.question)->interval.high, 6);
  EXPECT_FALSE(measured_guess(sweep, accuracy));
  sweep.points[0].workers = 4;
  EXPECT_FALSE(measured_guess(sweep, round.question));
}

/// The ends as R's prop.test(correct = FALSE) prints them.
TEST(WilsonInterval, IsThatOfOtherPrograms) {
  const Interval some = wilson_interval(0.8, 10);
  EXPECT_NEAR(some.low, 0.4901625, 1e-6);
  EXPECT_NEAR(some.high, 0.9433178, 1e-6);
  EXPECT_DOUBLE_EQ(wilson_interval(1, 10).high, 1);
  EXPECT_NEAR(wilson_interval(1, 10).low, 0.7224672, 1e-6);
  EXPECT_NEAR(wilson_interval(0, 10).low, 0, 1e-12);
  EXPECT_FALSE(wilson_interval(0.5, 0).known());
  EXPECT_FALSE(wilson_interval(1.5, 10).known());
}

}  // namespace
}  // namespace mlplab
