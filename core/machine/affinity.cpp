#include "core/machine/affinity.h"

#ifdef __linux__
#include <sched.h>
#endif

namespace mlplab {

#ifdef __linux__

struct PinnedThread::CpuSet {
  cpu_set_t set;
};

PinnedThread::PinnedThread(int cpu) {
  auto before = std::make_unique<CpuSet>();
  if (cpu < 0 || cpu >= CPU_SETSIZE || sched_getaffinity(0, sizeof before->set, &before->set) != 0) return;
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(cpu, &only);
  if (sched_setaffinity(0, sizeof only, &only) == 0) before_ = std::move(before);
}

PinnedThread::~PinnedThread() {
  if (before_) sched_setaffinity(0, sizeof before_->set, &before_->set);
}

#else

struct PinnedThread::CpuSet {};
PinnedThread::PinnedThread(int) {}
PinnedThread::~PinnedThread() = default;

#endif

}  // namespace mlplab
