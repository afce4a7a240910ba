// How recorded spans become five parts, on spans made by hand, and that an engine over a recording backend computes
// what it computes without.
#include "core/compute/profile.h"

#include <gtest/gtest.h>

#include <thread>

#include "core/base/error.h"
#include "core/compute/backend.h"
#include "core/compute/communicator.h"
#include "core/compute/plain_engine.h"
#include "core/model/network.h"
#include "tests/core/compute/subjects.h"

namespace mlplab {
namespace {

/// A recording of one step that takes as long as its spans say: they are laid out before the clock is stopped.
class Recorded : public testing::Test {
 protected:
  void start(int steps = 1) { profiler_.start(steps); }
  void add(int track, ProfilePart part, const char* operation, double start_s, double end_s, std::int64_t bytes = 0,
           int step = 0) {
    profiler_.add(track, part, operation, step, start_s, end_s, bytes);
  }
  /// At least `length_s` after start(): real time, for wall_s comes from the clock alone.
  StepProfile stop(double length_s) {
    while (profiler_.now_s() < length_s) std::this_thread::yield();
    profiler_.stop();
    return profiler_.result();
  }
  static double sum(const StepProfile& p) { return p.wall_s + p.double_booked_s(); }
  static double of(const StepProfile& p, const std::string& operation) {
    double time_s = 0.0;
    for (const ProfileOperation& o : p.operations) time_s += o.name == operation ? o.time_s : 0.0;
    return time_s;
  }
  Profiler profiler_;
};

/// Knows its times only when the steps are over, as a device does.
class Late : public ProfileListener {
 public:
  Late(Profiler& profiler, int track) : profiler_(profiler), track_(track) {}
  void on_start(int steps) override { prepared_for = steps; }
  void on_stop() override { profiler_.add(track_, ProfilePart::kernel, "measured by the device", 0, 0.0, 1e-4); }
  int prepared_for = 0;

 private:
  Profiler& profiler_;
  int track_;
};

constexpr double ms = 1e-3, tiny = 1e-12;

TEST_F(Recorded, OneWorkerWithGapsGivesTheGapsToNobody) {
  const int track = profiler_.add_track("thread 1");
  start();
  add(track, ProfilePart::kernel, "gemm", 0.1 * ms, 0.5 * ms);
  add(track, ProfilePart::h2d, "copy", 0.7 * ms, 0.8 * ms, 4000);
  add(track, ProfilePart::host, "labels", 0.8 * ms, 0.9 * ms);
  const StepProfile p = stop(1.0 * ms);
  EXPECT_NEAR(p.kernel_s, 0.4 * ms, tiny);
  EXPECT_NEAR(p.h2d_s, 0.1 * ms, tiny);
  EXPECT_NEAR(p.host_s, 0.1 * ms, tiny) << "what it recorded, and no more";
  EXPECT_NEAR(p.unrecorded_s, p.wall_s - 0.6 * ms, tiny);
  EXPECT_NEAR(of(p, "labels"), 0.1 * ms, tiny);
  EXPECT_NEAR(of(p, "between operations"), p.wall_s - 0.6 * ms, tiny);
  EXPECT_DOUBLE_EQ(p.h2d_bytes, 4000.0);
  EXPECT_NEAR(sum(p), p.wall_s, tiny);
}

TEST_F(Recorded, OverlappingStreamsGoToTheFirstInPrecedence) {
  const int compute = profiler_.add_track("compute stream", true), copy = profiler_.add_track("copy stream", true);
  const int thread = profiler_.add_track("thread 1");
  start();
  add(compute, ProfilePart::kernel, "gemm", 0.2 * ms, 0.6 * ms);
  add(copy, ProfilePart::h2d, "copy features", 0.1 * ms, 0.4 * ms, 300);  // 0.2 of it under the kernel
  add(copy, ProfilePart::d2h, "copy totals", 0.5 * ms, 0.9 * ms, 24);
  add(compute, ProfilePart::h2d, "copy labels", 0.7 * ms, 0.8 * ms, 64);  // before the device-to-host copy
  add(thread, ProfilePart::host, "launch", 0.0 * ms, 0.3 * ms);           // seen only while the device is idle
  const StepProfile p = stop(1.0 * ms);
  EXPECT_NEAR(p.kernel_s, 0.4 * ms, tiny);
  EXPECT_NEAR(p.h2d_s, 0.2 * ms, tiny);
  EXPECT_NEAR(p.d2h_s, 0.2 * ms, tiny);
  EXPECT_NEAR(of(p, "launch"), 0.1 * ms, tiny);
  EXPECT_NEAR(p.host_s, 0.1 * ms, tiny);
  EXPECT_NEAR(p.unrecorded_s, p.wall_s - 0.9 * ms, tiny);
  EXPECT_DOUBLE_EQ(p.h2d_bytes, 364.0);
  EXPECT_DOUBLE_EQ(p.d2h_bytes, 24.0);
  EXPECT_NEAR(sum(p), p.wall_s, tiny);
}

TEST_F(Recorded, WhatBelongsToANodeIsItsTimeByTheSameRule) {
  const int compute = profiler_.add_track("compute stream", true), thread = profiler_.add_track("thread 1");
  profiler_.set_nodes(3);
  start(/*steps=*/2);
  const auto at = [&](int track, const char* operation, double start_s, double end_s, const ProfilePlace& place) {
    profiler_.add(track, ProfilePart::kernel, operation, 0, start_s, end_s, 0, place);
  };
  at(compute, "convolution", 0.0, 0.2 * ms, {0, false});
  at(compute, "convolution", 0.1 * ms, 0.3 * ms, {1, false});  // half of what both take at once is each one's
  at(thread, "gemm forward", 0.2 * ms, 0.5 * ms, {2, false});  // seen only while the device is idle
  at(thread, "gemm weight gradient", 0.5 * ms, 0.6 * ms, {2, true});
  at(thread, "column sums", 0.6 * ms, 0.7 * ms, {2, true});
  at(thread, "gemm input gradient", 0.7 * ms, 0.9 * ms, {2, true});
  at(thread, "update", 0.9 * ms, 1.0 * ms, {});
  const StepProfile p = stop(1.1 * ms);
  ASSERT_EQ(p.nodes.size(), 3U);
  EXPECT_NEAR(2 * p.nodes[0].forward_s, 0.15 * ms, tiny);
  EXPECT_NEAR(2 * p.nodes[1].forward_s, 0.15 * ms, tiny);
  EXPECT_NEAR(2 * p.nodes[2].forward_s, 0.2 * ms, tiny);
  EXPECT_NEAR(2 * p.nodes[2].weight_gradient_s, 0.2 * ms, tiny);
  EXPECT_NEAR(2 * p.nodes[2].input_gradient_s, 0.2 * ms, tiny);
  EXPECT_NEAR(2 * p.nodes_s(), 0.9 * ms, tiny);
  EXPECT_NEAR(of(p, "convolution"), p.nodes[0].time_s() + p.nodes[1].time_s(), tiny);
}

TEST_F(Recorded, AnEngineThatDoesNotGoNodeByNodeHasNoNodes) {
  const int track = profiler_.add_track("thread 1");
  start();
  add(track, ProfilePart::kernel, "forward of all", 0.0, 0.1 * ms);
  EXPECT_TRUE(stop(0.2 * ms).nodes.empty());
}

TEST_F(Recorded, APlaceInsideAnotherEndsWithoutEndingIt) {
  {
    const ProfileNodeScope outer(&profiler_, 3, /*backward=*/true);
    {
      const ProfileNodeScope inner(&profiler_, 2, /*backward=*/true);
      EXPECT_EQ(profiler_.place().node, 2);
    }
    EXPECT_EQ(profiler_.place().node, 3);
  }
  EXPECT_EQ(profiler_.place().node, -1);
}

TEST_F(Recorded, TwoKernelsAtOnceShareTheirTime) {
  const int first = profiler_.add_track("stream 1", true), second = profiler_.add_track("stream 2", true);
  start();
  add(first, ProfilePart::kernel, "gemm", 0.0, 0.4 * ms);
  add(second, ProfilePart::kernel, "update", 0.2 * ms, 0.4 * ms);
  const StepProfile p = stop(0.5 * ms);
  EXPECT_NEAR(p.kernel_s, 0.4 * ms, tiny);
  EXPECT_NEAR(of(p, "gemm"), 0.3 * ms, tiny);
  EXPECT_NEAR(of(p, "update"), 0.1 * ms, tiny);
  EXPECT_NEAR(sum(p), p.wall_s, tiny) << "no worker has a track: the rest is nobody's";
  EXPECT_NEAR(p.unrecorded_s, p.wall_s - 0.4 * ms, tiny);
}

TEST_F(Recorded, SeveralWorkersShareEachInstantEqually) {
  const int a = profiler_.add_track("thread 1"), b = profiler_.add_track("thread 2");
  profiler_.add_track("thread that does nothing");
  start();
  add(a, ProfilePart::kernel, "gemm", 0.0, 0.6 * ms);
  add(a, ProfilePart::communication, "barrier", 0.6 * ms, 0.8 * ms);
  add(b, ProfilePart::kernel, "gemm", 0.0, 0.8 * ms);
  const StepProfile p = stop(1.0 * ms);
  EXPECT_NEAR(p.kernel_s, 0.7 * ms, tiny);
  EXPECT_NEAR(p.communication_s, 0.1 * ms, tiny);
  EXPECT_EQ(p.host_s, 0.0);
  EXPECT_NEAR(p.unrecorded_s, p.wall_s - 0.8 * ms, tiny);
  EXPECT_NEAR(sum(p), p.wall_s, tiny);
}

TEST_F(Recorded, AGapOrAnOverlapBeyondTheBoundIsSaid) {
  const int track = profiler_.add_track("thread 1");
  const auto recorded = [&](double recorded_share, double twice_share) {
    StepProfile p;
    p.wall_s = 1.0 * ms;
    p.kernel_s = (recorded_share + twice_share) * p.wall_s;
    p.unrecorded_s = (1.0 - recorded_share) * p.wall_s;
    return p;
  };
  EXPECT_EQ(distrust(recorded(0.99, 0.0)), "");
  EXPECT_EQ(distrust(recorded(1.0, 0.019)), "");
  EXPECT_NE(distrust(recorded(0.97, 0.0)).find("3.00 % of the step is time that nobody recorded"), std::string::npos)
      << distrust(recorded(0.97, 0.0));
  EXPECT_NE(distrust(recorded(1.0, 0.03)).find("make 103 % of the time on the clock"), std::string::npos)
      << distrust(recorded(1.0, 0.03));

  // Planted: a quarter that no span has, and the same work booked by two spans.
  start();
  add(track, ProfilePart::kernel, "gemm", 0.0, 0.75 * ms);
  const StepProfile gap = stop(1.0 * ms);
  EXPECT_GE(gap.unrecorded_s, 0.25 * ms - tiny);
  EXPECT_EQ(gap.host_s, 0.0) << "not booked as the host's";
  EXPECT_NE(distrust(gap).find("nobody recorded"), std::string::npos) << distrust(gap);
  start();
  add(track, ProfilePart::kernel, "gemm", 0.0, 50.0 * ms);
  add(track, ProfilePart::kernel, "gemm", 0.0, 50.0 * ms);
  const StepProfile twice = stop(1.0 * ms);
  EXPECT_GT(twice.double_booked_s(), 0.0);
  EXPECT_NE(distrust(twice).find("on the clock"), std::string::npos) << distrust(twice);
}

TEST_F(Recorded, SpansThatCannotBeRightMakeASumThatIsOff) {
  const int track = profiler_.add_track("thread 1");
  start();
  add(track, ProfilePart::kernel, "outer", 0.0, 0.8 * ms);
  add(track, ProfilePart::kernel, "nested", 0.2 * ms, 0.5 * ms);
  const StepProfile nested = stop(1.0 * ms);
  EXPECT_NEAR(sum(nested), nested.wall_s + 0.3 * ms, tiny);

  start();
  add(track, ProfilePart::kernel, "before", -0.4 * ms, 0.1 * ms);
  add(track, ProfilePart::kernel, "after", 0.5 * ms, 50.0);
  const StepProfile outside = stop(1.0 * ms);
  EXPECT_GT(sum(outside), 49.0);
}

TEST_F(Recorded, MeansAreOfOneStepAndTheTimelineOfTheFirstFew) {
  const int track = profiler_.add_track("thread 1");
  start(4);
  for (int step = 0; step < 4; ++step)
    for (int half = 0; half < 2; ++half)
      add(track, ProfilePart::d2h, "copy", (step + 0.5 * half) * 0.1 * ms, (step + 0.5 * half) * 0.1 * ms + 0.05 * ms,
          10, step);
  while (profiler_.now_s() < 0.4 * ms) std::this_thread::yield();
  profiler_.stop();
  const StepProfile p = profiler_.result(2);
  EXPECT_EQ(p.steps, 4);
  EXPECT_NEAR(p.d2h_s, 0.1 * ms, tiny);
  EXPECT_DOUBLE_EQ(p.d2h_bytes, 20.0);
  const auto copy = std::ranges::find(p.operations, "copy", &ProfileOperation::name);
  ASSERT_NE(copy, p.operations.end());  // not always the first: what was not recorded may have taken longer
  EXPECT_DOUBLE_EQ(copy->calls, 2.0);
  ASSERT_EQ(p.spans.size(), 4U);
  EXPECT_EQ(p.spans.back().step, 1);
  EXPECT_NEAR(sum(p), p.wall_s, tiny);
}

TEST_F(Recorded, NothingIsKeptOutsideARecordingAndLateTimesAreAskedFor) {
  const int track = profiler_.add_track("stream 1", true);
  EXPECT_EQ(profiler_.result().steps, 0);
  Late late(profiler_, track);
  profiler_.listen(late);
  add(track, ProfilePart::kernel, "too early", 0.0, 1.0);
  start();
  const StepProfile p = stop(0.2 * ms);
  add(track, ProfilePart::kernel, "too late", 0.0, 1.0);
  EXPECT_NEAR(p.kernel_s, 0.1 * ms, tiny);
  EXPECT_EQ(p.spans.size(), 1U);
  EXPECT_EQ(profiler_.result(), p);
  EXPECT_EQ(late.prepared_for, 1);
  profiler_.forget(late);
  start();
  EXPECT_EQ(stop(0.0).spans.size(), 0U);
}

TEST(ProfilePartNames, GoBothWays) {
  for (const ProfilePart part : {ProfilePart::h2d, ProfilePart::kernel, ProfilePart::d2h, ProfilePart::communication,
                                 ProfilePart::host, ProfilePart::unrecorded})
    EXPECT_EQ(parse_profile_part(to_string(part)), part);
  EXPECT_THROW(parse_profile_part("lunch"), UsageError);
}

/// A backend of dense layers alone, in ordinary memory that says it is a device's. It counts how often it is waited
/// for.
class PretendDevice : public HostBackend {
 public:
  int workers() const override { return 1; }
  std::string device() const override { return "a device in ordinary memory"; }
  bool host_memory() const override { return false; }
  void wait() override { ++waits; }
  void gather(int batch, int d, const std::uint8_t* features, const std::int32_t* labels, const std::uint32_t* order,
              float* x, std::int32_t* y) override {
    reference_->gather(batch, d, features, labels, order, x, y);
  }
  void gemm(const Gemm& g) override { reference_->gemm(g); }
  void activation_gradient(Activation activation, std::size_t count, const float* a, float* d) override {
    reference_->activation_gradient(activation, count, a, d);
  }
  void loss(Loss kind, int batch, int classes, int mean_over, const float* outputs, const std::int32_t* y,
            float* gradient, StepTotals* totals) override {
    reference_->loss(kind, batch, classes, mean_over, outputs, y, gradient, totals);
  }
  void column_sums(int rows, int columns, const float* d, float* sums) override {
    reference_->column_sums(rows, columns, d, sums);
  }
  void update(const Update& u) override { reference_->update(u); }
  int waits = 0;

 private:
  std::unique_ptr<Backend> reference_ = reference_backend();
};

TEST(BackendOfDenseLayers, RefusesOtherLayersBeforeItComputes) {
  PretendDevice device;
  Examples train;
  train.features.resize(16), train.labels = {0};
  StepPlan plan;
  plan.batch = 1, plan.train = &train;
  plan.model.input = {1, 4, 4};
  plan.model.layers = {{Dropout{0.5}, {}}, {Dense{2, Activation::identity}, {}}};
  try {
    make_step_engine(device, plan);
    FAIL();
  } catch (const BackendError& error) {
    EXPECT_STREQ(error.what(), "this backend computes dense layers only; choose another backend or network");
  }
  plan.model.layers.erase(plan.model.layers.begin());
  EXPECT_NO_THROW(make_step_engine(device, plan));
}

TEST(Recorder, RecordsTheSameNumbersAndCopiesOnlyToADevice) {
  Examples train;
  for (int i = 0; i < 40 * 12; ++i) train.features.push_back(static_cast<std::uint8_t>(i * 7));
  for (int i = 0; i < 40; ++i) train.labels.push_back(i % 3);
  const std::vector<std::uint32_t> order(40);
  Profiler profiler;
  const auto sequential = reference_backend();
  PretendDevice device;
  const auto totals = [&](Backend& backend, Profiler* recorder) {
    StepPlan plan;
    plan.model = make_mlp({12, 5, 3}, Activation::sigmoid);
    plan.batch = 10, plan.train = &train, plan.profiler = recorder;
    const auto engine = make_step_engine(backend, plan);
    engine->set_state(initial_state(plan.model, plan.optimizer, 1));
    engine->begin_epoch(order);
    engine->train(0, std::vector<float>(1, 0.1F));
    if (recorder != nullptr) recorder->start(3);
    engine->train(1, std::vector<float>(3, 0.1F));
    const StepTotals sums = engine->epoch_totals();
    if (recorder != nullptr) recorder->stop();
    return sums.loss_sum;
  };
  const double expected = totals(*sequential, nullptr);
  EXPECT_EQ(totals(*sequential, &profiler), expected);
  StepProfile profile = profiler.result();
  EXPECT_EQ(profile.d2h_bytes, 0.0) << "ordinary memory is not copied to a device";
  ASSERT_EQ(profile.tracks.size(), 1U);
  EXPECT_EQ(profile.tracks.front().name, "thread 1");

  Profiler of_device;
  device.waits = 0;
  EXPECT_EQ(totals(device, &of_device), expected);
  profile = of_device.result();
  EXPECT_GE(device.waits, 3 * 11) << "each operation is waited for";
  EXPECT_DOUBLE_EQ(profile.d2h_bytes, static_cast<double>(sizeof(StepTotals)) / 3.0);
  EXPECT_GT(profile.d2h_s, 0.0);
  double forward_calls = 0.0;
  for (const ProfileOperation& operation : profile.operations)
    if (operation.name == "gemm forward") forward_calls = operation.calls;
  EXPECT_DOUBLE_EQ(forward_calls, 2.0) << "two layers";
  EXPECT_EQ(profile.spans.back().step, 2);
}

/// The first of two ranks, as far as a plan asks.
class FirstOfTwo : public Communicator {
 public:
  int rank() const override { return 0; }
  int size() const override { return 2; }
  std::string transport() const override { return "none"; }
  void begin_sum(std::span<float> /*values*/) override {}
  void finish_sums() override {}
  void sum(std::span<double> /*values*/) override {}
  void broadcast(void* /*data*/, std::size_t /*bytes*/) override {}
};

TEST(Recorder, KeepsTheRemarkOfTheEngine) {
  Examples train;
  train.features.resize(12), train.labels = {0};
  const auto sequential = reference_backend();
  FirstOfTwo ranks;
  Profiler profiler;
  StepPlan plan;
  plan.model = make_mlp({12, 5, 3}, Activation::relu);
  plan.batch = 1, plan.train = &train, plan.communicator = &ranks, plan.local_statistics = true;
  const std::string remark = make_step_engine(*sequential, plan)->remark();
  EXPECT_NE(remark, "");
  plan.profiler = &profiler;
  EXPECT_EQ(make_step_engine(*sequential, plan)->remark(), remark);
}

}  // namespace
}  // namespace mlplab
