// The barrier with more threads than cores, and the shares of work. These run under the tsan preset too, where OpenMP
// cannot.
#include "core/compute/kernels/team.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/compute/kernels/direct_convolution.h"
#include "core/compute/kernels/fused_engine.h"
#include "core/compute/kernels/panel_layer.h"
#include "core/compute/plain_engine.h"
#include "core/model/network.h"
#include "tests/support/compare.h"

namespace mlplab::kernels {
namespace {

class ThreadTeam : public Team {
 public:
  explicit ThreadTeam(int size) : size_(size) {}
  int size() const override { return size_; }
  void run(const std::function<void(int)>& work) override {
    std::vector<std::thread> threads;
    for (int worker = 1; worker < size_; ++worker) threads.emplace_back(work, worker);
    work(0);
    for (std::thread& thread : threads) thread.join();
  }

 private:
  int size_;
};

TEST(Barrier, NobodyPassesBeforeTheLastOne) {
  constexpr int workers = 7, rounds = 300;
  Barrier barrier(workers);
  std::vector<int> done(workers);  // plain: only the barrier orders the accesses, as a sanitizer would notice
  std::vector<int> wrong(workers);
  ThreadTeam team(workers);
  team.run([&](int worker) {
    for (int round = 1; round <= rounds; ++round) {
      done[worker] = round;
      barrier.wait();
      for (const int other : done) wrong[worker] += other == round ? 0 : 1;
      barrier.wait();
    }
  });
  for (const int count : wrong) EXPECT_EQ(count, 0);
}

/// Plain numbers again: only the team orders the jobs.
TEST(StandbyTeam, JobsOfASeriesFollowEachOtherAndWhatItThrowsComesThrough) {
  constexpr int workers = 4, jobs = 200;
  StandbyTeam team(std::make_unique<ThreadTeam>(workers));
  std::vector<int> done(workers, 0);
  int disorder = 0;
  const auto job = [&](int worker) { ++done[static_cast<std::size_t>(worker)]; };
  const auto series = [&] {
    for (int i = 0; i < jobs; ++i) {
      team.run(job);
      for (const int count : done) disorder += count == done[0] ? 0 : 1;
      if (i == jobs / 2) team.series([&] { team.run(job); });  // a series within one is part of it
    }
  };
  team.series(series);
  EXPECT_EQ(done, std::vector<int>(workers, jobs + 1));
  EXPECT_EQ(disorder, 0);
  EXPECT_THROW(team.series([&] {
    team.run(job);
    throw std::runtime_error("in between");
  }),
               std::runtime_error);
  team.run(job);  // and it works on
  EXPECT_EQ(done, std::vector<int>(workers, jobs + 3));
}

TEST(Share, CoversEverythingOnceAndEvenly) {
  for (const int count : {0, 1, 5, 16, 17, 100})
    for (const int workers : {1, 2, 3, 7, 20}) {
      int next = 0;
      for (int worker = 0; worker < workers; ++worker) {
        const Share share = share_of(count, worker, workers);
        EXPECT_EQ(share.first, next);
        EXPECT_GE(share.count(), count / workers);
        EXPECT_LE(share.count(), count / workers + 1);
        next = share.end;
      }
      EXPECT_EQ(next, count);
    }
}

/// Whatever the number of workers, the weights agree to rounding; a race would not.
TEST(FusedEngine, AnyNumberOfThreadsLearnsTheSame) {
  Examples train;
  Random random(3, RandomStream::split, 1);
  for (int i = 0; i < 100 * 60; ++i)
    train.features.push_back(static_cast<std::uint8_t>(random.below(3) == 0 ? random.below(256) : 0));
  for (int i = 0; i < 100; ++i) train.labels.push_back(static_cast<std::int32_t>(random.below(10)));
  std::vector<std::uint32_t> order(100);
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
  for (const std::vector<int>& widths : {std::vector<int>{60, 96, 10}, std::vector<int>{60, 80, 48, 32, 10}})
    for (const FirstLayer first_layer : {FirstLayer::sparse, FirstLayer::dense}) {
      StepPlan plan;
      plan.model = make_mlp(widths, Activation::relu);
      plan.batch = 16, plan.train = &train;
      const TrainingState start = initial_state(plan.model, plan.optimizer, 1);
      std::vector<float> expected;
      for (const int workers : {1, 2, 3, 5, 9}) {
        ThreadTeam team(workers);
        const auto engine = make_fused_engine(best_kernels(), team, first_layer, plan);
        engine->set_state(start);
        for (int epoch = 0; epoch < 3; ++epoch) {
          engine->begin_epoch(order);
          engine->train(0, std::vector<float>(7, 0.1F));
        }
        TrainingState state;
        engine->get_state(state);
        if (expected.empty()) expected = state.parameters;
        for (std::size_t i = 0; i < expected.size(); ++i)
          ASSERT_NEAR(state.parameters[i], expected[i], 1e-4) << workers << " workers";
      }
    }
}

/// Pixels of which about a third are lit, and labels.
Examples some_examples(int count, int inputs, int classes) {
  Examples examples;
  Random random(5, RandomStream::split, 2);
  for (int i = 0; i < count * inputs; ++i)
    examples.features.push_back(static_cast<std::uint8_t>(random.below(3) == 0 ? random.below(256) : 0));
  for (int i = 0; i < count; ++i)
    examples.labels.push_back(static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(classes))));
  return examples;
}

std::vector<std::uint32_t> in_order(std::size_t count) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

/// Two epochs, and the loss of the last one.
double train_some(StepEngine& engine, const TrainingState& start, std::size_t examples, int batch,
                  TrainingState& trained) {
  engine.set_state(start);
  const std::size_t steps = (examples + static_cast<std::size_t>(batch) - 1) / static_cast<std::size_t>(batch);
  for (int epoch = 0; epoch < 2; ++epoch) {
    engine.begin_epoch(in_order(examples));
    engine.train(0, std::vector<float>(steps, 0.05F));
  }
  engine.get_state(trained);
  return engine.epoch_totals().loss_sum;
}

/// More workers than vectors of units: they share rows too. Against `sequential`, with what every thread must not
/// disturb: other parts of the same weights.
TEST(FusedEngine, FarMoreThreadsThanUnitsLearnWhatSequentialDoes) {
  struct Case {
    std::vector<int> widths;
    int batch;
    OptimizerKind optimizer;
  };
  const std::vector<Case> cases = {
      {{49, 256, 10}, 1, OptimizerKind::sgd},        {{49, 256, 10}, 7, OptimizerKind::sgd},
      {{49, 256, 10}, 64, OptimizerKind::sgd},       {{49, 33, 10}, 64, OptimizerKind::adam},
      {{51, 17, 129, 3, 5}, 13, OptimizerKind::sgd}, {{37, 5, 70, 4}, 9, OptimizerKind::momentum}};
  for (const Case& c : cases)
    for (const FirstLayer first_layer : {FirstLayer::sparse, FirstLayer::dense}) {
      const int count = c.batch * 2 + c.batch / 2;  // the last step is smaller
      const Examples train = some_examples(count, c.widths.front(), c.widths.back());
      StepPlan plan;
      plan.model = make_mlp(c.widths, Activation::relu);
      plan.optimizer.kind = c.optimizer;
      plan.batch = c.batch, plan.train = &train;
      const TrainingState start = initial_state(plan.model, plan.optimizer, 1);
      const auto reference = make_backend(find_backend("sequential"), {});
      TrainingState expected, state;
      const double loss = train_some(*make_plain_engine(*reference, plan), start, train.size(), c.batch, expected);
      for (const int workers : {18, 40}) {
        SCOPED_TRACE(::testing::Message()
                     << plan.model.name() << " batch " << c.batch << ", " << workers << " threads");
        ThreadTeam team(workers);
        const auto engine = make_fused_engine(best_kernels(), team, first_layer, plan);
        EXPECT_NEAR(train_some(*engine, start, train.size(), c.batch, state), loss, 1e-4 * loss);
        EXPECT_TRUE(close(expected.parameters, state.parameters, 1e-3));
        for (std::size_t s = 0; s < expected.slots.size(); ++s)
          EXPECT_TRUE(close(expected.slots[s], state.slots[s], 2e-3));
      }
    }
}

/// A single rank: sums stay what they are, layer by layer or at once, for all ranks or rank 0 alone.
class SingleRank : public Communicator {
 public:
  SingleRank(bool overlaps, bool central) : overlaps_(overlaps), central_(central) {}
  int rank() const override { return 0; }
  int size() const override { return 1; }
  std::string transport() const override { return "none"; }
  void begin_sum(std::span<float>) override {}
  void finish_sums() override {}
  void sum(std::span<double>) override {}
  void broadcast(void*, std::size_t) override {}
  bool overlaps() const override { return overlaps_; }
  bool central() const override { return central_; }

 private:
  bool overlaps_, central_;
};

/// A rank's threads that share out rows: every weight and bias is updated once.
TEST(FusedEngine, FarMoreThreadsThanUnitsUpdateARanksWeightsOnce) {
  const Examples train = some_examples(33, 49, 6);
  StepPlan plan;
  plan.model = make_mlp({49, 20, 35, 6}, Activation::tanh);
  plan.optimizer.kind = OptimizerKind::momentum;
  plan.batch = 13, plan.train = &train;
  const TrainingState start = initial_state(plan.model, plan.optimizer, 1);
  const auto reference = make_backend(find_backend("sequential"), {});
  TrainingState expected, state;
  const double loss = train_some(*make_plain_engine(*reference, plan), start, train.size(), plan.batch, expected);
  for (const bool overlaps : {false, true})
    for (const bool central : {false, true})
      for (const FirstLayer first_layer : {FirstLayer::sparse, FirstLayer::dense}) {
        SingleRank rank(overlaps, central);
        plan.communicator = &rank;
        ThreadTeam team(18);
        const auto engine = make_fused_engine(best_kernels(), team, first_layer, plan);
        EXPECT_NEAR(train_some(*engine, start, train.size(), plan.batch, state), loss, 1e-4 * loss);
        EXPECT_TRUE(close(expected.parameters, state.parameters, 1e-3)) << overlaps << central;
        EXPECT_TRUE(close(expected.slots[0], state.slots[0], 2e-3)) << overlaps << central;
      }
}

/// Parts of rows leave every sum as it is: the weights are the same to the last bit with however many parts.
TEST(FusedEngine, PartsOfRowsChangeNoSum) {
  const int lanes = best_kernels().lanes, vectors = 3;
  const Examples train = some_examples(150, 40, 10);
  StepPlan plan;
  plan.model = make_mlp({40, vectors * lanes, 10}, Activation::relu);
  plan.batch = 50, plan.train = &train;
  const TrainingState start = initial_state(plan.model, plan.optimizer, 1);
  for (const FirstLayer first_layer : {FirstLayer::sparse, FirstLayer::dense}) {
    std::vector<TrainingState> states(2);
    for (const int parts : {1, 6}) {
      ThreadTeam team(vectors * parts);
      const auto engine = make_fused_engine(best_kernels(), team, first_layer, plan);
      train_some(*engine, start, train.size(), plan.batch, states[parts == 1 ? 0 : 1]);
    }
    EXPECT_EQ(states[0].parameters, states[1].parameters);
  }
}

TEST(Split, LeavesTheBusiestWorkerTheLeast) {
  EXPECT_EQ(split_of(2, 16, 64).units, 2);
  EXPECT_EQ(split_of(16, 16, 64).parts, 1);
  EXPECT_EQ(split_of(4, 16, 4096, true).parts, 2);
  EXPECT_EQ(split_of(3, 16, 4096, true).parts, 1);
  for (const int workers : {1, 2, 17, 40, 1000})
    for (const int vectors : {1, 3, 16, 64})
      for (const int rows : {1, 7, 64}) {
        const Split split = split_of(workers, vectors, rows);
        EXPECT_LE(split.workers(), workers);
        EXPECT_LE(split.units, vectors);
        EXPECT_LE(split.parts, rows);
        if (workers < vectors) continue;
        const int most = ((vectors + split.units - 1) / split.units) * ((rows + split.parts - 1) / split.parts);
        EXPECT_LE(most, std::max(1, rows / std::max(1, workers / vectors) + 1));  // units first, rows with what is left
      }
}

thread_local int products = 0;
void counted_product(const PanelProduct& g) {
  if (g.m > 0 && g.n > 0 && g.k > 0) ++products;
  best_kernels().panel_product(g);
}
void counted_forward(const SparseForward& g) {
  if (g.batch > 0) ++products;
  best_kernels().sparse_forward(g);
}

/// Counts the workers that compute no product.
class CountingTeam : public ThreadTeam {
 public:
  using ThreadTeam::ThreadTeam;
  void run(const std::function<void(int)>& work) override {
    std::atomic<int> without{0};
    ThreadTeam::run([&](int worker) {
      products = 0;
      work(worker);
      if (products == 0) ++without;
    });
    idle = without;
  }
  int idle = 0;
};

/// The sentence about idle workers appears when, and only when, some compute nothing, and names how many.
/// The places of its numbers would not fit into the tables: said before anything is read or written.
TEST(DirectConvolution, RefusesAImageThatItsTablesCannotHold) {
  ThreadTeam team(1);
  DirectConvolution convolutions(best_kernels(), team);
  const mlplab::Shape huge{64, 6000, 6000}, tiny{1, 1, 1};
  const Window window{{1, 1}, {6000, 6000}, {0, 0}};
  const Sliding down{1, huge, tiny, window};
  EXPECT_THROW(convolutions.convolution(down, nullptr, nullptr, nullptr, Activation::identity, nullptr), BackendError);
  EXPECT_THROW(convolutions.input_gradient(down, nullptr, nullptr, nullptr), BackendError);
  EXPECT_THROW(convolutions.weight_gradient(down, nullptr, nullptr, nullptr), BackendError);
}

TEST(FusedEngine, SaysHowManyThreadsIdle) {
  Kernels counted = best_kernels();
  counted.panel_product = counted_product, counted.sparse_forward = counted_forward;
  int silent = 0, said = 0;
  for (const std::vector<int>& widths : {std::vector<int>{30, 256, 10}, {30, 5, 4}, {30, 16, 130, 4}})
    for (const int batch : {1, 7, 64})
      for (const int workers : {1, 2, 16, 17, 40})
        for (const FirstLayer first_layer : {FirstLayer::sparse, FirstLayer::dense}) {
          const Examples train = some_examples(batch, widths.front(), widths.back());
          StepPlan plan;
          plan.model = make_mlp(widths, Activation::relu);
          plan.batch = batch, plan.train = &train;
          CountingTeam team(workers);
          const auto engine = make_fused_engine(counted, team, first_layer, plan);
          engine->set_state(initial_state(plan.model, plan.optimizer, 1));
          engine->begin_epoch(in_order(train.size()));
          engine->train(0, std::vector<float>(1, 0.1F));
          const std::string remark = engine->remark();
          SCOPED_TRACE(::testing::Message()
                       << plan.model.name() << " batch " << batch << ", " << workers << ": " << remark);
          EXPECT_EQ(remark.empty(), team.idle == 0);
          ++(remark.empty() ? silent : said);
          if (remark.empty()) continue;
          EXPECT_EQ(remark.rfind(std::to_string(team.idle) + " of " + std::to_string(workers) + " thread", 0), 0U);
          EXPECT_NE(remark.find("among " + std::to_string(workers - team.idle) + ";"), std::string::npos);
        }
  EXPECT_GT(silent, 0);
  EXPECT_GT(said, 0);
}

/// Every worker writes to its own track at the same time, as a sanitizer would notice if it did not.
TEST(FusedEngine, RecordsEveryThreadOnATrackOfItsOwn) {
  constexpr int workers = 3, steps = 4;
  Examples train;
  for (int i = 0; i < 64 * 30; ++i) train.features.push_back(static_cast<std::uint8_t>(i % 4 == 0 ? i : 0));
  for (int i = 0; i < 64; ++i) train.labels.push_back(i % 10);
  std::vector<std::uint32_t> order(64);
  for (const FirstLayer first_layer : {FirstLayer::sparse, FirstLayer::dense})
    for (const std::vector<int>& widths : {std::vector<int>{30, 96, 10}, std::vector<int>{30, 64, 48, 10}}) {
      Profiler profiler;
      StepPlan plan;
      plan.model = make_mlp(widths, Activation::relu);
      plan.batch = 16, plan.train = &train, plan.profiler = &profiler;
      ThreadTeam team(workers);
      const auto engine = make_fused_engine(best_kernels(), team, first_layer, plan);
      engine->set_state(initial_state(plan.model, plan.optimizer, 1));
      for (int round = 0; round < 2; ++round) {  // the second recording starts afresh
        engine->begin_epoch(order);
        profiler.start(steps);
        engine->train(0, std::vector<float>(steps, 0.1F));
        profiler.stop();
        engine->train(0, std::vector<float>(steps, 0.1F));  // nothing of this is in the profile
      }
      const StepProfile profile = profiler.result();
      ASSERT_EQ(profile.tracks.size(), std::size_t{workers});
      EXPECT_EQ(profile.tracks[2].name, "thread 3");
      EXPECT_NEAR(profile.h2d_s + profile.kernel_s + profile.d2h_s + profile.communication_s + profile.host_s +
                      profile.unrecorded_s,
                  profile.wall_s, 1e-3 * profile.wall_s);
      EXPECT_GT(profile.communication_s, 0.0);
      std::vector<int> losses(workers);
      for (const ProfileSpan& span : profile.spans)
        if (span.operation == "loss") ++losses[static_cast<std::size_t>(span.track)];
      EXPECT_EQ(losses, std::vector<int>(workers, steps));
    }
}

}  // namespace
}  // namespace mlplab::kernels
