// Axes of kept runs, the places of their values, and the runs that are within brushes.
#include "core/reporting/parallel_runs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/run/configuration.h"

namespace mlplab {
namespace {

NotebookEntry run_with(const std::function<void(RunSpec&)>& change, double accuracy = 0.9) {
  RunSpec spec;
  spec.backend = "sequential";
  change(spec);
  NotebookEntry entry;
  entry.path = "/runs/a";
  entry.name = "a";
  entry.spec = std::make_shared<const RunSpec>(spec);
  entry.accuracy_test = accuracy;
  entry.loss_test = 0.25;
  entry.time_s = 8.0;
  entry.epochs_done = 4;
  return entry;
}

ParallelRuns made(const std::vector<NotebookEntry>& entries) {
  std::vector<const NotebookEntry*> pointers;
  for (const NotebookEntry& entry : entries) pointers.push_back(&entry);
  return parallel_runs(pointers);
}

const ParallelAxis* axis(const ParallelRuns& runs, const std::string& id) {
  const auto at = std::ranges::find(runs.axes, id, &ParallelAxis::id);
  return at == runs.axes.end() ? nullptr : &*at;
}

std::vector<std::string> ids(const ParallelRuns& runs) {
  std::vector<std::string> result;
  for (const ParallelAxis& each : runs.axes) result.push_back(each.id);
  return result;
}

NotebookEntry with_rate(double rate, double accuracy = 0.9) {
  return run_with([&](RunSpec& spec) { spec.optimizer.learning_rate = rate; }, accuracy);
}

TEST(ParallelRuns, TicksStandOnTheirAxis) {
  for (const auto& [least, most] :
       {std::pair(16, 64), std::pair(16, 65), std::pair(3, 22), std::pair(7, 56), std::pair(5, 41), std::pair(1, 1000),
        std::pair(2, 17), std::pair(30, 4000), std::pair(60, 61)}) {
    const ParallelRuns runs = made(
        {run_with([&](RunSpec& spec) { spec.batch = least; }), run_with([&](RunSpec& spec) { spec.batch = most; })});
    const ParallelAxis* batch = axis(runs, "batch");
    EXPECT_GE(batch->ticks().size(), 2U) << least << " to " << most;
    for (const AxisTick& tick : batch->ticks()) {
      EXPECT_GE(tick.place, -1e-6) << tick.words << ", " << least << " to " << most;
      EXPECT_LE(tick.place, 1 + 1e-6) << tick.words << ", " << least << " to " << most;
    }
  }
}

TEST(ParallelRuns, AnAxisIsASettingThatDiffersOrAKnownResult) {
  const ParallelRuns runs = made(
      {run_with([](RunSpec& spec) { spec.batch = 32; }, 0.9), run_with([](RunSpec& spec) { spec.seed = 7; }, 0.8)});
  EXPECT_EQ(ids(runs), (std::vector<std::string>{"batch", "seed", "epoch_time_s", "loss_test", "accuracy_test"}));
  EXPECT_EQ(runs.why_not, "");
  EXPECT_FALSE(axis(runs, "batch")->is_result);
  EXPECT_TRUE(axis(runs, "accuracy_test")->is_result);
  EXPECT_DOUBLE_EQ(axis(runs, "epoch_time_s")->values[0], 2.0);
  // A value that all runs have stands in the middle, and its tick is its value.
  EXPECT_DOUBLE_EQ(axis(runs, "loss_test")->place_of(0.25), 0.5);
  ASSERT_EQ(axis(runs, "loss_test")->ticks().size(), 1U);
  EXPECT_EQ(axis(runs, "loss_test")->ticks().front().words, "0.25");
}

TEST(ParallelRuns, ThereIsASentenceWhereNothingCanBeDrawn) {
  EXPECT_EQ(made({}).why_not, "No run is listed that can be read.");
  EXPECT_EQ(made({with_rate(0.1)}).why_not, "One run is listed; this view compares two or more.");
  EXPECT_EQ(made({with_rate(0.1), with_rate(0.1, 0.5)}).why_not,
            "All 2 listed runs have the same settings: there is no axis to draw.");
  EXPECT_TRUE(made({with_rate(0.1), with_rate(0.1)}).axes.empty());
  NotebookEntry sweep = with_rate(0.5);
  sweep.kind = EntryKind::sweep;
  NotebookEntry broken = with_rate(0.5);
  broken.spec = nullptr;
  broken.state = EntryState::unreadable;
  const ParallelRuns runs = made({with_rate(0.1), sweep, broken, with_rate(0.2)});
  EXPECT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs.unreadable, 1);
}

TEST(ParallelRuns, AnAxisIsLogarithmicFromThreeDoublingsOn) {
  using Scale = ParallelAxis::Scale;
  const ParallelRuns near = made({with_rate(0.125), with_rate(0.99)}), far = made({with_rate(0.125), with_rate(1.0)});
  EXPECT_EQ(axis(near, "optimizer.learning_rate")->scale, Scale::linear);
  const ParallelAxis& rate = *axis(far, "optimizer.learning_rate");
  EXPECT_EQ(rate.scale, Scale::logarithmic);
  const ParallelRuns decades = made({with_rate(0.001), with_rate(0.1), with_rate(10.0)});
  const ParallelAxis& wide = *axis(decades, "optimizer.learning_rate");
  EXPECT_DOUBLE_EQ(wide.place_of(0.001), 0.0);
  EXPECT_DOUBLE_EQ(wide.place_of(0.1), 0.5);
  EXPECT_DOUBLE_EQ(wide.place_of(10.0), 1.0);
  for (const double place : {0.0, 0.25, 0.7, 1.0}) EXPECT_NEAR(wide.place_of(wide.value_at(place)), place, 1e-12);
  ASSERT_EQ(wide.ticks().size(), 5U);
  EXPECT_EQ(wide.ticks().front().words, "0.001");
  EXPECT_EQ(wide.ticks().back().words, "10");
  // Seeds are labels, and accuracies are compared by their differences.
  const ParallelRuns seeds = made(
      {run_with([](RunSpec& spec) { spec.seed = 1; }, 0.02), run_with([](RunSpec& spec) { spec.seed = 900; }, 0.9)});
  EXPECT_EQ(axis(seeds, "seed")->scale, Scale::linear);
  const ParallelRuns few =
      made({run_with([](RunSpec& spec) { spec.seed = 1; }), run_with([](RunSpec& spec) { spec.seed = 3; })});
  EXPECT_EQ(axis(few, "seed")->ticks().size(), 3U);  // no seed is 1.5
  EXPECT_EQ(axis(seeds, "accuracy_test")->scale, Scale::linear);
}

TEST(ParallelRuns, AZeroHasItsPlaceBesideDecades) {
  const auto decayed = [](double decay) {
    return run_with([&](RunSpec& spec) { spec.optimizer.weight_decay = decay; });
  };
  const ParallelRuns runs = made({decayed(0.01), decayed(0.0), decayed(0.0001)});
  const ParallelAxis& decay = *axis(runs, "optimizer.weight_decay");
  EXPECT_EQ(decay.scale, ParallelAxis::Scale::named);
  ASSERT_EQ(decay.names.size(), 3U);
  EXPECT_EQ(decay.names[0].key, "0");
  EXPECT_EQ(decay.names[2].key, "0.01");
  EXPECT_DOUBLE_EQ(decay.place_of(decay.values[2]), 0.5);
  EXPECT_EQ(decay.text(0), "0.01");
  const ParallelRuns exact = made({decayed(0.0), decayed(7 * 0.00001), decayed(0.01)});
  EXPECT_EQ(axis(exact, decay.id)->names[1].words, "7e-05");
  EXPECT_EQ(axis(exact, decay.id)->text(1), "7.000000000000001e-05");
}

TEST(ParallelRuns, AllImagesAreMoreThanAnyLimit) {
  const auto limited = [](std::size_t limit) {
    return run_with([&](RunSpec& spec) { spec.data.train_limit = limit; });
  };
  const ParallelRuns runs = made({limited(0), limited(3000), limited(20000)});
  const ParallelAxis& images = *axis(runs, "data.train_limit");
  ASSERT_EQ(images.names.size(), 3U);
  EXPECT_EQ(images.names.back().words, "all");
  EXPECT_EQ(images.names.front().words, "3000");  // by number: as text, 20000 stands before
  EXPECT_DOUBLE_EQ(images.place_of(images.values[0]), 1.0);
}

TEST(ParallelRuns, WithoutAValueARunIsBelowTheAxis) {
  std::vector<NotebookEntry> entries{with_rate(0.1, 0.9), with_rate(0.2, std::nan("")), with_rate(0.3, 0.5)};
  entries[2].accuracy_test = std::nullopt;
  entries[0].loss_test = std::numeric_limits<double>::infinity();
  const ParallelRuns runs = made(entries);
  const ParallelAxis& accuracy = *axis(runs, "accuracy_test");
  EXPECT_TRUE(accuracy.lacks_values());
  for (const std::size_t run : {1U, 2U}) {
    EXPECT_DOUBLE_EQ(accuracy.place_of(accuracy.values[run]), no_value_place);
    EXPECT_EQ(accuracy.text(run), "");
    EXPECT_EQ(accuracy.words(run), "–");
  }
  EXPECT_EQ(accuracy.words(0), "90 %");
  EXPECT_DOUBLE_EQ(axis(runs, "loss_test")->place_of(axis(runs, "loss_test")->values[0]), no_value_place);
  // A momentum is no setting of a run without one.
  const auto optimized = [](OptimizerKind kind, double momentum) {
    return run_with([&](RunSpec& spec) {
      spec.optimizer.kind = kind;
      spec.optimizer.momentum = momentum;
    });
  };
  const ParallelRuns three = made({optimized(OptimizerKind::sgd, 0.9), optimized(OptimizerKind::momentum, 0.5),
                                   optimized(OptimizerKind::momentum, 0.9)});
  ASSERT_NE(axis(three, "optimizer.momentum"), nullptr);
  EXPECT_FALSE(axis(three, "optimizer.momentum")->has_value(0));
  EXPECT_TRUE(axis(three, "optimizer.momentum")->has_value(1));
  const ParallelRuns two = made({optimized(OptimizerKind::sgd, 0.5), optimized(OptimizerKind::momentum, 0.9)});
  EXPECT_EQ(axis(two, "optimizer.momentum"), nullptr);
  // No energy is known of any.
  EXPECT_EQ(axis(runs, "epoch_train_j"), nullptr);
}

TEST(ParallelRuns, NetworksOfOneNameAreToldApart) {
  const auto with_hidden = [](Activation hidden) {
    return run_with([&](RunSpec& spec) { spec.model = make_mlp({784, 32, 10}, hidden); });
  };
  const ParallelRuns runs =
      made({with_hidden(Activation::relu), with_hidden(Activation::sigmoid), with_hidden(Activation::relu)});
  ASSERT_NE(axis(runs, "network"), nullptr);
  EXPECT_EQ(axis(runs, "network")->text(0), "784-32-10");
  EXPECT_EQ(axis(runs, "network")->text(1), "784-32-10 (2)");
  EXPECT_EQ(axis(runs, "network")->text(2), "784-32-10");
}

TEST(ParallelRuns, BackendsAndWorkersHaveAxes) {
  const auto computed = [](const char* name, int workers) {
    return run_with([&](RunSpec& spec) { set_configuration(spec, {.name = name, .workers = workers, .options = {}}); });
  };
  const ParallelRuns runs = made({computed("openmp", 0), computed("openmp", 2), computed("simd", 4)});
  EXPECT_EQ(axis(runs, "backend")->names.size(), 2U);
  EXPECT_EQ(axis(runs, "workers")->names.back().words, "all workers");
  EXPECT_EQ(axis(made({computed("openmp", 1), computed("openmp", 16)}), "workers")->scale,
            ParallelAxis::Scale::logarithmic);
}

TEST(ParallelRuns, BrushesChooseByValue) {
  const ParallelRuns runs = made({with_rate(0.001, 0.5), with_rate(0.1, 0.7), with_rate(10.0, std::nan(""))});
  const ParallelAxis &rate = *axis(runs, "optimizer.learning_rate"), &accuracy = *axis(runs, "accuracy_test");
  const AxisBrush middle = brush_between(rate, 0.6, 0.3);
  EXPECT_EQ(runs_within(runs, {{rate.id, middle}}), (std::vector{false, true, false}));
  EXPECT_EQ(runs_within(runs, {}), (std::vector{true, true, true}));
  // Up to the axis' end is beyond it too, when other runs are listed; not to the other side.
  const AxisBrush upper = brush_between(rate, 0.4, 1.0);
  const ParallelRuns more = made({with_rate(0.001), with_rate(500.0)});
  EXPECT_EQ(runs_within(more, {{rate.id, upper}}), (std::vector{false, true}));
  EXPECT_EQ(runs_within(more, {{rate.id, middle}}), (std::vector{false, false}));
  const AxisBrush lower = brush_between(rate, 0.0, 0.4);
  EXPECT_EQ(runs_within(made({with_rate(0.00001), with_rate(500.0)}), {{rate.id, lower}}), (std::vector{true, false}));
  // Several axes at once, and one that is not there.
  EXPECT_EQ(runs_within(runs, {{rate.id, brush_between(rate, 0.0, 0.6)},
                               {accuracy.id, brush_between(accuracy, 0.5, 1.0)},
                               {"batch", middle}}),
            (std::vector{false, true, false}));
  // Without a value: only where the brush reaches down to its place.
  EXPECT_EQ(runs_within(runs, {{accuracy.id, brush_between(accuracy, 0.0, 1.0)}}), (std::vector{true, true, false}));
  const AxisBrush unknown = brush_between(accuracy, no_value_place, 2 * no_value_place);
  EXPECT_EQ(runs_within(runs, {{accuracy.id, unknown}}), (std::vector{false, false, true}));
  EXPECT_EQ(runs_within(runs, {{accuracy.id, brush_between(accuracy, no_value_place, 1.0)}}),
            (std::vector{true, true, true}));
}

TEST(ParallelRuns, ABrushTouchesTheShareOfANamedValue) {
  const auto kind = [](OptimizerKind which) { return run_with([&](RunSpec& spec) { spec.optimizer.kind = which; }); };
  const ParallelRuns runs = made({kind(OptimizerKind::adam), kind(OptimizerKind::sgd), kind(OptimizerKind::momentum)});
  const ParallelAxis& optimizer = *axis(runs, "optimizer.kind");
  EXPECT_EQ(optimizer.names[0].key, "sgd");  // in the order of the table of settings
  EXPECT_EQ(optimizer.names[2].words, "Adam");
  EXPECT_EQ(brush_between(optimizer, 0.4, 0.6).keys, (std::vector<std::string>{"momentum"}));
  EXPECT_EQ(brush_between(optimizer, 0.3, 0.8).keys, (std::vector<std::string>{"momentum", "adam"}));
  EXPECT_TRUE(brush_between(optimizer, no_value_place, no_value_place).keys.empty());
  const AxisBrush brush = brush_between(optimizer, 0.9, 1.0);
  EXPECT_EQ(runs_within(runs, {{optimizer.id, brush}}), (std::vector{true, false, false}));
  ASSERT_EQ(bands_of(optimizer, brush).size(), 1U);
  EXPECT_DOUBLE_EQ(bands_of(optimizer, brush)[0].first, 0.75);
  EXPECT_EQ(brush_words(optimizer, brush), "optimizer: Adam");
}

TEST(ParallelRuns, BandsAreWhereTheBrushIs) {
  const ParallelRuns runs = made({with_rate(0.001), with_rate(10.0)});
  const ParallelAxis& rate = *axis(runs, "optimizer.learning_rate");
  const auto bands = bands_of(rate, brush_between(rate, 0.25, 0.75));
  ASSERT_EQ(bands.size(), 1U);
  EXPECT_NEAR(bands[0].first, 0.25, 1e-12);
  EXPECT_NEAR(bands[0].second, 0.75, 1e-12);
  EXPECT_EQ(bands_of(rate, brush_between(rate, 0.5, 1.0))[0].second, 1.0);
  EXPECT_EQ(brush_words(rate, brush_between(rate, 0.5, 1.0)), "learning rate: at least 0.1");
  // A brush outside what is listed now has no band.
  const ParallelRuns other = made({with_rate(20.0), with_rate(90.0)});
  EXPECT_TRUE(bands_of(*axis(other, rate.id), brush_between(rate, 0.25, 0.75)).empty());
  EXPECT_TRUE(bands_of(rate, brush_between(rate, 2 * no_value_place, no_value_place))[0].second < 0.0);
}

TEST(ParallelRuns, AxesStandAsTheyWerePut) {
  const ParallelRuns runs =
      made({run_with([](RunSpec& spec) { spec.batch = 32; }), run_with([](RunSpec& spec) { spec.seed = 7; }, 0.5)});
  // batch, seed, epoch_time_s, loss_test, accuracy_test
  EXPECT_EQ(ordered_axes(runs.axes, {}), (std::vector<std::size_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(ordered_axes(runs.axes, {"accuracy_test", "no such", "batch"}), (std::vector<std::size_t>{4, 0, 1, 2, 3}));
  EXPECT_EQ(ordered_axes(runs.axes, {"seed", "seed"}).size(), 5U);
}

TEST(ParallelRuns, TheTableHasEveryRunAndValue) {
  std::vector<NotebookEntry> entries{with_rate(0.1, 0.875), with_rate(0.25, std::nan(""))};
  entries[1].state = EntryState::failed;
  const ParallelRuns runs = made(entries);
  const ParallelAxis& rate = *axis(runs, "optimizer.learning_rate");
  EXPECT_EQ(to_csv(runs, {{rate.id, brush_between(rate, 0.0, 0.1)}}),
            "path,name,complete,within_brushes,optimizer.learning_rate,epoch_time_s,loss_test,accuracy_test\n"
            "/runs/a,a,1,1,0.1,2,0.25,0.875\n"
            "/runs/a,a,0,0,0.25,2,0.25,\n");
}

}  // namespace
}  // namespace mlplab
