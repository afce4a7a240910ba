// Ranks as threads of this process: all have the same weights after every epoch, and one that drifts ends the run.
#include <gtest/gtest.h>

#include <barrier>
#include <bit>
#include <cstring>
#include <thread>

#include "core/compute/backend_table.h"
#include "core/training/trainer.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

/// The memory that two ranks share.
struct Board {
  std::barrier<> meet{2};
  std::size_t begun[2] = {};
  std::vector<float> floats[2];
  std::vector<double> doubles[2];
  std::vector<std::byte> bytes;
};

class ThreadRank : public Communicator {
 public:
  ThreadRank(Board& board, int rank, bool overlaps) : board_(board), rank_(rank), overlaps_(overlaps) {}
  int rank() const override { return rank_; }
  int size() const override { return 2; }
  std::string transport() const override { return "threads"; }
  void begin_sum(std::span<float> values) override { begun_.push_back(values); }
  void finish_sums() override {
    board_.begun[rank_] = begun_.size();
    board_.meet.arrive_and_wait();
    if (board_.begun[0] != board_.begun[1]) throw BackendError("the ranks do not add up as many layers");
    for (const std::span<float> values : begun_) {
      add(values, board_.floats);
      if (++sums_ == drift_at) spoil(values);
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
  bool overlaps() const override { return overlaps_; }
  int drift_at = 0;     // the sum, counted from 1, of which this rank gets one bit wrong
  bool to_nan = false;  // or a number, and gets a NaN of its own

 private:
  template <class T>
  void add(std::span<T> values, std::vector<T> (&all)[2]) {
    all[rank_].assign(values.begin(), values.end());
    board_.meet.arrive_and_wait();
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = all[0][i] + all[1][i];
    board_.meet.arrive_and_wait();
  }
  /// A bit of the largest value, so that it does not vanish as the weights are rounded.
  void spoil(std::span<float> values) const {
    float& value = *std::ranges::max_element(values, {}, [](float v) { return std::fabs(v); });
    value = to_nan ? std::bit_cast<float>(0x7FC00000U + static_cast<std::uint32_t>(rank_))
                   : std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) ^ (1U << 20U));
  }

  Board& board_;
  int rank_;
  bool overlaps_;
  int sums_ = 0;
  std::vector<std::span<float>> begun_;
};

/// The ends of rank 0 and rank 1.
struct Ended {
  RunEnded ended[2];
  RunLog log;
};

/// How two ranks compute and what connects them.
struct Ranks {
  std::string backend = "sequential";
  BackendOptions options;
  bool overlaps = false;
  int drift_at = 0;
  bool to_nan = false;
  bool both = false;  // drift, not rank 1 alone
};

RunSpec three_epochs() {
  RunSpec spec = test::small_spec();
  spec.epochs = 3;
  return spec;
}

Ended train_on_two(const RunSpec& spec, const Ranks& ranks, const StartingPoint& from = {}) {
  const Dataset data = test::small_dataset();
  Board board;
  Ended result;
  const auto run = [&](int rank) {
    ThreadRank communicator(board, rank, ranks.overlaps);
    if (rank == 1 || ranks.both) communicator.drift_at = ranks.drift_at, communicator.to_nan = ranks.to_nan;
    test::Remember sink;
    RunControl control;
    result.ended[rank] =
        train_as_rank({communicator, ranks.backend, ranks.options, "2 threads"}, spec, data, sink, control, from);
    if (rank == 0) result.log = sink.log;
  };
  std::thread other([&] { run(1); });
  run(0);
  other.join();
  return result;
}

RunLog train_alone(const RunSpec& spec, const StartingPoint& from = {}) {
  test::Remember sink;
  RunControl control;
  train_here(spec, test::small_dataset(), sink, control, from);
  return sink.log;
}

TEST(Ranks, HaveTheSameWeightsAfterEveryEpoch) {
  const Ended result = train_on_two(three_epochs(), {});
  for (const RunEnded& ended : result.ended) EXPECT_EQ(ended.status, RunStatus::done) << ended.reason;
  EXPECT_EQ(result.log.epochs.size(), 3U);
}

TEST(Ranks, OneThatDriftsByABitEndsTheRunNamingEpochAndRank) {
  const RunSpec spec = three_epochs();
  const int sums_an_epoch = (200 + spec.batch - 1) / spec.batch;
  const Ended result = train_on_two(spec, {.drift_at = sums_an_epoch + 2});
  EXPECT_EQ(result.ended[0].status, RunStatus::failed);
  EXPECT_EQ(result.ended[0].failure, Failure::backend);
  EXPECT_EQ(result.ended[0].reason.find("rank 1: its weights after epoch 2 are not those of rank 0"), 0U)
      << result.ended[0].reason;
  EXPECT_EQ(result.ended[1].status, RunStatus::failed);
  EXPECT_EQ(result.log.epochs.size(), 1U) << "the epoch before it is kept";
}

/// By the last sum of an epoch: no loss that they share tells rank 0.
TEST(Ranks, OneThatDivergesAloneDoesNotLeaveTheOtherWaiting) {
  const RunSpec spec = three_epochs();
  const int sums_an_epoch = (200 + spec.batch - 1) / spec.batch;
  const Ended result = train_on_two(spec, {.drift_at = sums_an_epoch, .to_nan = true});
  EXPECT_EQ(result.ended[0].reason.find("rank 1: its weights after epoch 1 are not those of rank 0"), 0U)
      << result.ended[0].reason;
  for (const RunEnded& ended : result.ended) EXPECT_EQ(ended.failure, Failure::backend);
}

TEST(Ranks, ThatDivergeTogetherSaySo) {
  const RunSpec spec = three_epochs();
  const int sums_an_epoch = (200 + spec.batch - 1) / spec.batch;
  for (const RunEnded& ended : train_on_two(spec, {.drift_at = sums_an_epoch, .to_nan = true, .both = true}).ended)
    EXPECT_EQ(ended.failure, Failure::diverged) << ended.reason;
}

/// A search ends in the middle of an epoch.
TEST(Ranks, OneThatDriftsInASearchIsSeenAtItsEnd) {
  const StartingPoint from{.rates = {0.01F, 0.02F, 0.04F, 0.08F}};
  EXPECT_EQ(train_on_two(three_epochs(), {}, from).ended[0].status, RunStatus::stopped);
  const Ended result = train_on_two(three_epochs(), {.drift_at = 2}, from);
  EXPECT_EQ(result.ended[0].status, RunStatus::failed);
  EXPECT_EQ(result.ended[0].reason.find("rank 1: its weights at the end of the search are not"), 0U)
      << result.ended[0].reason;
}

/// Each rank makes the images of its own share: together they are those of one process.
TEST(Ranks, AugmentAsOneProcessDoes) {
  RunSpec spec = three_epochs();
  spec.data.augmentation = {.shift = 1, .flip = 0.5};
  const Ended two = train_on_two(spec, {});
  const RunLog one = train_alone(spec);
  ASSERT_EQ(two.log.epochs.size(), 3U);
  for (std::size_t e = 0; e < 3; ++e) EXPECT_NEAR(two.log.epochs[e].loss_train, one.epochs[e].loss_train, 1e-5);
}

/// Whatever number of layers, sums begun layer by layer or at once, shares of a batch that are not alike (which must
/// not be cut otherwise), a last batch of which one rank has no row.
TEST(Ranks, ComputeWhatOneProcessDoes) {
  const bool has_threads = find_backend("openmp").why_not().empty();
  for (const std::vector<int>& hidden : {std::vector<int>{}, {16}, {40, 24}, {17, 33, 9}})
    for (const int batch : {199, 66, 33, 7}) {
      RunSpec spec = three_epochs();
      std::vector<int> widths = {spec.model.inputs()};
      widths.insert(widths.end(), hidden.begin(), hidden.end());
      widths.push_back(spec.model.outputs());
      spec.model = make_mlp(widths, Activation::relu);
      spec.batch = batch;
      spec.backend = "sequential";
      const RunLog one = train_alone(spec);
      ASSERT_EQ(one.epochs.size(), 3U);
      for (const bool overlaps : {false, true})
        for (const char* threads : {"", "2", "5"}) {
          if (*threads != '\0' && !has_threads) continue;
          SCOPED_TRACE(::testing::Message() << spec.model.name() << ", batch " << batch
                                            << (overlaps ? ", overlaps" : "") << ", threads " << threads);
          Ranks ranks{.backend = *threads == '\0' ? "simd" : "openmp", .overlaps = overlaps};
          if (*threads != '\0') ranks.options.workers = std::atoi(threads);
          const Ended two = train_on_two(spec, ranks);
          ASSERT_EQ(two.ended[0].status, RunStatus::done) << two.ended[0].reason;
          for (std::size_t e = 0; e < 3; ++e)
            EXPECT_NEAR(two.log.epochs[e].loss_train, one.epochs[e].loss_train, 1e-4 * one.epochs[e].loss_train);
        }
    }
}

}  // namespace
}  // namespace mlplab
