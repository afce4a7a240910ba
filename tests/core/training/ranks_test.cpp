// Ranks as threads of this process: all have the same weights after every epoch, and one that drifts ends the run.
#include <gtest/gtest.h>

#include <barrier>
#include <bit>
#include <cstring>
#include <thread>

#include "core/training/trainer.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

/// What two ranks see.
struct Board {
  std::barrier<> meet{2};
  std::vector<float> floats[2];
  std::vector<double> doubles[2];
  std::vector<std::byte> bytes;
};

class ThreadRank : public Communicator {
 public:
  ThreadRank(Board& board, int rank) : board_(board), rank_(rank) {}
  int rank() const override { return rank_; }
  int size() const override { return 2; }
  std::string transport() const override { return "threads"; }
  void begin_sum(std::span<float> values) override { begun_.push_back(values); }
  void finish_sums() override {
    for (const std::span<float> values : begun_) {
      add(values, board_.floats);
      if (++sums_ == drift_at) flip_a_bit(values);
    }
    begun_.clear();
  }
  void sum(std::span<double> values) override { add(values, board_.doubles); }
  void broadcast(void* data, std::size_t bytes) override {
    if (rank_ == 0) board_.bytes.assign(static_cast<std::byte*>(data), static_cast<std::byte*>(data) + bytes);
    board_.meet.arrive_and_wait();
    std::memcpy(data, board_.bytes.data(), bytes);
    board_.meet.arrive_and_wait();
  }
  int drift_at = 0;  // the sum, counted from 1, of which this rank gets one bit wrong

 private:
  template <class T>
  void add(std::span<T> values, std::vector<T> (&all)[2]) {
    all[rank_].assign(values.begin(), values.end());
    board_.meet.arrive_and_wait();
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = all[0][i] + all[1][i];
    board_.meet.arrive_and_wait();
  }
  /// Of the largest value, so that it does not vanish as the weights are rounded.
  static void flip_a_bit(std::span<float> values) {
    float& value = *std::ranges::max_element(values, {}, [](float v) { return std::fabs(v); });
    value = std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) ^ (1U << 20U));
  }

  Board& board_;
  int rank_;
  int sums_ = 0;
  std::vector<std::span<float>> begun_;
};

/// Of rank 0 and rank 1.
struct Ended {
  RunEnded ended[2];
  RunLog log;
};

Ended train_on_two(int drift_at, const Augmentation& augmentation = {}) {
  const Dataset data = test::small_dataset();
  RunSpec spec = test::small_spec();
  spec.epochs = 3;
  spec.data.augmentation = augmentation;
  Board board;
  Ended result;
  const auto run = [&](int rank) {
    ThreadRank communicator(board, rank);
    if (rank == 1) communicator.drift_at = drift_at;
    test::Remember sink;
    RunControl control;
    result.ended[rank] = train_as_rank({communicator, "sequential", {}, "2 threads"}, spec, data, sink, control);
    if (rank == 0) result.log = sink.log;
  };
  std::thread other([&] { run(1); });
  run(0);
  other.join();
  return result;
}

TEST(Ranks, HaveTheSameWeightsAfterEveryEpoch) {
  const Ended result = train_on_two(0);
  for (const RunEnded& ended : result.ended) EXPECT_EQ(ended.status, RunStatus::done) << ended.reason;
  EXPECT_EQ(result.log.epochs.size(), 3U);
}

TEST(Ranks, OneThatDriftsByABitEndsTheRunNamingEpochAndRank) {
  const int sums_an_epoch = [] {
    const RunSpec spec = test::small_spec();
    return (200 + spec.batch - 1) / spec.batch;
  }();
  const Ended result = train_on_two(sums_an_epoch + 2);
  EXPECT_EQ(result.ended[0].status, RunStatus::failed);
  EXPECT_EQ(result.ended[0].failure, Failure::backend);
  EXPECT_EQ(result.ended[0].reason.find("rank 1: its weights after epoch 2 are not those of rank 0"), 0U)
      << result.ended[0].reason;
  EXPECT_EQ(result.ended[1].status, RunStatus::failed);
  EXPECT_EQ(result.log.epochs.size(), 1U) << "the epoch before it is kept";
}

/// Each rank makes the pictures of its own share: together they are those of one process.
TEST(Ranks, AugmentAsOneProcessDoes) {
  const Augmentation augmentation{.shift = 1, .flip = 0.5};
  const Ended two = train_on_two(0, augmentation);
  const Dataset data = test::small_dataset();
  RunSpec spec = test::small_spec();
  spec.epochs = 3;
  spec.data.augmentation = augmentation;
  test::Remember one;
  RunControl control;
  train_here(spec, data, one, control);
  ASSERT_EQ(two.log.epochs.size(), 3U);
  for (std::size_t e = 0; e < 3; ++e) EXPECT_NEAR(two.log.epochs[e].loss_train, one.log.epochs[e].loss_train, 1e-5);
}

}  // namespace
}  // namespace mlplab
