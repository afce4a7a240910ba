// Threads take pieces in order, so that of several faults the first one is known however many threads there are.
#include "core/data/parallel.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "core/machine/topology.h"

namespace mlplab {
namespace {

constexpr auto tell_every = std::chrono::milliseconds(100);

class Pieces {
 public:
  Pieces(std::size_t count, const std::function<void(std::size_t)>& work)
      : end_(count), first_fault_(count), work_(work) {}

  /// The loop of each thread.
  void take_all() {
    for (std::size_t i = next_++; i < end_; i = next_++) {
      try {
        work_(i);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (i < first_fault_) first_fault_ = i, fault_ = std::current_exception();
        end_ = std::min(end_.load(), i);
      }
      ++done_;
    }
    const std::lock_guard lock(mutex_);
    ++idle_;
    changed_.notify_one();
  }

  void watch(int threads, const std::function<void(std::size_t)>& tell) {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, tell_every, [&] { return idle_ == threads; })) {
      lock.unlock();
      tell(done_);
      lock.lock();
    }
  }

  void finish() const {
    if (fault_) std::rethrow_exception(fault_);
  }

 private:
  std::atomic<std::size_t> next_{0}, done_{0}, end_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int idle_ = 0;
  std::size_t first_fault_;
  std::exception_ptr fault_;
  const std::function<void(std::size_t)>& work_;
};

}  // namespace

int loading_threads() { return usable_cpus(); }

void for_each_index(std::size_t count, int threads, const std::function<void(std::size_t)>& work,
                    const std::function<void(std::size_t done, std::size_t total)>& progress) {
  const auto wanted =
      std::clamp<std::size_t>(static_cast<std::size_t>(std::max(threads, 1)), 1, std::max<std::size_t>(count, 1));
  Pieces pieces(count, work);
  if (wanted == 1 && !progress) {
    pieces.take_all();
    return pieces.finish();
  }
  std::vector<std::jthread> workers;
  for (std::size_t thread = 0; thread < wanted; ++thread) workers.emplace_back([&pieces] { pieces.take_all(); });
  if (progress) pieces.watch(static_cast<int>(wanted), [&](std::size_t done) { progress(done, count); });
  workers.clear();  // joins
  if (progress) progress(count, count);
  pieces.finish();
}

}  // namespace mlplab
