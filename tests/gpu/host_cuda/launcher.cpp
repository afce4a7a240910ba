#include "launcher.h"

#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "cuda_runtime.h"
#include "fiber.h"

namespace host_cuda {

Here here;

namespace {

enum class State { fresh, ready, at_block, at_warp, at_kernel, done };

struct Thread {
  State state = State::fresh;
  Fiber* fiber = nullptr;
  dim3 index;
  int line = 0;  // of the barrier it waits at
  const char* file = "";
  unsigned meetings = 0;  // of its warp so far
};

/// What the lanes of a warp show each other. Two, because a lane may come to the next meeting before another has read.
struct Board {
  std::array<std::array<unsigned char, 8>, 32> shown[2];
};

class Block {
 public:
  std::string run(dim3 size, const std::function<void()>& body, bool backwards,
                  const std::function<std::string()>& arrive);

  std::vector<Thread> threads;
  std::vector<Board> boards;
  int current = -1;
  bool arrived = true;  // the kernels before this one have ended

 private:
  void make_threads(dim3 size);
  void go_on(int index, const std::function<void()>& body);
  bool release_warps();
  bool release_block();
  std::string stuck() const;

  dim3 size_ = dim3(0, 0, 0);
  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::vector<Fiber*> idle_;
};

/// The block that is running; kernels are run by one thread at a time.
Block running;

void Block::go_on(int index, const std::function<void()>& body) {
  Thread& thread = threads[static_cast<std::size_t>(index)];
  current = index;
  here.thread = thread.index;
  const bool fresh = thread.state == State::fresh;
  if (fresh) {
    if (idle_.empty()) {
      fibers_.push_back(std::make_unique<Fiber>());
      idle_.push_back(fibers_.back().get());
    }
    thread.fiber = idle_.back();
    idle_.pop_back();
  }
  thread.state = State::ready;
  if (fresh ? thread.fiber->start(body) : thread.fiber->resume()) {
    thread.state = State::done;
    idle_.push_back(thread.fiber);
    thread.fiber = nullptr;
  }
}

/// Lets those warps go on whose lanes have all come to the same meeting.
bool Block::release_warps() {
  bool any = false;
  for (std::size_t first = 0; first < threads.size(); first += 32) {
    const std::size_t end = std::min(first + 32, threads.size());
    bool all = end == first + 32;
    for (std::size_t t = first; all && t < end; ++t)
      all = threads[t].state == State::at_warp && threads[t].line == threads[first].line &&
            threads[t].file == threads[first].file;
    if (!all) continue;
    for (std::size_t t = first; t < end; ++t) threads[t].state = State::ready;
    any = true;
  }
  return any;
}

bool Block::release_block() {
  for (const Thread& thread : threads)
    if (thread.state != State::at_block || thread.line != threads[0].line || thread.file != threads[0].file)
      return false;
  for (Thread& thread : threads) thread.state = State::ready;
  return true;
}

std::string Block::stuck() const {
  std::string text = "a block cannot go on:";
  std::string last;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    const Thread& thread = threads[t];
    const std::string place = std::string(thread.file) + ":" + std::to_string(thread.line);
    std::string what = thread.state == State::done        ? "has ended"
                       : thread.state == State::at_kernel ? "waits for the kernel before at " + place
                       : thread.state == State::at_block  ? "waits for the block at " + place
                                                          : "waits for its warp at " + place;
    if (what == last) continue;
    text += " from thread " + std::to_string(t) + " on " + what + ";";
    last = std::move(what);
  }
  return text;
}

/// Fresh threads. Most blocks are of the size of the one before.
void Block::make_threads(dim3 size) {
  if (size.x == size_.x && size.y == size_.y && size.z == size_.z) {
    for (Thread& thread : threads) thread.state = State::fresh, thread.fiber = nullptr, thread.meetings = 0;
    return;
  }
  size_ = size;
  threads.clear();
  for (unsigned z = 0; z < size.z; ++z)
    for (unsigned y = 0; y < size.y; ++y)
      for (unsigned x = 0; x < size.x; ++x) {
        threads.emplace_back();
        threads.back().index = dim3(x, y, z);
      }
}

std::string Block::run(dim3 size, const std::function<void()>& body, bool backwards,
                       const std::function<std::string()>& arrive) {
  make_threads(size);
  arrived = arrive == nullptr;
  const int count = static_cast<int>(threads.size());
  boards.resize(static_cast<std::size_t>(count + 31) / 32);
  int done = 0;
  while (done < count) {
    // In rounds, forwards or backwards: who relies on an order that no barrier makes, sees the wrong one in one of
    // them.
    bool ran = false;
    for (int i = 0; i < count; ++i) {
      const int index = backwards ? count - 1 - i : i;
      Thread& thread = threads[static_cast<std::size_t>(index)];
      if (thread.state != State::fresh && thread.state != State::ready) continue;
      go_on(index, body);
      if (thread.state == State::done) ++done;
      ran = true;
    }
    // Warps and blocks are asked only where somebody waits: kernels that never meet run through.
    bool goes_on = done < count && (release_block() || release_warps());
    if (!ran && !goes_on && !arrived) {
      arrived = true, goes_on = done < count;
      if (std::string why = arrive(); !why.empty()) return why;
      for (Thread& thread : threads)
        if (thread.state == State::at_kernel) thread.state = State::ready;
    }
    if (done < count && !ran && !goes_on) {
      const std::string why = stuck();
      for (Thread& thread : threads)
        if (thread.fiber != nullptr) {
          thread.fiber->abandon();
          idle_.push_back(thread.fiber);
        }
      return why;
    }
  }
  return arrived ? "" : arrive();
}

Thread& current_thread() { return running.threads[static_cast<std::size_t>(running.current)]; }

}  // namespace

int lane() { return running.current % 32; }

void meet_block(int line, const char* file) {
  Thread& thread = current_thread();
  thread.state = State::at_block, thread.line = line, thread.file = file;
  thread.fiber->pause();
}

void meet_kernel_before(int line, const char* file) {
  if (running.arrived) return;
  Thread& thread = current_thread();
  thread.state = State::at_kernel, thread.line = line, thread.file = file;
  thread.fiber->pause();
}

void meet_warp(unsigned mask, int line, const char* file) {
  Thread& thread = current_thread();
  // Kernels here use whole warps only; with another mask this thread waits for good, and that is reported.
  thread.state = State::at_warp, thread.line = mask == 0xffffffffU ? line : -line, thread.file = file;
  ++thread.meetings;
  thread.fiber->pause();
}

void exchange(unsigned mask, const void* mine, void* theirs, std::size_t bytes, int from, int line, const char* file) {
  const int self = running.current;
  Board& board = running.boards[static_cast<std::size_t>(self) / 32];
  auto& shown = board.shown[current_thread().meetings % 2];
  std::memcpy(shown[static_cast<std::size_t>(self) % 32].data(), mine, bytes);
  meet_warp(mask, line, file);
  std::memcpy(theirs, shown[static_cast<std::size_t>(from) % 32].data(), bytes);
}

std::string run_grid(dim3 grid, dim3 block, const std::function<void()>& body, const std::function<void()>& begin,
                     const std::function<std::string()>& arrive) {
  static bool backwards = false;
  here.block_size = block, here.grid_size = grid;
  for (unsigned z = 0; z < grid.z; ++z)
    for (unsigned y = 0; y < grid.y; ++y)
      for (unsigned x = 0; x < grid.x; ++x) {
        here.block = dim3(x, y, z);
        backwards = !backwards;
        if (begin) begin();
        if (std::string why = running.run(block, body, backwards, arrive); !why.empty()) return why;
      }
  return "";
}

}  // namespace host_cuda
