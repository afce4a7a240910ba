#include "launcher.h"

#include <algorithm>
#include <cstring>

#include "block.h"
#include "cuda_runtime.h"

namespace host_cuda {

Here here;

namespace {

Block lone;

}  // namespace

Block* running = &lone;

bool Block::can_run(Thread& thread) const {
  if (thread.state == State::at_phase && thread.can_go_on()) thread.state = State::ready;
  return thread.state == State::fresh || thread.state == State::ready;
}

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

/// Lets those lanes of the warp go on whose masks are the same and have all come to the same meeting. A block may end
/// within its last warp: lanes that there are not are not waited for.
bool Block::release_warp(std::size_t first) {
  const std::size_t end = std::min(first + 32, threads.size());
  bool any = false;
  for (std::size_t one = first; one < end; ++one) {
    if (threads[one].state != State::at_warp) continue;
    const unsigned mask = threads[one].mask;
    const int line = threads[one].line;
    const char* const file = threads[one].file;
    const auto named = [&](std::size_t t) { return (mask >> (t - first) & 1U) != 0; };
    bool all = named(one);  // who is not in its own mask waits for good, and that is reported
    for (std::size_t t = first; all && t < end; ++t)
      if (const Thread& other = threads[t]; named(t))
        all = other.state == State::at_warp && other.mask == mask && other.line == line && other.file == file;
    if (!all) continue;
    unsigned order = 0;
    for (std::size_t t = first; t < end; ++t)
      if (named(t)) order = std::max(order, threads[t].order + (threads[t].orders ? 1 : 0));
    for (std::size_t t = first; t < end; ++t)
      if (named(t)) threads[t].state = State::ready, threads[t].order = order;
    any = true;
  }
  return any;
}

bool Block::release_warps() {
  bool any = false;
  for (std::size_t first = 0; first < threads.size(); first += 32) any = release_warp(first) || any;
  return any;
}

bool Block::release_block() {
  for (const Thread& thread : threads)
    if (thread.state != State::at_block || thread.line != threads[0].line || thread.file != threads[0].file)
      return false;
  for (Thread& thread : threads) thread.state = State::ready;
  return true;
}

/// The kernels before this one have ended.
std::string Block::release_kernel(const std::function<std::string()>& arrive) {
  arrived = true;
  for (Thread& thread : threads)
    if (thread.state == State::at_kernel) thread.state = State::ready;
  return arrive();
}

std::string Block::stuck() const {
  std::string text = "a block cannot go on:";
  std::string last;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    const Thread& thread = threads[t];
    const std::string place = std::string(thread.file) + ":" + std::to_string(thread.line);
    std::string what = thread.state == State::done         ? "has ended"
                       : thread.state == State::at_kernel  ? "waits for the kernel before at " + place
                       : thread.state == State::at_block   ? "waits for the block at " + place
                       : thread.state == State::at_cluster ? "waits for the cluster at " + place
                       : thread.state == State::at_phase   ? "waits for what is sent at " + place
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
    for (Thread& thread : threads) {
      thread.state = State::fresh, thread.fiber = nullptr, thread.meetings = thread.order = 0;
      thread.meetings_by_mask.clear();
    }
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

void Block::prepare(dim3 size) {
  make_threads(size);
  boards.resize((threads.size() + 31) / 32);
}

bool Block::done() const {
  return std::all_of(threads.begin(), threads.end(), [](const Thread& t) { return t.state == State::done; });
}

void Block::give_up() {
  for (Thread& thread : threads)
    if (thread.fiber != nullptr) {
      thread.fiber->abandon();
      idle_.push_back(thread.fiber);
      thread.fiber = nullptr;
    }
}

bool Block::round(const std::function<void()>& body, bool backwards) {
  const int count = static_cast<int>(threads.size()), warps = (count + 31) / 32;
  bool ran = false;
  for (int w = 0; w < warps; ++w) {
    const int warp = backwards ? warps - 1 - w : w, lanes = std::min(32, count - 32 * warp);
    do
      for (int i = 0; i < lanes; ++i) {
        const int index = 32 * warp + (backwards ? lanes - 1 - i : i);
        if (!can_run(threads[static_cast<std::size_t>(index)])) continue;
        go_on(index, body);
        ran = true;
      }
    while (release_warp(static_cast<std::size_t>(warp) * 32));
  }
  return ran;
}

std::string Block::run(dim3 size, const std::function<void()>& body, bool backwards,
                       const std::function<std::string()>& arrive) {
  prepare(size);
  arrived = arrive == nullptr;
  const int count = static_cast<int>(threads.size());
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
    const bool goes_on = done < count && (release_block() || release_warps());
    if (ran || goes_on) continue;
    const std::string why = arrived ? stuck() : release_kernel(arrive);
    if (why.empty()) continue;
    give_up();
    return why;
  }
  return arrived ? "" : arrive();
}

int lane() { return running->current % 32; }

void meet_block(int line, const char* file) {
  Thread& thread = running->current_thread();
  thread.state = State::at_block, thread.line = line, thread.file = file;
  thread.fiber->pause();
}

void meet_kernel_before(int line, const char* file) {
  if (running->arrived) return;
  Thread& thread = running->current_thread();
  thread.state = State::at_kernel, thread.line = line, thread.file = file;
  thread.fiber->pause();
}

namespace {

constexpr unsigned whole_warp = 0xffffffffU;

/// Lanes that meet by a mask have met as often by it, whatever else some of them did.
std::array<std::array<unsigned char, 32>, 32>& shown_to(unsigned mask) {
  const int warp = running->current / 32;
  Thread& thread = running->current_thread();
  if (mask == whole_warp) return running->boards[static_cast<std::size_t>(warp)].shown[thread.meetings % 2];
  return running->boards_by_mask[{warp, mask}].shown[thread.meetings_by_mask[mask] % 2];
}

void wait_for_lanes(unsigned mask, bool orders, int line, const char* file) {
  Thread& thread = running->current_thread();
  thread.state = State::at_warp, thread.mask = mask, thread.orders = orders, thread.line = line, thread.file = file;
  ++(mask == whole_warp ? thread.meetings : thread.meetings_by_mask[mask]);
  thread.fiber->pause();
}

}  // namespace

void meet_warp(unsigned mask, int line, const char* file) { wait_for_lanes(mask, true, line, file); }

void exchange(unsigned mask, const void* mine, void* theirs, std::size_t bytes, int from, int line, const char* file) {
  const int self = running->current;
  auto& shown = shown_to(mask);
  std::memcpy(shown[static_cast<std::size_t>(self) % 32].data(), mine, bytes);
  wait_for_lanes(mask, false, line, file);
  std::memcpy(theirs, shown[static_cast<std::size_t>(from) % 32].data(), bytes);
}

unsigned vote(unsigned mask, bool mine, int line, const char* file) {
  const auto self = static_cast<std::size_t>(running->current);
  auto& shown = shown_to(mask);
  shown[self % 32][0] = mine ? 1 : 0;
  wait_for_lanes(mask, false, line, file);
  unsigned votes = 0;
  for (std::size_t l = 0; l < 32; ++l)
    if ((mask >> l & 1U) != 0 && self / 32 * 32 + l < running->threads.size() && shown[l][0] != 0) votes |= 1U << l;
  return votes;
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
        if (std::string why = running->run(block, body, backwards, arrive); !why.empty()) return why;
      }
  return "";
}

}  // namespace host_cuda
