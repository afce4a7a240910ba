#include "core/compute/kernels/team.h"

#include <exception>

#include "core/machine/topology.h"

namespace mlplab::kernels {
namespace {

constexpr int spins_alone = 2000, spins_crowded = 50;

/// More workers than cores that this program may use, as it found them first: a thread may be bound to one of them
/// later.
bool crowded(int workers) {
  static const int cores = [] {
    const Topology machine = machine_topology();
    const bool has_quota = machine.usable_cores() < machine.physical_cores();
    return has_quota ? machine.usable_cores() : machine.logical_cpus();
  }();
  return workers > cores;
}

void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace

Barrier::Barrier(int workers) : workers_(workers), spins_(crowded(workers) ? spins_crowded : spins_alone) {}

void Barrier::wait() {
  if (workers_ == 1) return;
  const std::uint32_t round = round_.load(std::memory_order_acquire);
  if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == workers_) {
    arrived_.store(0, std::memory_order_relaxed);
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
    return;
  }
  for (int i = 0; i < spins_; ++i) {
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
