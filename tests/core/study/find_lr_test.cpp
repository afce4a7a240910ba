// The learning-rate finder: smoothing, stop rule and suggestion on made-up losses; what a search trains, and that it
// leaves nothing behind.
#include "core/study/find_lr.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/compute/backend_table.h"
#include "core/launch/train.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

using LossOfRate = std::function<double(double rate)>;

RangeTest fed(const RateSearchSpec& spec, const LossOfRate& loss) {
  RangeTest test(spec);
  for (int step = 0; step < spec.steps; ++step)
    if (!test.add(loss(rate_of_step(spec, step)))) break;
  return test;
}

RateSuggestion suggested(const RateSearchSpec& spec, const LossOfRate& loss) {
  return suggest_rate(spec, fed(spec, loss).points());
}

/// From 1e-5 to 10 in steps of the same factor, each loss by itself.
RateSearchSpec unsmoothed() {
  RateSearchSpec spec;
  spec.from = 1e-5;
  spec.steps = 121;  // 20 a decade
  spec.smoothing = 1.0;
  return spec;
}

/// 2.3 up to a tenth of `lowest`, 0.5 there, steeply up from there on.
LossOfRate valley(double lowest) {
  return [lowest](double rate) {
    const double x = std::log10(rate / lowest);
    return 0.5 + (x < 0.0 ? 1.8 * std::min(1.0, x * x) : 20.0 * x);
  };
}

TEST(FindLr, RatesGrowByOneFactor) {
  RateSearchSpec spec;
  EXPECT_DOUBLE_EQ(rate_of_step(spec, 0), 1e-7);
  EXPECT_DOUBLE_EQ(rate_of_step(spec, 99), 10.0);
  const double factor = rate_of_step(spec, 1) / rate_of_step(spec, 0);
  for (int step = 1; step < spec.steps; ++step)
    EXPECT_NEAR(rate_of_step(spec, step) / rate_of_step(spec, step - 1), factor, 1e-9);
}

TEST(FindLr, TheMeanIsNotBiasedByItsBeginning) {
  RateSearchSpec spec;
  const RangeTest constant = fed(spec, [](double) { return 2.0; });
  ASSERT_EQ(constant.points().size(), 100U);
  for (const RatePoint& point : constant.points()) EXPECT_NEAR(point.smoothed, 2.0, 1e-12);
  RangeTest test(spec);
  test.add(1.0);
  test.add(3.0);
  // Weights 0.95·0.05 and 0.05, divided by their sum.
  EXPECT_NEAR(test.points()[1].smoothed, (0.95 * 1.0 + 3.0) / 1.95, 1e-12);
}

TEST(FindLr, StopsWhereTheSmoothedLossIsSoManyTimesItsLowest) {
  const RateSearchSpec spec = unsmoothed();
  const RangeTest test = fed(spec, valley(0.1));
  // 4·0.5 is passed at x = 0.075, between two of 20 rates a decade.
  EXPECT_NEAR(std::log10(test.points().back().rate / 0.1), 0.1, 1e-6);
  EXPECT_NE(test.why_over().find("4.0 times its lowest value"), std::string::npos) << test.why_over();
  RateSearchSpec patient = spec;
  patient.stop_at = 10.0;
  EXPECT_GT(fed(patient, valley(0.1)).points().size(), test.points().size());
}

TEST(FindLr, OneEasyBatchAtFirstIsNoLowestLoss) {
  const RateSearchSpec spec = unsmoothed();
  RangeTest test(spec);
  for (int step = 0; step < spec.steps; ++step) ASSERT_TRUE(test.add(step == 3 ? 0.1 : 2.0) || step + 1 == spec.steps);
  EXPECT_EQ(test.points().size(), 121U);
  EXPECT_EQ(test.why_over(), "all 121 rates were tried, up to 10");
}

TEST(FindLr, OneEasyBatchAtFirstIsNoSuggestionEither) {
  const RateSearchSpec spec = unsmoothed();
  std::vector<RatePoint> points = fed(spec, valley(0.1)).points();
  points[3].loss = points[3].smoothed = 0.1;
  EXPECT_NEAR(suggest_rate(spec, points).rate.value_or(0.0), 0.01, 1e-9);
}

TEST(FindLr, StopsAtALossThatIsNoNumber) {
  for (const double bad : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    RangeTest test{RateSearchSpec()};
    EXPECT_TRUE(test.add(2.0));
    EXPECT_FALSE(test.add(bad));
    EXPECT_NE(test.why_over().find("not a finite number"), std::string::npos);
    EXPECT_FALSE(test.add(2.0)) << "it is over";
    EXPECT_EQ(test.points().size(), 2U);
  }
}

TEST(FindLr, SuggestsATenthOfTheLowestLossesRate) {
  for (const double lowest : {0.01, 0.1, 1.0}) {
    const RateSuggestion suggestion = suggested(unsmoothed(), valley(lowest));
    ASSERT_TRUE(suggestion.rate) << suggestion.reason;
    EXPECT_NEAR(*suggestion.lowest, lowest, 1e-6 * lowest);
    EXPECT_NEAR(*suggestion.rate, lowest / 10.0, 1e-9);
    EXPECT_NE(suggestion.reason.find("a tenth of"), std::string::npos) << suggestion.reason;
    EXPECT_GT(*suggestion.steepest, *suggestion.rate);
    EXPECT_LT(*suggestion.steepest, lowest);
  }
}

/// After a fall about 1e-3 the loss wavers on a plateau: its lowest value says nothing.
TEST(FindLr, SuggestsTheSteepestDescentOnAPlateau) {
  const RateSuggestion suggestion = suggested(unsmoothed(), [](double rate) {
    return 0.5 + 2.0 / (1.0 + std::exp(8.0 * (std::log10(rate) + 3.0))) - 1e-3 * std::log10(rate);
  });
  ASSERT_TRUE(suggestion.rate) << suggestion.reason;
  EXPECT_GT(*suggestion.rate, 9e-4);
  EXPECT_LT(*suggestion.rate, 2e-3);
  EXPECT_NE(suggestion.reason.find("there the loss falls fastest"), std::string::npos) << suggestion.reason;
  EXPECT_NE(suggestion.reason.find("still falling at the highest rate"), std::string::npos) << suggestion.reason;
}

TEST(FindLr, SuggestsNothingWhereNothingFalls) {
  const auto none = [](const RateSuggestion& suggestion, const std::string& why) {
    EXPECT_FALSE(suggestion.rate);
    EXPECT_EQ(suggestion.reason.find("no suggestion: "), 0U) << suggestion.reason;
    EXPECT_NE(suggestion.reason.find(why), std::string::npos) << suggestion.reason;
  };
  none(suggested(unsmoothed(), [](double) { return 2.3; }), "does not fall");
  none(suggested(unsmoothed(), [](double rate) { return 2.3 + rate; }), "does not fall");
  none(suggested(unsmoothed(), [](double rate) { return 2.3 - 0.05 * std::sin(40.0 * std::log(rate)); }),
       "does not fall");
  none(suggested(unsmoothed(), [](double) { return std::numeric_limits<double>::infinity(); }), "blew up at once");
  none(suggest_rate(unsmoothed(), {}), "blew up at once");
  none(suggested(unsmoothed(), valley(5e-5)), "begin with a lower one");
}

TEST(FindLr, RefusesWhatNoSearchCanBe) {
  const auto refused = [](const std::string& field, const std::function<void(RateSearchSpec&)>& change) {
    RateSearchSpec spec;
    change(spec);
    try {
      validate(spec);
      ADD_FAILURE() << field << " was taken";
    } catch (const UsageError& error) {
      EXPECT_EQ(error.field(), field);
    }
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double from : {0.0, 1e-31, 1e-300, -1.0, 10.0, 11.0, nan})
    refused("from", [&](RateSearchSpec& s) { s.from = from; });
  for (const double to : {1001.0, nan}) refused("from", [&](RateSearchSpec& s) { s.to = to; });
  for (const int steps : {0, 9, 10'001}) refused("steps", [&](RateSearchSpec& s) { s.steps = steps; });
  for (const double weight : {0.0, 1.01, nan}) refused("smoothing", [&](RateSearchSpec& s) { s.smoothing = weight; });
  for (const double times : {1.0, nan}) refused("stop_at", [&](RateSearchSpec& s) { s.stop_at = times; });
}

class FindLrRun : public testing::Test {
 protected:
  FindLrRun() {
    search_.base = test::small_spec();
    search_.from = 1e-4;
  }
  RateSearch search() const {
    RunControl control;
    return find_learning_rate(search_, data_, control);
  }
  Dataset data_ = test::small_dataset();
  RateSearchSpec search_;
  RunControl control_;
};

/// The first two losses are those of a run with the first rate: the weights before any step, and after that one.
TEST_F(FindLrRun, BeginsWhereARunBegins) {
  search_.from = 0.5;
  search_.base.optimizer.learning_rate = 0.5;
  test::Remember sink;
  RunControl one_step;
  one_step.step_batch();
  std::vector<double> losses;
  bool one_mean = false;  // of both steps: where the curve has no point after the first
  sink.then = [&](const Event& event) {
    const StepDone* report = report_of(event);
    if (report == nullptr) return;
    losses.push_back(report->loss);
    if (losses.size() == 1) one_mean = !std::holds_alternative<StepDone>(event);
    one_step.step_batch();
    if (losses.size() == 2) one_step.stop();
  };
  train(search_.base, data_, sink, one_step);
  ASSERT_EQ(losses.size(), 2U);
  if (one_mean) losses[1] = 2.0 * losses[1] - losses[0];
  const RateSearch found = search();
  EXPECT_EQ(found.points[0].loss, losses[0]);
  EXPECT_NEAR(found.points[1].loss, losses[1], 1e-12);
}

TEST_F(FindLrRun, TheSuggestedRateTrains) {
  RateSearch found = search();
  ASSERT_TRUE(found.suggestion.rate) << found.suggestion.reason;
  const auto accuracy_with = [&](double rate) {
    search_.base.epochs = 8;
    search_.base.optimizer.learning_rate = rate;
    test::Remember sink;
    train(search_.base, data_, sink, control_);
    return sink.log.last_accuracy_test().value_or(0.0);
  };
  EXPECT_GE(accuracy_with(*found.suggestion.rate), accuracy_with(0.1) - 0.005);
}

TEST_F(FindLrRun, LeavesRunsAsTheyAre) {
  test::Remember before, after;
  train(search_.base, data_, before, control_);
  const RunSpec asked = search_.base;
  const RateSearch first = search();
  EXPECT_EQ(search_.base, asked);
  train(search_.base, data_, after, control_);
  EXPECT_EQ(before.states.back()->parameters, after.states.back()->parameters);
  const RateSearch second = search();
  ASSERT_EQ(first.points.size(), second.points.size());
  for (std::size_t i = 0; i < first.points.size(); ++i) EXPECT_EQ(first.points[i].loss, second.points[i].loss);
}

TEST_F(FindLrRun, TheRunsOwnRateAndScheduleDoNotCount) {
  const RateSearch plain = search();
  search_.base.optimizer.learning_rate = 0.5;
  search_.base.optimizer.schedule = ScheduleKind::one_cycle;
  const RateSearch other = search();
  ASSERT_EQ(plain.points.size(), other.points.size());
  EXPECT_EQ(plain.points.back().loss, other.points.back().loss);
}

TEST_F(FindLrRun, TakesEveryKindOfLayerAndAugmentedImages) {
  data_ = test::small_dataset(90);
  search_.base.model = {.input = {1, 6, 6}};
  search_.base.model.layers = {{Conv2d{4, {{3, 3}, {1, 1}, {1, 1}}, true, Activation::relu}},
                               {BatchNorm{.activation = Activation::relu}},
                               {MaxPool{{{2, 2}, {2, 2}}}},
                               {Dropout{0.25}},
                               {Flatten{}},
                               {Dense{4}}};
  search_.base.data.augmentation = {.shift = 1.0};
  search_.steps = 30;  // six epochs of five whole batches
  const RateSearch found = search();
  EXPECT_GT(found.points.size(), 10U) << found.ended;
  for (const RatePoint& point : found.points) EXPECT_GT(point.loss, 0.0);
}

TEST_F(FindLrRun, CanBeStopped) {
  int seen = 0;
  const RateSearch found = find_learning_rate(search_, data_, control_, [&](const RatePoint&) {
    if (++seen == 7) control_.stop();
  });
  EXPECT_TRUE(found.stopped);
  EXPECT_EQ(found.points.size(), 7U);
  EXPECT_FALSE(found.suggestion.rate);
  EXPECT_EQ(found.suggestion.reason, "no suggestion: the test was stopped before its end");
}

/// The search uses the whole batch, also where the batch was given per process.
TEST_F(FindLrRun, TheBatchOfEachIsThatOfAll) {
  if (const std::string why = find_backend("openmp").why_not(); !why.empty()) GTEST_SKIP() << why;
  search_.base.backend = "openmp";
  search_.base.options.workers = 2;
  const RateSearch whole = search();
  search_.base.batch_per_rank = search_.base.batch / 2;
  search_.base.batch = 5;
  const RateSearch shares = search();
  EXPECT_EQ(shares.spec.base.batch, whole.spec.base.batch);
  ASSERT_EQ(shares.points.size(), whole.points.size());
  EXPECT_EQ(shares.points.back().loss, whole.points.back().loss);
  search_.base.backend = "sequential";
  search_.base.options = {};
  EXPECT_THROW(search(), UsageError) << "it shares no batch";
}

/// The rates are a run's own; that run reports each step, has epochs of whole batches and ends with the last rate.
TEST_F(FindLrRun, ARunOfRatesEndsWithThem) {
  search_.base.epochs = 100;
  test::Remember sink;
  StartingPoint from;
  for (int step = 0; step < 26; ++step) from.rates.push_back(0.001F * static_cast<float>(step + 1));
  EXPECT_EQ(train(search_.base, data_, sink, control_, from).status, RunStatus::stopped);
  ASSERT_EQ(sink.log.steps.size(), 26U);
  EXPECT_EQ(sink.log.epochs.size(), 2U) << "200 examples are 12 batches of 16, and 8 that are left out";
  for (std::size_t i = 0; i < 26; ++i) {
    EXPECT_EQ(sink.log.steps[i].step, static_cast<std::int64_t>(i) + 1);
    EXPECT_EQ(sink.log.steps[i].learning_rate, from.rates[i]);
  }
}

TEST_F(FindLrRun, RefusesWhatNoRunCouldBe) {
  search_.base.batch = 201;
  EXPECT_THROW(search(), UsageError);
  search_.base.batch = 16;
  search_.base.backend = "nobody";
  EXPECT_THROW(search(), UsageError);
}

}  // namespace
}  // namespace mlplab
