// The step that is shown is the one that was trained: its images cost what the trainer says that its batch cost.
#include "core/inspection/step_change.h"

#include <gtest/gtest.h>

#include <cmath>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <thread>

#include "core/launch/execute.h"
#include "core/model/network.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

const std::atomic<bool> never = false;

RunSpec stepped_run() {
  RunSpec spec;
  spec.backend = "sequential";
  spec.data.train_limit = 70;  // the last of four batches is smaller
  spec.data.test_limit = 50;
  spec.model = make_mlp({784, 12, 10}, Activation::relu);
  spec.batch = 20;
  spec.epochs = 2;
  spec.seed = 5;
  return spec;
}

/// A run that is stepped from outside, and all that it says.
class SteppedRun : public EventSink {
 public:
  SteppedRun(const RunSpec& spec, const Dataset& data) {
    control_.pause();
    thread_ = std::thread([this, spec, &data] {
      execute_run({.spec = spec, .dataset = borrowed(data)}, *this, control_);
      const std::lock_guard lock(mutex_);
      ended_ = true;
      changed_.notify_all();
    });
  }
  ~SteppedRun() override {
    control_.stop();
    thread_.join();
  }
  SteppedRun(const SteppedRun&) = delete;
  SteppedRun& operator=(const SteppedRun&) = delete;

  std::shared_ptr<const TrainingState> state_after(std::int64_t steps) {
    control_.request_snapshot();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ended_ || (state_ && state_->steps_done == steps); });
    return state_;
  }
  /// The mean loss of the next batch.
  double step() {
    std::unique_lock lock(mutex_);
    const std::size_t before = losses_.size();
    control_.step_batch();
    changed_.wait(lock, [&] { return ended_ || losses_.size() > before; });
    return losses_.back();
  }

  void on_event(const Event& event) override {
    const std::lock_guard lock(mutex_);
    if (const auto* step = std::get_if<StepDone>(&event)) losses_.push_back(step->loss);
    changed_.notify_all();
  }
  void on_state(const std::shared_ptr<const TrainingState>& state) override {
    const std::lock_guard lock(mutex_);
    state_ = state;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::shared_ptr<const TrainingState> state_;
  std::vector<double> losses_{0.0};
  bool ended_ = false;
  RunControl control_;
  std::thread thread_;
};

TEST(StepChange, IsOfTheBatchThatWasTrained) {
  const RunSpec spec = stepped_run();
  const Dataset data = load_dataset(spec.data, find_resources(), spec.seed);
  SteppedRun run(spec, data);
  std::shared_ptr<const TrainingState> before = run.state_after(0);
  for (int step = 0; step < 8; ++step) {
    SCOPED_TRACE(step);
    const double loss = run.step();
    const std::shared_ptr<const TrainingState> after = run.state_after(step + 1);
    const auto change = step_change(spec, data, *before, *after, never);
    ASSERT_TRUE(change);
    EXPECT_FALSE(change->of_epoch);
    EXPECT_EQ(change->epoch, step / 4);
    EXPECT_EQ(change->batch, step % 4);
    EXPECT_EQ(change->batches, 4);
    EXPECT_EQ(change->images.size(), step % 4 == 3 ? 10U : 20U);
    EXPECT_NEAR(change->cross_entropy(change->before), loss, 1e-5 * loss) << "the loss of this batch";
    EXPECT_LT(change->cross_entropy(change->after), change->cross_entropy(change->before));
    for (std::size_t i = 0; i < change->images.size(); ++i)
      EXPECT_EQ(change->before.truth[i], data.train.labels[change->images[i]]);
    before = after;
  }
}

TEST(StepChange, SaysHowFarEachLayerMoved) {
  const RunSpec spec = stepped_run();
  const Dataset data = load_dataset(spec.data, find_resources(), spec.seed);
  const TrainingState before = initial_state(spec.model, spec.optimizer, spec.seed);
  TrainingState after = before;
  after.steps_done = before.steps_done + 1;
  const Network network = network_of(spec.model);
  const Network::Range last = network.parameters_of(1);
  after.parameters[last.first + 3] -= 0.5F;
  after.parameters[last.first + 4] += 0.25F;
  const auto change = step_change(spec, data, before, after, never);
  ASSERT_TRUE(change);
  ASSERT_EQ(change->layers.size(), 2U);
  EXPECT_EQ(change->layers[0].weights, 784U * 12 + 12);
  EXPECT_EQ(change->layers[0].relative, 0.0);
  EXPECT_TRUE(change->layers[0].most.empty()) << "none moved";
  double norm = 0.0;
  for (std::size_t i = last.first; i < last.first + last.count; ++i)
    norm += double(before.parameters[i]) * before.parameters[i];
  EXPECT_NEAR(change->layers[1].relative, std::sqrt(0.3125 / norm), 1e-6);
  const LayerChange& moved = *change->layer(1);
  ASSERT_EQ(moved.most.size(), 2U);
  EXPECT_NEAR(moved.most[0].change(), -0.5, 1e-6);
  EXPECT_EQ(moved.most[0].place, 3U);
  EXPECT_EQ(moved.most[0].before, before.parameters[last.first + 3]);
  EXPECT_NEAR(moved.most[1].change(), 0.25, 1e-6);
  EXPECT_EQ(network.tensors[moved.most[1].tensor].name, "layers.1.weight");
  EXPECT_EQ(change->layer(2), nullptr);
}

/// The largest are kept whatever the order in which they come, and a weight that is no number is none that rests.
TEST(StepChange, TellsTheWeightsThatMovedMost) {
  const RunSpec spec = stepped_run();
  const TrainingState before = initial_state(spec.model, spec.optimizer, spec.seed);
  TrainingState after = before;
  const Network network = network_of(spec.model);
  const Tensor& weight = network.tensor(0, "weight");
  for (std::size_t i = 0; i < 200; ++i)  // 0.01, 0.02 … 2 in an order of chance, up and down
    after.parameters[weight.offset + i * 7] += (i % 2 == 0 ? 0.01F : -0.01F) * static_cast<float>((i * 83) % 200 + 1);
  const std::vector<WeightChange> most = layer_changes(before, after).front().most;
  ASSERT_EQ(most.size(), most_weights_told);
  for (std::size_t i = 0; i < most.size(); ++i)
    EXPECT_NEAR(std::abs(most[i].change()), 2.0 - 0.01 * static_cast<double>(i), 1e-5) << i;

  const Tensor& bias = network.tensor(0, "bias");
  after.parameters[bias.offset + 2] = std::numeric_limits<float>::quiet_NaN();
  const LayerChange broken = layer_changes(before, after).front();
  EXPECT_TRUE(std::isnan(broken.relative)) << "as if it had not moved";
  EXPECT_TRUE(std::isnan(broken.most.front().after));
  EXPECT_EQ(broken.most.front().place, 2U);
  EXPECT_EQ(broken.most.size(), most_weights_told);
}

TEST(StepChange, AnEpochIsOfTheTestImages) {
  const RunSpec spec = stepped_run();
  const Dataset data = load_dataset(spec.data, find_resources(), spec.seed);
  const TrainingState before = initial_state(spec.model, spec.optimizer, spec.seed);
  TrainingState after = before;
  after.steps_done = 4;
  after.epochs_done = 1;
  const auto change = step_change(spec, data, before, after, never);
  ASSERT_TRUE(change);
  EXPECT_TRUE(change->of_epoch);
  EXPECT_EQ(change->images.size(), 50U);
  EXPECT_EQ(change->before.truth, data.test.labels);
  EXPECT_EQ(change->right(change->before), change->right(change->after)) << "nothing has changed";
  for (const std::int64_t steps : {0, 2, 3, 5, 8, -1}) {
    after.steps_done = steps;
    EXPECT_FALSE(step_change(spec, data, before, after, never)) << steps;
  }
  TrainingState middle = before;
  middle.steps_done = 2;
  after.steps_done = 6;
  EXPECT_FALSE(step_change(spec, data, middle, after, never)) << "parts of two epochs";
  after.steps_done = 3;
  const std::atomic<bool> stop = true;
  EXPECT_FALSE(step_change(spec, data, middle, after, stop));
}

}  // namespace
}  // namespace mlplab
