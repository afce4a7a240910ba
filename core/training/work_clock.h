// A communicator that counts how long this rank works before each sum of gradients. Of ranks that step together, the
// one that works longest is the one that all others wait for. What a transport does in a sum is nobody's work, nor is
// the update that rank 0 alone makes where it sends its weights.
#pragma once

#include <functional>
#include <utility>

#include "core/base/clock.h"
#include "core/compute/communicator.h"

namespace mlplab {

class WorkClock : public Communicator {
 public:
  /// `communicator` outlives it.
  explicit WorkClock(Communicator& communicator, std::function<double()> clock = now_s)
      : communicator_(communicator), clock_(std::move(clock)) {}
  /// Steps begin now: the time since the last exchange was none of theirs.
  void begin() { restart(); }
  /// Seconds of work so far.
  double total_s() const { return total_s_; }

  int rank() const override { return communicator_.rank(); }
  int size() const override { return communicator_.size(); }
  int local_rank() const override { return communicator_.local_rank(); }
  int local_size() const override { return communicator_.local_size(); }
  std::string transport() const override { return communicator_.transport(); }
  void begin_sum(std::span<float> values) override {
    interrupted([&] { communicator_.begin_sum(values); });
  }
  void finish_sums() override {
    total_s_ += clock_() - since_s_ - interrupted_s_;
    communicator_.finish_sums();
    restart();
  }
  /// Statistics are summed within a step; ranks wait for each other in that too.
  void sum(std::span<double> values) override {
    interrupted([&] { communicator_.sum(values); });
  }
  void broadcast(void* data, std::size_t bytes) override {
    communicator_.broadcast(data, bytes);
    restart();
  }
  SumMemory sum_memory(std::size_t count) override { return communicator_.sum_memory(count); }
  bool overlaps() const override { return communicator_.overlaps(); }
  bool central() const override { return communicator_.central(); }
  bool sums_on_devices() const override { return communicator_.sums_on_devices(); }
  void set_threads(int threads) override { communicator_.set_threads(threads); }
  void set_profiler(Profiler* profiler, int track) override { communicator_.set_profiler(profiler, track); }

 private:
  void restart() { since_s_ = clock_(), interrupted_s_ = 0.0; }
  template <class Work>
  void interrupted(const Work& work) {
    const double begin_s = clock_();
    work();
    interrupted_s_ += clock_() - begin_s;
  }

  Communicator& communicator_;
  std::function<double()> clock_;
  double since_s_ = 0.0, interrupted_s_ = 0.0, total_s_ = 0.0;
};

}  // namespace mlplab
