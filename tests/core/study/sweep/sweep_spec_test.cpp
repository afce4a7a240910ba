// The sweep as a value: its axes and their values, its JSON, and what is refused.
#include "core/study/sweep/sweep_spec.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/launch/configurations.h"
#include "tests/core/study/fake_training.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

TEST(SweepSpecTest, RoundTripsAsJson) {
  SweepSpec spec;
  spec.base.backend = "sequential";
  spec.axis = SweepAxis::width;
  spec.values = {"8", "16"};
  spec.repeats = 7;
  spec.warmup_epochs = 0;
  spec.baseline = "16";
  spec.against_reference = true;
  EXPECT_EQ(nlohmann::json(spec).get<SweepSpec>(), spec);
}

TEST(SweepSpecTest, RefusesWhatCannotBeMeasured) {
  const auto complaint = [](const std::function<void(SweepSpec&)>& change) {
    SweepSpec spec;
    spec.base.backend = "sequential";
    spec.axis = SweepAxis::batch;
    spec.values = {"16", "32"};
    change(spec);
    return message_of([&] { validate(spec); });
  };
  EXPECT_EQ(complaint([](SweepSpec&) {}), "nothing was thrown");
  EXPECT_NE(complaint([](SweepSpec& s) { s.values.clear(); }).find("at least one value"), std::string::npos);
  EXPECT_NE(complaint([](SweepSpec& s) { s.values = {"16", "16"}; }).find("twice"), std::string::npos);
  EXPECT_NE(complaint([](SweepSpec& s) { s.values = {"16", "016"}; }).find("twice"), std::string::npos);
  EXPECT_NE(complaint([](SweepSpec& s) {
              s.axis = SweepAxis::seed, s.values = {"1", "01"};
            }).find("01 is there twice"),
            std::string::npos);
  EXPECT_NE(complaint([](SweepSpec& s) {
              s.axis = SweepAxis::resolution, s.values = {"16", "16x16"};
            }).find("twice"),
            std::string::npos);
  EXPECT_NE(complaint([](SweepSpec& s) { s.values = {"0"}; }).find("at least 1"), std::string::npos);
  EXPECT_NE(complaint([](SweepSpec& s) { s.values = {"16x"}; }).find("'16x'"), std::string::npos);
  EXPECT_NE(complaint([](SweepSpec& s) { s.repeats = 0; }).find("repeats"), std::string::npos);
  EXPECT_NE(complaint([](SweepSpec& s) { s.warmup_epochs = -1; }).find("warm-up"), std::string::npos);
  EXPECT_NE(complaint([](SweepSpec& s) { s.baseline = "64"; }).find("64 is not among"), std::string::npos);
  EXPECT_NE(complaint([](SweepSpec& s) { s.scaling = Scaling::weak; }).find("workers"), std::string::npos);
  EXPECT_NE(complaint([](SweepSpec& s) { s.axis = SweepAxis::backend; }).find("no backend '16'"), std::string::npos);
  EXPECT_NE(complaint([](SweepSpec& s) { s.axis = SweepAxis::workers; }).find("one worker"), std::string::npos);
  EXPECT_NE(complaint([](SweepSpec& s) { s.axis = SweepAxis::resolution, s.values = {"a"}; }).find("no size"),
            std::string::npos);
  EXPECT_NE(complaint([](SweepSpec& s) { s.axis = SweepAxis::seed, s.values = {"-1"}; }).find("not '-1'"),
            std::string::npos);
  EXPECT_EQ(complaint([](SweepSpec& s) {
              s.axis = SweepAxis::seed, s.values = {"0", "18446744073709551615"};
            }),
            "nothing was thrown");
}

TEST(SweepSpecTest, AFaultNamesItsField) {
  const auto field = [](auto change) -> std::string {
    SweepSpec spec;
    spec.base.backend = "sequential";
    spec.axis = SweepAxis::batch;
    spec.values = {"16", "32"};
    change(spec);
    try {
      validate(spec);
    } catch (const UsageError& error) {
      return error.field();
    }
    return "nothing was thrown";
  };
  EXPECT_EQ(field([](SweepSpec& s) { s.values.clear(); }), "values");
  EXPECT_EQ(field([](SweepSpec& s) { s.values = {"16x"}; }), "values");
  EXPECT_EQ(field([](SweepSpec& s) { s.values = {"100000"}; }), "values") << "a batch that is too large";
  EXPECT_EQ(field([](SweepSpec& s) { s.axis = SweepAxis::backend; }), "values");
  EXPECT_EQ(field([](SweepSpec& s) { s.axis = SweepAxis::workers; }), "values") << "a backend with one worker";
  EXPECT_EQ(field([](SweepSpec& s) { s.repeats = 0; }), "repeats");
  EXPECT_EQ(field([](SweepSpec& s) { s.warmup_epochs = -1; }), "warmup_epochs");
  EXPECT_EQ(field([](SweepSpec& s) { s.baseline = "64"; }), "baseline");
  EXPECT_EQ(field([](SweepSpec& s) { s.scaling = Scaling::weak; }), "scaling");
  EXPECT_EQ(field([](SweepSpec& s) { s.base.epochs = 1 << 30; }), "base.epochs");
  EXPECT_EQ(field([](SweepSpec& s) { s.base.optimizer.learning_rate = 0.0; }), "base.optimizer.learning_rate");
}

TEST(SweepSpecTest, AValueChangesItsOwnAxisOnly) {
  SweepSpec spec;
  spec.base.backend = "sequential";
  spec.base.epochs = 3;
  spec.warmup_epochs = 2;
  spec.base.target_accuracy = 0.5;
  spec.axis = SweepAxis::width;
  spec.values = {"33"};
  const RunSpec run = run_of(spec, 0);
  EXPECT_EQ(run.model.name(), "784-33-10");
  EXPECT_EQ(run.epochs, 5);
  EXPECT_EQ(run.eval_every, 5) << "evaluated once, at the end";
  EXPECT_FALSE(run.target_accuracy) << "runs that stop early cannot be compared";
  EXPECT_EQ(run.batch, spec.base.batch);

  spec.axis = SweepAxis::resolution;
  spec.base.data.channels = 3;
  spec.values = {"14x10"};
  const RunSpec sized = run_of(spec, 0);
  EXPECT_EQ(sized.data.image_size, (ImageSize{.height = 10, .width = 14}));
  EXPECT_EQ(sized.model.name(), "420-256-10") << "the network is fitted to the images";

  spec.axis = SweepAxis::seed;
  spec.values = {"18446744073709551615"};
  EXPECT_EQ(run_of(spec, 0).seed, 18446744073709551615U);
  EXPECT_EQ(run_of(spec, 0).batch, spec.base.batch);
  EXPECT_EQ(value_json(spec.axis, spec.values[0]), 18446744073709551615U);

  spec.axis = SweepAxis::workers;
  spec.values = {"4"};
  EXPECT_EQ(run_of(spec, 0).options.workers, 4);
  EXPECT_EQ(run_of(spec, 0).batch, spec.base.batch);
  spec.scaling = Scaling::weak;
  EXPECT_EQ(run_of(spec, 0).batch, 4 * spec.base.batch);
}

/// Every axis understands its own suggestions, changes the run with each, and is written as it is read.
TEST(SweepSpecTest, EveryAxisHasValuesThatChangeTheRun) {
  for (const SweepAxis axis : sweep_axes()) {
    SweepSpec spec{.base = test::small_spec(), .axis = axis, .values = suggested_values(axis)};
    if (axis.of != nullptr && std::string(axis.of->path) == "optimizer.momentum")
      spec.base.optimizer.kind = OptimizerKind::momentum;
    else if (axis.of != nullptr && std::string(axis.of->path).find("beta") != std::string::npos)
      spec.base.optimizer.kind = OptimizerKind::adam;
    else if (to_string(axis) == "optimizer.epsilon")
      spec.base.optimizer.kind = OptimizerKind::adam;
    else if (to_string(axis) == "data.fit")
      spec.base.data.image_size = {14, 20};
    ASSERT_GT(spec.values.size(), 1U) << to_string(axis);
    check_figures(spec);
    for (std::size_t point = 1; point < spec.values.size(); ++point) {
      EXPECT_EQ(understood_value(axis, spec.values[point]), spec.values[point]) << to_string(axis);
      EXPECT_NE(run_of(spec, point), run_of(spec, 0)) << to_string(axis);
    }
    EXPECT_EQ(nlohmann::json(spec).get<SweepSpec>(), spec) << to_string(axis);
    EXPECT_EQ(parse_axis(to_string(axis)), axis);
  }
}

TEST(SweepSpecTest, SettingsAreAxesByShorterNamesToo) {
  EXPECT_EQ(parse_axis("lr"), parse_axis("optimizer.learning_rate"));
  EXPECT_EQ(parse_axis("learning_rate"), parse_axis("lr"));
  EXPECT_THROW(parse_axis("host"), UsageError) << "nothing that a sweep could vary";
  const SweepAxis rates = parse_axis("lr");
  EXPECT_EQ(value_words(rates, "0.1"), "learning rate 0.1");
  EXPECT_EQ(understood_value(rates, "1e-1"), "0.1");
  EXPECT_EQ(value_json(rates, "0.1"), 0.1);
  EXPECT_EQ(value_json(parse_axis("train_limit"), "3000000000"), 3'000'000'000) << "more than an int has";
  EXPECT_EQ(value_words(parse_axis("optimizer"), "adam"), "Adam");
  EXPECT_TRUE(has_names(parse_axis("optimizer")));
}

TEST(SweepSpecTest, SettingsThatChangeNothingAreNoAxis) {
  const auto fault = [](const char* axis, const std::vector<std::string>& values) -> std::string {
    const SweepSpec spec{.base = test::small_spec(), .axis = parse_axis(axis), .values = values};
    try {
      check_figures(spec);
      return {};
    } catch (const UsageError& error) {
      return error.field() + ": " + error.what();
    }
  };
  EXPECT_EQ(fault("momentum", {"0.5", "0.9"}), "axis: the momentum changes nothing in these runs") << "without it";
  EXPECT_EQ(fault("lr", {"0.1", "2000"}).substr(0, 7), "values:") << "beyond its range";
  EXPECT_EQ(fault("lr", {"0.1", "fast"}), "values: 'fast' is no learning rate");
  EXPECT_EQ(fault("train_limit", {"0", "100"}).substr(0, 7), "values:") << "all images are no number of them";
  EXPECT_EQ(fault("train_limit", {"50", "100"}), "");
}

TEST(SweepSpecTest, ABatchOfEachWorkerIsNamedAsOne) {
  SweepSpec spec;
  spec.base.batch = 64;
  spec.values = {"1", "2147483"};
  EXPECT_EQ(batch_in_words(spec), "batch 64");
  spec.scaling = Scaling::weak;
  EXPECT_EQ(batch_in_words(spec), "batch 64 of each worker");
  EXPECT_EQ(run_of(spec, 1).batch, 64 * 2147483);
  spec.scaling = Scaling::strong;
  spec.base.batch_per_rank = 1024;
  EXPECT_EQ(batch_in_words(spec), "batch 1024 of each worker");
  EXPECT_EQ(run_of(spec, 0).batch, 1024);
  EXPECT_EQ(run_of(spec, 1).batch, std::numeric_limits<int>::max()) << "too many to count: refused, and not wrapped";
  spec.axis = SweepAxis::seed;
  EXPECT_EQ(batch_in_words(spec), "batch 64") << "over anything else the whole batch is the same for all";
}

TEST(SweepSpecTest, SuggestsToTheCoresAndPast) {
  Topology topology;
  for (int i = 0; i < 6; ++i) topology.cpus.push_back({i, i, 0});
  EXPECT_EQ(suggested_workers(topology), (std::vector<std::string>{"1", "2", "4", "6", "12"}));
  topology.cpus.resize(1);
  EXPECT_EQ(suggested_workers(topology), (std::vector<std::string>{"1", "2"}));
}

TEST(SweepSpecTest, ListsOfValues) {
  EXPECT_EQ(parse_values("1, 2,4"), (std::vector<std::string>{"1", "2", "4"}));
  EXPECT_THROW(parse_values(""), UsageError);
  EXPECT_THROW(parse_values("1,,2"), UsageError);
}

}  // namespace
}  // namespace mlplab
