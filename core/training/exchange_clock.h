// A communicator that counts how long this rank is in exchanges of gradients and weights. Of ranks that step together,
// the one that is there for the least time is the one that all others wait for.
#pragma once

#include "core/base/clock.h"
#include "core/compute/communicator.h"

namespace mlplab {

class ExchangeClock : public Communicator {
 public:
  /// `communicator` outlives it.
  explicit ExchangeClock(Communicator& communicator) : communicator_(communicator) {}
  /// Seconds in begin_sum(), finish_sums() and broadcast() so far.
  double total_s() const { return total_s_; }

  int rank() const override { return communicator_.rank(); }
  int size() const override { return communicator_.size(); }
  int local_rank() const override { return communicator_.local_rank(); }
  int local_size() const override { return communicator_.local_size(); }
  std::string transport() const override { return communicator_.transport(); }
  void begin_sum(std::span<float> values) override {
    timed([&] { communicator_.begin_sum(values); });
  }
  void finish_sums() override {
    timed([&] { communicator_.finish_sums(); });
  }
  void sum(std::span<double> values) override { communicator_.sum(values); }
  void broadcast(void* data, std::size_t bytes) override {
    timed([&] { communicator_.broadcast(data, bytes); });
  }
  SumMemory sum_memory(std::size_t count) override { return communicator_.sum_memory(count); }
  bool overlaps() const override { return communicator_.overlaps(); }
  bool central() const override { return communicator_.central(); }
  void set_threads(int threads) override { communicator_.set_threads(threads); }
  void set_profiler(Profiler* profiler, int track) override { communicator_.set_profiler(profiler, track); }

 private:
  template <class Work>
  void timed(const Work& work) {
    const double begin_s = now_s();
    work();
    total_s_ += now_s() - begin_s;
  }

  Communicator& communicator_;
  double total_s_ = 0.0;
};

}  // namespace mlplab
