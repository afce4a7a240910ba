// A cluster: blocks that run together, each with an arena for its shared memory. Blocks go on in drawn orders, some are
// left behind for a while, and what is sent lands late and in a drawn order: who does not wait reads what was there
// before.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <numeric>
#include <vector>

#include "block.h"
#include "cluster_words.h"
#include "host_cuda.h"
#include "launcher.h"

namespace host_cuda {
namespace {

/// The contents of an mbarrier's 64 bits: a phase ends when all arrivals and all bytes have come.
struct Arrivals {
  std::int32_t bytes;    // still to come; less than 0 where they came before they were expected
  std::int16_t pending;  // arrivals still to come
  std::int8_t started;   // 1; anything else: nobody has started it
  std::uint8_t parity;   // of the phase that runs
};
static_assert(sizeof(Arrivals) == sizeof(std::uint64_t));

struct Flight {
  unsigned block;
  std::size_t target, arrivals;      // offsets in the arena
  std::vector<unsigned char> value;  // or, where it is empty, `bytes` of source, read at the landing
  const unsigned char* source;
  unsigned bytes;
};

struct Arena {
  explicit Arena(std::size_t size) : bytes(size), memory(static_cast<unsigned char*>(std::aligned_alloc(128, size))) {
    std::memset(memory, 0xff, bytes);
  }
  ~Arena() { std::free(memory); }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  std::size_t bytes;
  unsigned char* memory;
};

struct Cluster {
  std::vector<std::unique_ptr<Block>> blocks;  // kept from launch to launch, for their stacks
  std::vector<std::unique_ptr<Arena>> arenas;
  std::vector<Flight> flights;
  std::string fault;  // the first

  void blame(const std::string& why) {
    if (fault.empty()) fault = why;
  }
};
Cluster cluster;

unsigned draw(unsigned below) {
  std::uint32_t& seed = settings().schedule;
  seed = seed * 1664525U + 1013904223U;
  return (seed >> 16) % below;
}

Arena& own_arena() { return *cluster.arenas[here.block.x]; }

std::size_t offset_of(const void* address, std::size_t bytes, std::size_t alignment) {
  const auto* at = static_cast<const unsigned char*>(address);
  const Arena& arena = own_arena();
  if (at < arena.memory || at + bytes > arena.memory + arena.bytes) {
    cluster.blame("an address outside the block's shared memory is sent to");
    return 0;
  }
  const auto offset = static_cast<std::size_t>(at - arena.memory);
  if (offset % alignment != 0) cluster.blame("an address that is sent to is not aligned");
  return offset;
}

Arrivals& arrivals_at(unsigned char* memory) { return *reinterpret_cast<Arrivals*>(memory); }

void end_phase(Arrivals& arrivals) {
  if (arrivals.pending != 0 || arrivals.bytes != 0) return;
  arrivals.parity ^= 1U;
  arrivals.pending = 1;
}

void land(std::size_t which) {
  std::swap(cluster.flights[which], cluster.flights.back());
  const Flight flight = std::move(cluster.flights.back());
  cluster.flights.pop_back();
  Arena& arena = *cluster.arenas[flight.block];
  Arrivals& arrivals = arrivals_at(arena.memory + flight.arrivals);
  if (cluster.blocks[flight.block]->done()) return cluster.blame("something is sent to a block that has ended");
  if (arrivals.started != 1) return cluster.blame("something is sent before its arrivals were started");
  std::memcpy(arena.memory + flight.target, flight.value.empty() ? flight.source : flight.value.data(), flight.bytes);
  arrivals.bytes -= static_cast<std::int32_t>(flight.bytes);
  end_phase(arrivals);
}

bool release_cluster() {
  const Thread& first = cluster.blocks.front()->threads.front();
  const auto waits = [&](const Thread& t) {
    return t.state == State::at_cluster && t.line == first.line && t.file == first.file;
  };
  for (const auto& block : cluster.blocks)
    if (!std::all_of(block->threads.begin(), block->threads.end(), waits)) return false;
  for (const auto& block : cluster.blocks)
    for (Thread& thread : block->threads) thread.state = State::ready;
  return true;
}

bool go_on(unsigned b, const std::function<void()>& body) {
  running = cluster.blocks[b].get();
  here.block = dim3(b);
  const bool ran = running->round(body, draw(2) == 1);
  return running->release_block() || ran;
}

/// Until all have ended; '' or why they do not.
std::string run_to_the_end(const std::function<void()>& body) {
  std::vector<unsigned> order(cluster.blocks.size());
  std::iota(order.begin(), order.end(), 0U);
  for (;;) {
    for (std::size_t i = order.size() - 1; i > 0; --i) std::swap(order[i], order[draw(static_cast<unsigned>(i) + 1)]);
    bool ran = false;
    for (const unsigned b : order) {
      if (draw(4) != 0) ran = go_on(b, body) || ran;
      while (!cluster.flights.empty() && draw(8) != 0) land(draw(static_cast<unsigned>(cluster.flights.size())));
    }
    if (!cluster.fault.empty()) return cluster.fault;
    if (ran) continue;
    for (const unsigned b : order) ran = go_on(b, body) || ran;
    if (ran || release_cluster()) continue;
    if (!cluster.flights.empty()) {
      land(draw(static_cast<unsigned>(cluster.flights.size())));
      continue;
    }
    for (std::size_t b = 0; b < order.size(); ++b)
      if (!cluster.blocks[b]->done())
        return "in a cluster, block " + std::to_string(b) + ": " + cluster.blocks[b]->stuck();
    return "";
  }
}

}  // namespace

std::string run_cluster(unsigned blocks, dim3 block, std::size_t shared_bytes, const std::function<void()>& body) {
  Block* const before = running;
  while (cluster.blocks.size() > blocks) cluster.blocks.pop_back();
  while (cluster.blocks.size() < blocks) cluster.blocks.push_back(std::make_unique<Block>());
  cluster.arenas.clear(), cluster.flights.clear(), cluster.fault.clear();
  here.block_size = block, here.grid_size = dim3(blocks);
  for (const auto& each : cluster.blocks) {
    each->prepare(block);
    cluster.arenas.push_back(std::make_unique<Arena>((shared_bytes + 127) / 128 * 128));
  }
  const std::string why = run_to_the_end(body);
  for (const auto& each : cluster.blocks) each->give_up();
  running = before;
  return why;
}

unsigned char* arena_of_block() { return own_arena().memory; }
unsigned block_of_cluster() { return here.block.x; }

void meet_cluster(int line, const char* file) {
  Thread& thread = running->current_thread();
  thread.state = State::at_cluster, thread.line = line, thread.file = file;
  thread.fiber->pause();
}

void start_arrivals(std::uint64_t* arrivals) {
  offset_of(arrivals, sizeof *arrivals, sizeof *arrivals);
  arrivals_at(reinterpret_cast<unsigned char*>(arrivals)) = {0, 1, 1, 0};
}

void expect_bytes(std::uint64_t* address, unsigned bytes) {
  Arrivals& arrivals = arrivals_at(reinterpret_cast<unsigned char*>(address));
  if (arrivals.started != 1) return cluster.blame("bytes are expected before the arrivals were started");
  if (arrivals.pending == 0) return cluster.blame("bytes are expected twice in a phase");
  arrivals.bytes += static_cast<std::int32_t>(bytes), --arrivals.pending;
  end_phase(arrivals);
}

void wait_for_phase(const std::uint64_t* address, unsigned parity, int line, const char* file) {
  const auto* arrivals = reinterpret_cast<const Arrivals*>(address);
  const auto over = [arrivals, parity] { return arrivals->parity != parity; };
  if (over()) return;
  Thread& thread = running->current_thread();
  thread.state = State::at_phase, thread.line = line, thread.file = file, thread.can_go_on = over;
  thread.fiber->pause();
}

void send_bytes(const void* target, std::uint64_t* arrivals, unsigned block, const void* value, unsigned bytes) {
  if (block >= cluster.blocks.size()) return cluster.blame("something is sent to a block that there is not");
  const auto* from = static_cast<const unsigned char*>(value);
  cluster.flights.push_back(
      {block, offset_of(target, bytes, bytes), offset_of(arrivals, 8, 8), {from, from + bytes}, nullptr, bytes});
}

void send_to_all(const void* target, const void* source, unsigned bytes, std::uint64_t* arrivals) {
  if (bytes % 16 != 0 || reinterpret_cast<std::uintptr_t>(source) % 16 != 0)
    return cluster.blame("a copy to all blocks is not of whole 16 bytes");
  for (unsigned b = 0; b < cluster.blocks.size(); ++b)
    cluster.flights.push_back({b,
                               offset_of(target, bytes, 16),
                               offset_of(arrivals, 8, 8),
                               {},
                               static_cast<const unsigned char*>(source),
                               bytes});
}

}  // namespace host_cuda
