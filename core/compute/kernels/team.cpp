#include "core/compute/kernels/team.h"

#include <exception>

namespace mlplab::kernels {
namespace {

constexpr int spins = 2000;

void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace

void Barrier::wait() {
  if (workers_ == 1) return;
  const std::uint32_t round = round_.load(std::memory_order_acquire);
  if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == workers_) {
    arrived_.store(0, std::memory_order_relaxed);
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
    return;
  }
  for (int i = 0; i < spins; ++i) {
    if (round_.load(std::memory_order_acquire) != round) return;
    pause();
  }
  while (round_.load(std::memory_order_acquire) == round) round_.wait(round, std::memory_order_acquire);
}

void StandbyTeam::run(const std::function<void(int)>& work) {
  if (!waiting_) return team_->run(work);
  job_ = &work;
  barrier_.wait();
  work(0);
  barrier_.wait();
}

void StandbyTeam::series(const std::function<void()>& series) {
  if (size() == 1 || waiting_) return series();
  std::exception_ptr thrown;
  team_->run([&](int worker) {
    if (worker != 0) {
      while (true) {
        barrier_.wait();
        if (job_ == nullptr) return;
        (*job_)(worker);
        barrier_.wait();
      }
    }
    try {
      waiting_ = true;
      series();
    } catch (...) {
      thrown = std::current_exception();
    }
    waiting_ = false;
    job_ = nullptr;
    barrier_.wait();
  });
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace mlplab::kernels
