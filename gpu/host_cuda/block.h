// One block of a kernel: its threads as fibers, which of them wait and for what. launcher.cpp runs blocks one after the
// other, cluster.cpp those of a cluster together.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fiber.h"
#include "words/types.h"

namespace host_cuda {

enum class State { fresh, ready, at_block, at_warp, at_kernel, at_cluster, at_phase, done };

struct Thread {
  State state = State::fresh;
  Fiber* fiber = nullptr;
  dim3 index;
  int line = 0;  // of the barrier it waits at
  const char* file = "";
  unsigned mask = 0;      // at_warp: the lanes that it waits for
  unsigned meetings = 0;  // of its whole warp so far
  bool orders = false;    // at_warp: memory too, as __syncwarp() does and a shuffle does not
  unsigned order = 0;     // grows with each meeting that orders; the lanes that met have the same one
  std::map<unsigned, unsigned> meetings_by_mask;
  std::function<bool()> can_go_on;  // at_phase: whether what it waits for has come
};

/// The values that the lanes of a warp exchange. There are two boards, because a lane may reach the next exchange
/// before another has read.
struct LaneBoard {
  std::array<std::array<unsigned char, 32>, 32> shown[2];
};

class Block {
 public:
  /// Runs it alone to its end; '' or why it cannot go on. `arrive`: see run_grid().
  std::string run(dim3 size, const std::function<void()>& body, bool backwards,
                  const std::function<std::string()>& arrive);

  /// Or in parts: fresh threads; each warp in turn as far as it comes without the others; where all wait for one
  /// another, they go on.
  void prepare(dim3 size);
  bool round(const std::function<void()>& body, bool backwards);
  bool can_run(Thread& thread) const;
  void go_on(int index, const std::function<void()>& body);
  bool release_warps();
  bool release_block();
  bool done() const;
  std::string stuck() const;
  void give_up();

  Thread& current_thread() { return threads[static_cast<std::size_t>(current)]; }

  std::vector<Thread> threads;
  std::vector<LaneBoard> boards;
  std::map<std::pair<int, unsigned>, LaneBoard> boards_by_mask;  // [warp, mask]: those of parts of a warp
  int current = -1;
  bool arrived = true;  // the kernels before this one have ended

 private:
  void make_threads(dim3 size);
  bool release_warp(std::size_t first);
  std::string release_kernel(const std::function<std::string()>& arrive);

  dim3 size_ = dim3(0, 0, 0);
  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::vector<Fiber*> idle_;
};

/// The block that is running; kernels are run by one thread at a time.
extern Block* running;

}  // namespace host_cuda
