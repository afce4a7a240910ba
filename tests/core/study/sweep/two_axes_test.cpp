// Sweeps over two axes: a slice for each value of the second, measured in the same rounds, kept in one folder.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/run/run_record.h"
#include "core/study/sweep/sweep_analysis.h"
#include "tests/core/study/fake_training.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

int width_of(const RunSpec& spec) { return spec.model.widths().at(1); }

class TwoAxes : public SweepFolder {
 protected:
  static SweepSpec batches_of_seeds() {
    SweepSpec spec = batches();
    spec.values = {"16", "32"};
    spec.across = {SweepAxis::seed, {"7", "8", "9"}};
    return spec;
  }
  static SweepSpec batches_of_widths() {
    SweepSpec spec = batches();
    spec.values = {"16", "32"};
    spec.across = {SweepAxis::width, {"5", "6"}};
    return spec;
  }
  static double by_batch_and_width(const RunSpec& spec) { return 100.0 / spec.batch * width_of(spec); }
  static std::string fault_of(const SweepSpec& spec) {
    try {
      check_figures(spec);
      return {};
    } catch (const UsageError& error) {
      return error.field() + ": " + error.what();
    }
  }
};

TEST_F(TwoAxes, AreSlicesWithTheValueOfTheSecond) {
  const SweepSpec spec = batches_of_widths();
  const std::vector<SweepSpec> slices = slices_of(spec);
  ASSERT_EQ(slices.size(), 2U);
  EXPECT_EQ(run_of(slices[1], 0).batch, 16);
  EXPECT_EQ(width_of(run_of(slices[1], 0)), 6);
  EXPECT_FALSE(slices[0].across.has_value());
  EXPECT_EQ(slices_of(batches()), std::vector<SweepSpec>{batches()}) << "one axis is its own slice";
  EXPECT_EQ(nlohmann::json(spec).get<SweepSpec>(), spec);
  EXPECT_FALSE(nlohmann::json(batches()).contains("across")) << "the file of one axis is as before";
}

/// No text names one batch of each worker where it varies.
TEST_F(TwoAxes, ABatchOfEachWorkerThatVariesIsSaidWhole) {
  SweepSpec spec;
  spec.base.batch = 77;
  spec.values = {"1", "2"};
  spec.scaling = Scaling::weak;
  spec.across = {SweepAxis::batch, {"32", "64"}};
  EXPECT_EQ(batch_in_words(spec), "batch 32, 64 of each worker");
  EXPECT_EQ(run_of(slices_of(spec)[1], 1).batch, 128);
}

TEST_F(TwoAxes, AFaultNamesItsField) {
  SweepSpec spec = batches_of_widths();
  EXPECT_EQ(fault_of(spec), "");
  spec.across->axis = SweepAxis::batch;
  EXPECT_EQ(fault_of(spec), "across.axis: both axes are batch: choose another one");
  spec.across = {SweepAxis::width, {}};
  EXPECT_EQ(fault_of(spec), "across.values: a sweep over width needs at least one value");
  spec.across->values = {"5", "05"};
  EXPECT_EQ(fault_of(spec), "across.values: the value 05 is there twice; use repeats instead");
  spec.across->values = {"5", "wide"};
  EXPECT_EQ(fault_of(spec), "across.values: a value of width must be a whole number of at least 1, not 'wide'");
  spec.across = {parse_axis("momentum"), {"0.5"}};
  EXPECT_EQ(fault_of(spec), "across.axis: the momentum changes nothing in these runs");
  spec.across = {parse_axis("lr"), {"0.1", "5000"}};
  EXPECT_EQ(fault_of(spec).substr(0, 14), "across.values:");
  spec.values = {"16", "many"};
  spec.across->values = {"0.1"};
  EXPECT_EQ(fault_of(spec).substr(0, 7), "values:") << "of the first axis";
  spec = batches();
  spec.values.clear();
  spec.across = {SweepAxis::seed, {}};
  for (int i = 1; i <= 17; ++i) spec.values.push_back(std::to_string(i));
  for (int i = 1; i <= 16; ++i) spec.across->values.push_back(std::to_string(i));
  EXPECT_EQ(fault_of(spec), "across.values: a sweep over two axes takes at most 256 points");
}

TEST_F(TwoAxes, AreMeasuredInTheSameRounds) {
  SweepStore store = SweepStore::create(folder_, batches_of_widths());
  QuietSweep sink;
  RunControl control;
  EXPECT_EQ(run_sweep(store, dataset_, sink, control, fake_training(by_batch_and_width)).status, RunStatus::done);
  EXPECT_EQ(sink.order, (std::vector<std::string>{"16/5#0", "32/5#0", "16/6#0", "32/6#0",  //
                                                  "32/5#1", "16/6#1", "32/6#1", "16/5#1",  //
                                                  "16/6#2", "32/6#2", "16/5#2", "32/5#2"}));
  EXPECT_EQ(sink.progresses.back().runs_total, runs_of(store.spec()));
  EXPECT_EQ(sink.progresses.front().name, "16, width 5");
  EXPECT_TRUE(store.complete());
}

TEST_F(TwoAxes, GoOnWhereTheyWereStopped) {
  std::vector<std::string> order;
  {
    SweepStore store = SweepStore::create(folder_, batches_of_widths());
    RunControl control;
    QuietSweep first;
    first.after_run = [&](const SweepRun&) {
      if (first.order.size() == 5) control.stop();
    };
    EXPECT_EQ(run_sweep(store, dataset_, first, control, fake_training(by_batch_and_width)).status, RunStatus::stopped);
    order = first.order;
  }
  SweepStore store = SweepStore::open(folder_);
  EXPECT_FALSE(store.complete());
  QuietSweep second;
  RunControl control;
  EXPECT_EQ(run_sweep(store, dataset_, second, control, fake_training(by_batch_and_width)).status, RunStatus::done);
  order.insert(order.end(), second.order.begin(), second.order.end());
  EXPECT_EQ(std::set<std::string>(order.begin(), order.end()).size(), 12U) << "every run once";
  EXPECT_EQ(order.size(), 12U);
  EXPECT_TRUE(SweepStore::open(folder_).complete());
}

/// A point that fails is left out, and the same value in another slice is not.
TEST_F(TwoAxes, OnePointFailsAlone) {
  SweepStore store = SweepStore::create(folder_, batches_of_widths());
  QuietSweep sink;
  RunControl control;
  const auto failing = [](const RunSpec& spec, const Dataset& data, EventSink& events, RunControl& order) {
    if (spec.batch == 16 && width_of(spec) == 6) return RunEnded{.status = RunStatus::failed, .reason = "too wide"};
    return fake_training(by_batch_and_width)(spec, data, events, order);
  };
  EXPECT_EQ(run_sweep(store, dataset_, sink, control, failing).status, RunStatus::done);
  const SweepAnalysis analysis = analyse(store);
  EXPECT_EQ(analysis.points[2].failure, "too wide");
  EXPECT_EQ(analysis.points[0].runs.size(), 3U);
  EXPECT_EQ(analysis.points[3].runs.size(), 3U);
}

/// Every slice is read as the sweep over one axis that it is: speeds are against its own baseline.
TEST_F(TwoAxes, AreReadAsSweepsOverTheFirst) {
  SweepStore store = SweepStore::create(folder_, batches_of_widths());
  QuietSweep sink;
  RunControl control;
  run_sweep(store, dataset_, sink, control,
            fake_training([](const RunSpec& spec) { return width_of(spec) == 5 ? 100.0 / spec.batch : 7.0; }));
  const SweepAnalysis analysis = analyse(store);
  ASSERT_EQ(analysis.slices.size(), 2U);
  ASSERT_EQ(analysis.points.size(), 4U);
  EXPECT_EQ(analysis.points[1].across, "5");
  EXPECT_DOUBLE_EQ(analysis.points[1].speed.value, 2.0);
  EXPECT_DOUBLE_EQ(analysis.points[3].speed.value, 1.0) << "against batch 16 of the same width";
  for (std::size_t i = 0; i < analysis.points.size(); ++i) {
    EXPECT_EQ(slice_with(analysis, i).points[i % 2].time.median, analysis.points[i].time.median);
    EXPECT_EQ(analysis.points[i].runs.size(), 3U);
  }
  EXPECT_EQ(analysis.fit.model, ScalingModel::none);
  const auto says = [&](const std::string& part) {
    return std::ranges::any_of(analysis.reading, [&](const std::string& s) { return s.find(part) != s.npos; });
  };
  EXPECT_TRUE(says("width 5: The shortest time is that of batch 32")) << analysis.reading.front();
  EXPECT_TRUE(says("width 6: The shortest time is that of batch 16"));
  EXPECT_EQ(point_words(analysis, analysis.points[3]), "batch 32, width 6");
  EXPECT_THROW(analyse(store, "5"), UsageError) << "no value of the first axis";
}

TEST_F(TwoAxes, AnOverallTextIsSaidOnce) {
  SweepStore store = SweepStore::create(folder_, batches_of_widths());
  const SweepAnalysis analysis = analyse(store);
  EXPECT_EQ(std::ranges::count(analysis.warnings, "the sweep is not complete: some runs are missing"), 1);
}

/// The noise of a session is that of all slices, whichever runs were the last of each.
TEST_F(TwoAxes, ASessionIsThatOfAllSlices) {
  SweepStore store = SweepStore::create(folder_, batches_of_widths());
  int done = 0;
  for (const std::string across : {"5", "6"})
    for (const std::string value : {"16", "32"}) {
      SweepRun run = made_run(value, 0, 1, 1.0);
      run.batch = std::stoi(value);
      run.across = across;
      run.session = "2026-11-26T14:30:05Z";
      run.session_noise = {{Finding::quota, static_cast<double>(++done)}};
      store.append(run);
    }
  const auto said = [](const std::string& warning) { return warning.find("quota") != std::string::npos; };
  const std::vector<std::string> warnings = analyse(store).warnings;
  EXPECT_EQ(std::ranges::count_if(warnings, said), 1);
  EXPECT_TRUE(std::ranges::find(warnings,
                                "over the whole sweep: the container's quota of processor time ran out (4 "
                                "periods)") != warnings.end());
}

TEST_F(TwoAxes, SeedsGiveEachValueMeanLowestAndHighest) {
  SweepSpec spec = batches_of_seeds();
  spec.base.data = {.source = "shapes",
                    .train_limit = 64,
                    .test_limit = 9,
                    .validation_fraction = 0.25,
                    .image_size = {8, 8},
                    .channels = 1};
  spec.base.model = make_mlp({64, 9}, Activation::relu);
  spec.repeats = 1;
  SweepStore store = SweepStore::create(folder_, spec);
  QuietSweep sink;
  RunControl control;
  const auto with_accuracy = [](const RunSpec& run, const Dataset& data, EventSink& events, RunControl&) {
    RunStarted started;
    started.spec = run;
    started.device = "imagined";
    started.workers = 1;
    started.train_examples = 64;
    started.dataset_hash = data.content_hash;
    events.on_event(started);
    EpochDone done;
    done.epoch = 1;
    done.epoch_time_s = 1.0;
    done.loss_train = 1.0;
    done.accuracy_test = 0.1 * static_cast<double>(run.seed) + (run.batch == 32 ? 0.05 : 0.0);
    for (int epoch = 0; epoch < run.epochs; ++epoch) events.on_event(done);
    return RunEnded{.epochs_done = run.epochs};
  };
  EXPECT_EQ(run_sweep(store, {}, sink, control, with_accuracy).status, RunStatus::done);
  std::set<std::string> data;
  for (const SweepRun& run : store.runs()) data.insert(run.dataset_hash);
  EXPECT_EQ(data.size(), 3U) << "a seed chooses the images that are held out";
  const SweepAnalysis analysis = analyse(SweepStore::open(folder_));
  ASSERT_EQ(analysis.each_over_seeds.size(), 2U);
  const AccuracyOverSeeds& second = analysis.each_over_seeds[1];
  EXPECT_EQ(second.value, "32");
  EXPECT_EQ(second.seeds, 3);
  EXPECT_NEAR(second.mean, 0.85, 1e-12);
  EXPECT_NEAR(second.min, 0.75, 1e-12);
  EXPECT_NEAR(second.max, 0.95, 1e-12);
  EXPECT_EQ(analysis.reading.at(0),
            "batch 16: test accuracy over 3 seeds: mean 80.00 %, minimum 70.00 %, maximum 90.00 %.");
  for (const std::string& sentence : analysis.reading)
    EXPECT_EQ(sentence.find("with one seed"), std::string::npos) << sentence;
}

/// A run of an unknown value of the second axis, as of a file that was edited, is of no slice.
TEST_F(TwoAxes, RunsOfNoSliceAreLeftOut) {
  SweepStore store = SweepStore::create(folder_, batches_of_widths());
  SweepRun run = made_run("16", 0, 1, 1.0);
  run.batch = 16;
  run.across = "99";
  store.append(run);
  run.across = "5";
  store.append(run);
  const SweepStore opened = SweepStore::open(folder_);
  EXPECT_EQ(opened.slice(0).runs().size(), 1U);
  EXPECT_EQ(opened.slice(1).runs().size(), 0U);
  EXPECT_EQ(opened.find_done("16", 0), nullptr) << "without its second value it is no run";
}

}  // namespace
}  // namespace mlplab
