// The barrier with more threads than cores, and the shares of work. These run under the tsan preset too, where OpenMP
// cannot.
#include "core/compute/kernels/team.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>
#include <vector>

#include "core/base/random.h"
#include "core/compute/kernels/fused_engine.h"
#include "core/model/parameters.h"

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
