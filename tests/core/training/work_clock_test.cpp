#include "core/training/work_clock.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace mlplab {
namespace {

/// Every call takes 100 seconds of a clock that nothing else moves.
class Slow : public Communicator {
 public:
  explicit Slow(double& now_s) : now_s_(now_s) {}
  int rank() const override { return 0; }
  int size() const override { return 2; }
  std::string transport() const override { return "none"; }
  void begin_sum(std::span<float> /*values*/) override { now_s_ += 100.0; }
  void finish_sums() override { now_s_ += 100.0; }
  void sum(std::span<double> /*values*/) override { now_s_ += 100.0; }
  void broadcast(void* /*data*/, std::size_t /*bytes*/) override { now_s_ += 100.0; }

 private:
  double& now_s_;
};

TEST(WorkClock, CountsTheWorkBeforeEachSumAndNothingElse) {
  double now_s = 7.0;
  Slow slow(now_s);
  WorkClock clock(slow, [&] { return now_s; });
  std::array<float, 1> values{};
  std::array<double, 1> statistics{};
  now_s += 50.0;  // an evaluation, a pause
  clock.begin();
  for (int step = 0; step < 2; ++step) {
    now_s += 1.0;
    clock.sum(statistics);  // of batch normalisation
    now_s += 2.0;
    clock.begin_sum(values);
    now_s += 4.0;
    clock.finish_sums();
  }
  EXPECT_DOUBLE_EQ(clock.total_s(), 14.0);
  now_s += 1000.0;  // rank 0 updates for all
  clock.broadcast(values.data(), sizeof values);
  EXPECT_DOUBLE_EQ(clock.total_s(), 14.0);
  now_s += 3.0;
  clock.finish_sums();
  EXPECT_DOUBLE_EQ(clock.total_s(), 17.0) << "the next step begins where the weights are there";
}

}  // namespace
}  // namespace mlplab
