// Workers that run the same function side by side, and the barrier at which they meet inside it.
// To add a kind of team (a thread pool, TBB): derive from Team.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

namespace mlplab::kernels {

class Team {
 public:
  virtual ~Team() = default;
  virtual int size() const = 0;
  /// Calls work(worker) for worker = 0 … size - 1, at the same time, and returns when all are done. Not reentrant.
  virtual void run(const std::function<void(int)>& work) = 0;
};

/// The calling thread alone.
class SerialTeam : public Team {
 public:
  int size() const override { return 1; }
  void run(const std::function<void(int)>& work) override { work(0); }
};

/// Worker `worker`'s share [first, end) of `count` things, as even as can be, the longer ones first.
struct Share {
  int first = 0, end = 0;
  int count() const { return end - first; }
  bool operator==(const Share&) const = default;
};
inline Share share_of(int count, int worker, int workers) {
  const int each = count / workers, longer = count % workers;
  const int first = worker * each + (worker < longer ? worker : longer);
  return {first, first + each + (worker < longer ? 1 : 0)};
}

/// All workers wait here for the last one. A worker spins for 2000 pauses (20 to 100 µs, by the processor), longer than
/// its peers usually need when each has a core of its own, then it sleeps in the kernel. Where there are more workers
/// than cores it sleeps almost at once: the late one needs its core.
class Barrier {
 public:
  explicit Barrier(int workers);
  void wait();

 private:
  int workers_;
  int spins_;
  alignas(64) std::atomic<int> arrived_{0};
  alignas(64) std::atomic<std::uint32_t> round_{0};
};

/// The workers of another team, which a series of jobs finds waiting at the barrier: to start a team's threads for each
/// of the hundreds of operations of a step costs more than some of these, and milliseconds on a busy machine.
class StandbyTeam : public Team {
 public:
  explicit StandbyTeam(std::unique_ptr<Team> team) : team_(std::move(team)), barrier_(team_->size()) {}
  int size() const override { return team_->size(); }
  /// Within a series by the waiting workers, else by the team's. Jobs do not throw.
  void run(const std::function<void(int)>& work) override;
  /// Calls `series` on the caller's thread, while the other workers wait for its jobs. Exceptions of `series` come
  /// through.
  void series(const std::function<void()>& series);

 private:
  std::unique_ptr<Team> team_;
  Barrier barrier_;
  bool waiting_ = false;
  const std::function<void(int)>* job_ = nullptr;  // null: the series is over
};

}  // namespace mlplab::kernels
