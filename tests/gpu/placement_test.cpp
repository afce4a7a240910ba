// Every CUDA backend with every placement trains alike, to the bit: where the data lies is no business of the sums. The
// streams of host_cuda/ go on in drawn orders, so that a missing event or a buffer filled too soon shows.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <numeric>
#include <set>
#include <thread>

#include "core/base/random.h"
#include "core/compute/backend_table.h"
#include "core/compute/step_engine.h"
#include "core/launch/train.h"
#include "core/model/network.h"
#include "host_cuda.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

Examples examples_of(int inputs, int classes, int count) {
  Random random(11, RandomStream::split, 1);
  Examples examples;
  for (int i = 0; i < count * inputs; ++i) examples.features.push_back(static_cast<std::uint8_t>(random.below(256)));
  for (int i = 0; i < count; ++i)
    examples.labels.push_back(static_cast<std::int32_t>(random.below(static_cast<unsigned>(classes))));
  return examples;
}

struct Placed {
  TrainingState state;
  StepTotals totals;
};

/// Three epochs, with different numbers of steps at a time; the last batch of each is smaller.
Placed train(const std::string& name, const std::string& placement, const std::vector<int>& widths,
             Profiler* profiler = nullptr, bool record = false) {
  BackendOptions options;
  options.values["placement"] = placement;
  const auto backend = make_backend(find_backend(name), options);
  StepPlan plan;
  plan.model = make_mlp(widths, Activation::tanh);
  plan.optimizer.kind = OptimizerKind::momentum;
  plan.batch = 6;
  const Examples examples = examples_of(widths.front(), widths.back(), 6 * 21 + 5);
  plan.train = &examples;
  plan.profiler = profiler;
  const auto engine = make_step_engine(*backend, plan);
  engine->set_state(initial_state(plan.model, plan.optimizer, 3));
  Placed outcome;
  for (int epoch = 0; epoch < 3; ++epoch) {
    std::vector<std::uint32_t> order(examples.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      order[i] = static_cast<std::uint32_t>((i * 17 + static_cast<std::size_t>(epoch)) % order.size());
    engine->begin_epoch(order);
    order.assign(order.size(), 0);  // the engine keeps its own
    std::int64_t step = 0;
    for (const int count : {1, 2, 5, 13, 1}) {
      const std::vector<float> rates(static_cast<std::size_t>(count), 0.05F + 0.01F * static_cast<float>(step));
      const bool here = record && epoch == 1 && count == 5;
      if (here) profiler->start(count);
      engine->train(step, rates);
      step += count;
      if (count == 5) engine->epoch_totals();
      if (here) profiler->stop();
    }
    EXPECT_EQ(step, 22);
    outcome.totals = engine->epoch_totals();
    EXPECT_EQ(outcome.totals.examples, static_cast<std::int64_t>(examples.size()));
  }
  engine->get_state(outcome.state);
  EXPECT_EQ(outcome.state.steps_done, 66);
  return outcome;
}

const std::vector<std::string> placements = {"resident", "pageable", "pinned", "pinned+overlap"};

/// Spans of one track do not overlap: no time is booked twice.
void expect_one_thing_at_a_time(const StepProfile& profile) {
  std::map<int, double> end_s;
  std::vector<ProfileSpan> spans = profile.spans;
  std::ranges::sort(spans, {}, [](const ProfileSpan& span) { return std::pair(span.start_s, span.end_s); });
  for (const ProfileSpan& span : spans) {
    EXPECT_GE(span.start_s, end_s[span.track] - 1e-6) << span.operation << " in step " << span.step;
    end_s[span.track] = std::max(end_s[span.track], span.end_s);
  }
}

class OnEveryBackend : public ::testing::TestWithParam<std::string> {
 protected:
  void TearDown() override { host_cuda::start_again(); }
};

TEST_P(OnEveryBackend, PlacementsTrainAlikeToTheBit) {
  for (const std::vector<int>& widths : {std::vector<int>{23, 17, 10}, {23, 5}, {9, 12, 7, 3}}) {
    const Placed expected = train(GetParam(), "resident", widths);
    const bool all = widths.size() == 3;  // the other networks differ in their kernels only
    for (const std::string& placement : placements)
      for (const std::uint32_t seed : all ? std::vector<std::uint32_t>{1, 5, 99} : std::vector<std::uint32_t>{5}) {
        host_cuda::settings().schedule = seed;
        host_cuda::settings().late_reads = seed != 1U;
        const Placed outcome = train(GetParam(), placement, widths);
        EXPECT_EQ(outcome.state.parameters, expected.state.parameters) << placement << " schedule " << seed;
        EXPECT_EQ(outcome.state.slots, expected.state.slots) << placement;
        EXPECT_EQ(outcome.totals.loss_sum, expected.totals.loss_sum) << placement;
        EXPECT_EQ(outcome.totals.correct, expected.totals.correct) << placement;
      }
  }
}

TEST_P(OnEveryBackend, SaysWhichOptionsItHas) {
  const BackendEntry& entry = find_backend(GetParam());
  ASSERT_FALSE(entry.options.empty());
  const auto& values = entry.options.front().values;
  EXPECT_EQ(entry.options.front().name, "placement");
  EXPECT_EQ(values.front(), GetParam() == "cuda-naive" ? "pageable" : "resident");
  for (const std::string& placement : placements)
    EXPECT_NE(std::find(values.begin(), values.end(), placement), values.end()) << placement;
  EXPECT_NE(make_backend(entry, {})->device().find("data " + values.front()), std::string::npos);
}

TEST_P(OnEveryBackend, GivesBackAllItsMemory) {
  const int before = host_cuda::counts().device_blocks;
  for (const std::string& placement : placements) train(GetParam(), placement, {23, 17, 10});
  EXPECT_EQ(host_cuda::counts().device_blocks, before);
}

/// The parts add up to the time on the clock, and are the right ones; the run is the same as without a profiler, and
/// one that is not recording costs no events.
TEST_P(OnEveryBackend, IsProfiledWithoutBeingChanged) {
  for (const std::string& placement : placements) {
    SCOPED_TRACE(placement);
    host_cuda::start_again();
    const Placed plain = train(GetParam(), placement, {23, 17, 10});
    const int events_of_plain = host_cuda::counts().events;
    Profiler idle;
    host_cuda::start_again();
    const Placed unrecorded = train(GetParam(), placement, {23, 17, 10}, &idle);
    EXPECT_EQ(host_cuda::counts().events, events_of_plain);
    Profiler profiler;
    const Placed recorded = train(GetParam(), placement, {23, 17, 10}, &profiler, true);
    EXPECT_GT(host_cuda::counts().events, events_of_plain);
    EXPECT_EQ(plain.state.parameters, unrecorded.state.parameters);
    EXPECT_EQ(plain.state.parameters, recorded.state.parameters);

    const StepProfile profile = profiler.result(5);
    EXPECT_EQ(profile.steps, 5);
    const double sum = profile.h2d_s + profile.kernel_s + profile.d2h_s + profile.communication_s + profile.host_s +
                       profile.unrecorded_s;
    EXPECT_NEAR(sum, profile.wall_s, 0.02 * profile.wall_s);
    EXPECT_GT(profile.kernel_s, 0.0);
    // One copy per step of six rows: 23 pixels each, padded together to whole words, and a label each.
    EXPECT_EQ(profile.h2d_bytes, placement == "resident" ? 0.0 : 140.0 + 24.0);
    // The loss of the last step; the naive way reads it after every step.
    EXPECT_NEAR(profile.d2h_bytes, GetParam() == "cuda-naive" ? 24.0 + 24.0 / 5 : 24.0 / 5, 1e-9);
    std::set<std::pair<int, std::string>> seen;
    for (const ProfileSpan& span : profile.spans) {
      EXPECT_GE(span.step, 0);
      EXPECT_LT(span.step, 5);
      EXPECT_LE(span.start_s, span.end_s);
      seen.emplace(span.step, span.operation);
    }
    const std::string operation = GetParam() == "cuda" ? "gradients and update" : "gemm weight gradient";
    for (int step = 0; step < 5; ++step) EXPECT_EQ(seen.count({step, operation}), 1U) << step;
    expect_one_thing_at_a_time(profile);
  }
}

/// The naive way's lesson is its waiting: each operation's span ends with the device's work, within a wait of its own.
/// Here the system interrupts every second wait for an event, those for the anchor that ties the clocks included.
TEST(CudaProfile, WaitsAreNoPartOfKernels) {
  for (const int late : {1, 2}) {
    SCOPED_TRACE(late);
    host_cuda::start_again();
    host_cuda::settings().late_waits = late;
    Profiler profiler;
    train("cuda-naive", "resident", {23, 17, 10}, &profiler, true);
    const StepProfile profile = profiler.result(5);
    const auto is_wait = [](const ProfileSpan& span) { return span.operation == "host wait"; };
    int kernels = 0;
    for (const ProfileSpan& span : profile.spans) {
      if (span.part != ProfilePart::kernel || span.operation == "learning rates") continue;
      ++kernels;
      const auto waits_for_it = [&](const ProfileSpan& wait) {
        return is_wait(wait) && wait.start_s <= span.end_s && span.end_s <= wait.end_s;
      };
      EXPECT_TRUE(std::ranges::any_of(profile.spans, waits_for_it)) << span.operation;
    }
    // Gather, two products and slopes forwards, the loss in two kernels, back: each with its wait, and the loss's copy.
    EXPECT_GT(kernels, 5 * 8);
    EXPECT_EQ(std::ranges::count_if(profile.spans, is_wait), kernels + 5);
  }
  host_cuda::start_again();
}

/// A profiled run does the same work as an unprofiled one: five steps are a graph of four and one by itself.
TEST(CudaProfile, RecordsCapturedGraphs) {
  host_cuda::start_again();
  const Placed plain = train("cuda", "resident", {23, 17, 10});
  const int graphs = host_cuda::counts().graphs;
  host_cuda::start_again();
  Profiler profiler;
  const Placed recorded = train("cuda", "resident", {23, 17, 10}, &profiler, true);
  EXPECT_EQ(host_cuda::counts().graphs, graphs);
  EXPECT_EQ(plain.state.parameters, recorded.state.parameters);
  const StepProfile profile = profiler.result(5);
  // In the order of the device: three kernels per step, one after the other.
  std::vector<std::pair<double, int>> steps;
  for (const ProfileSpan& span : profile.spans)
    if (span.part == ProfilePart::kernel && span.operation != "learning rates")
      steps.emplace_back(span.start_s, span.step);
  std::ranges::sort(steps);
  ASSERT_EQ(steps.size(), 15U);
  for (std::size_t i = 0; i < steps.size(); ++i) EXPECT_EQ(steps[i].second, static_cast<int>(i / 3));
}

const auto name_of = [](const auto& info) {
  std::string name = info.param;
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
};
INSTANTIATE_TEST_SUITE_P(Cuda, OnEveryBackend, ::testing::Values("cuda-naive", "cuda-tiled", "cuda"), name_of);

/// A kernel that starts early must need nothing of the kernels before it until it waits. Here it sees the memory as it
/// was before them, and may not write.
TEST(CudaGraphs, KernelsStartEarly) {
  for (const std::vector<int>& widths :
       {std::vector<int>{23, 17, 10}, {32, 20, 10}, {23, 5}, {9, 12, 7, 3}, {16, 12, 7, 3}})
    for (const std::string& placement : placements) {
      host_cuda::start_again();
      const Placed expected = train("cuda", placement, widths);
      const int early = host_cuda::counts().early_kernels;
      // In a step of two layers all three kernels start early, except a graph's first; in other steps only the first
      // layer's.
      EXPECT_EQ(early > 0, (widths.size() == 3 && widths[2] == 10) || placement == "resident") << placement;
      host_cuda::start_again();
      host_cuda::settings().early_starts = true;
      const Placed outcome = train("cuda", placement, widths);
      EXPECT_EQ(host_cuda::failure(), "");
      EXPECT_EQ(host_cuda::counts().early_kernels, early);
      EXPECT_EQ(outcome.state.parameters, expected.state.parameters) << placement;
      // Older code does not wait, also where a newer device runs it.
      host_cuda::start_again();
      host_cuda::settings().code_capability = 80;
      EXPECT_EQ(train("cuda", placement, widths).state.parameters, expected.state.parameters);
      EXPECT_EQ(host_cuda::counts().early_kernels, 0);
    }
  host_cuda::start_again();
}

/// Devices before compute capability 8.0 have no tensor cores for a float's range: the tiles compute the same.
TEST(CudaGraphs, TrainTheSameWithoutTensorCores) {
  for (const std::vector<int>& widths : {std::vector<int>{32, 20, 10}, {16, 12, 7, 3}, {48, 18}}) {
    host_cuda::start_again();
    const Placed expected = train("cuda", "resident", widths);
    host_cuda::start_again();
    host_cuda::settings().code_capability = 75;
    const Placed outcome = train("cuda", "resident", widths);
    EXPECT_TRUE(close(expected.state.parameters, outcome.state.parameters, 1e-4));
    EXPECT_NE(expected.state.parameters, outcome.state.parameters) << "the same kernels";
  }
  host_cuda::start_again();
}

/// Resident training data that is evaluated is not copied a second time; other data is, features and labels.
TEST(CudaMemory, TrainingDataLiesThereOnce) {
  for (const std::string& placement : placements) {
    host_cuda::start_again();
    const auto backend = make_backend(find_backend("cuda"), {.values = {{"placement", placement}}});
    StepPlan plan;
    plan.model = make_mlp({23, 17, 10}, Activation::tanh);
    plan.batch = 6;
    const Examples examples = examples_of(23, 10, 40), others = examples;
    plan.train = &examples;
    const auto engine = make_step_engine(*backend, plan);
    engine->set_state(initial_state(plan.model, plan.optimizer, 3));
    const int before = host_cuda::counts().device_blocks;
    const StepTotals of_train = engine->evaluate(examples, 5, 30);
    const int then = host_cuda::counts().device_blocks;
    EXPECT_EQ(then, before + (placement == "resident" ? 0 : 2)) << placement;
    const StepTotals of_others = engine->evaluate(others, 5, 30);
    EXPECT_EQ(host_cuda::counts().device_blocks, then + 2);
    EXPECT_EQ(of_train.examples, 30);
    EXPECT_EQ(of_train.loss_sum, of_others.loss_sum);
  }
}

/// Notes have the totals that a wait at their step gives, to the bit, and later ones come later.
TEST(CudaNotes, AreTheTotalsOfTheirSteps) {
  const Examples examples = examples_of(23, 10, 40);
  std::vector<std::uint32_t> order(examples.size());
  std::iota(order.rbegin(), order.rend(), 0U);
  for (const BackendEntry& entry : backend_table()) {
    if (entry.kind != BackendKind::gpu) continue;
    host_cuda::start_again();
    const auto backend = make_backend(entry, {});
    StepPlan plan;
    plan.model = make_mlp({23, 17, 10}, Activation::tanh);
    plan.batch = 6;
    plan.train = &examples;
    const auto noting = make_step_engine(*backend, plan), waiting = make_step_engine(*backend, plan);
    ASSERT_TRUE(noting->notes_totals()) << entry.name;
    for (const auto& engine : {noting.get(), waiting.get()})
      engine->set_state(initial_state(plan.model, plan.optimizer, 3));
    for (int epoch = 0; epoch < 2; ++epoch) {
      std::vector<StepTotals> expected;
      noting->begin_epoch(order), waiting->begin_epoch(order);
      std::int64_t step = 0;
      for (const int count : {2, 1, 4}) {
        const std::vector<float> rates(static_cast<std::size_t>(count), 0.05F);
        if (step > 0) noting->note_totals();
        noting->train(step, rates), waiting->train(step, rates);
        expected.push_back(waiting->epoch_totals());
        step += count;
      }
      const std::vector<NotedTotals> noted = noting->noted_totals();
      ASSERT_EQ(noted.size(), expected.size()) << entry.name;
      for (std::size_t i = 0; i < noted.size(); ++i) {
        EXPECT_EQ(noted[i].totals.loss_sum, expected[i].loss_sum) << entry.name << ", " << i;
        EXPECT_EQ(noted[i].totals.correct, expected[i].correct);
        EXPECT_EQ(noted[i].totals.examples, expected[i].examples);
        if (i > 0) {
          EXPECT_LT(noted[i].before_last_s, noted[i - 1].before_last_s);
        }
      }
      EXPECT_EQ(noted.back().before_last_s, 0.0);
    }
  }
  host_cuda::start_again();
}

/// The curve of a run that is not waited for at its points is that of one that stops after every step.
TEST(CudaNotes, ACurveIsTheSameStepByStep) {
  const Dataset data = test::small_dataset();
  for (const char* backend : {"cuda", "cuda-tiled"}) {
    host_cuda::start_again();
    RunSpec spec = test::small_spec(backend);
    spec.optimizer.schedule = ScheduleKind::cosine;  // each step has a rate of its own
    RunControl on, steps;
    test::Remember at_once, one_by_one;
    const RunEnded ended = train(spec, data, at_once, on);
    ASSERT_EQ(ended.status, RunStatus::done) << ended.reason;
    steps.step_batch();
    std::atomic<bool> over = false;
    std::thread user([&] {
      while (!over)
        if (steps.paused())
          steps.step_batch();
        else
          std::this_thread::yield();
    });
    train(spec, data, one_by_one, steps);
    over = true;
    user.join();
    ASSERT_EQ(at_once.log.steps.size(), one_by_one.log.steps.size()) << backend;
    double before_s = 0.0;
    for (std::size_t i = 0; i < at_once.log.steps.size(); ++i) {
      const StepDone &a = at_once.log.steps[i], &b = one_by_one.log.steps[i];
      EXPECT_EQ(a.step, b.step);
      EXPECT_EQ(a.loss, b.loss) << backend << ", step " << a.step;
      EXPECT_EQ(a.accuracy, b.accuracy);
      EXPECT_EQ(a.learning_rate, b.learning_rate);
      EXPECT_GE(a.train_time_s, before_s);
      before_s = a.train_time_s;
    }
    EXPECT_EQ(before_s, ended.train_time_s);
  }
  host_cuda::start_again();
}

TEST(CudaGraphs, StepsAreCapturedWhereDataIsResident) {
  host_cuda::start_again();
  train("cuda", "resident", {23, 17, 10});
  EXPECT_GT(host_cuda::counts().graphs, 0);
  host_cuda::start_again();
  train("cuda", "pinned", {23, 17, 10});
  EXPECT_EQ(host_cuda::counts().graphs, 0);
}

}  // namespace
}  // namespace mlplab
