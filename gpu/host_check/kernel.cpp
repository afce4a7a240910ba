// Runs a kernel of a student's program: three times from the same memory, blocks and threads forwards, backwards and
// shuffled, watched all the time and counted the first time. Results that differ depend on the order of threads.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <random>

#include "block.h"
#include "changes.h"
#include "cuda_launch.h"
#include "errors.h"
#include "memory.h"
#include "now.h"
#include "watch.h"

namespace host_check {

Now now;

std::uint32_t thread_of_grid() {
  return now.block * now.threads + static_cast<std::uint32_t>(host_cuda::running->current);
}

namespace {

using host_cuda::Block;
using host_cuda::Configuration;
using host_cuda::State;
using Body = std::function<void()>;

enum class Order { forwards, backwards, shuffled };

constexpr std::size_t most_snapshot_bytes = std::size_t{64} << 20U;  // with more memory a kernel runs in one order
constexpr int most_turns = 64;  // without a thread that ends or a barrier that is met

dim3 index_in(dim3 size, std::uint32_t number) {
  return {number % size.x, number / size.x % size.y, number / size.x / size.y};
}

/// 0 … count - 1 in this order; `seed` draws the shuffled one.
std::vector<std::uint32_t> in_order(std::uint32_t count, Order order, std::uint32_t seed) {
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0U);
  if (order == Order::backwards) std::reverse(numbers.begin(), numbers.end());
  if (order == Order::shuffled) std::shuffle(numbers.begin(), numbers.end(), std::mt19937(seed));
  return numbers;
}

bool waits(State state) { return state == State::at_block || state == State::at_warp; }

Spot spot_of_thread(const Block& block, std::size_t thread) {
  return {host_cuda::here.block, block.threads[thread].index};
}

/// Threads wait and none can go on. True where the others have ended: those go on then, as on a GPU.
bool report_stuck(Block& block) {
  const auto first = std::find_if(block.threads.begin(), block.threads.end(),
                                  [](const host_cuda::Thread& thread) { return waits(thread.state); });
  Finding finding;
  finding.at = site_of(first->line, first->file);
  finding.spot = spot_of_thread(block, static_cast<std::size_t>(first - block.threads.begin()));
  const auto elsewhere = std::find_if(first, block.threads.end(), [&](const host_cuda::Thread& thread) {
    return waits(thread.state) && (thread.line != first->line || thread.file != first->file);
  });
  finding.count = std::count_if(block.threads.begin(), block.threads.end(), [&](const host_cuda::Thread& thread) {
    return waits(thread.state) && thread.line == first->line && thread.file == first->file;
  });
  const bool apart = elsewhere != block.threads.end();
  if (apart) {
    finding.other = site_of(elsewhere->line, elsewhere->file);
    finding.other_spot = spot_of_thread(block, static_cast<std::size_t>(elsewhere - block.threads.begin()));
  }
  finding.other_count = static_cast<long long>(block.threads.size()) - finding.count;
  const bool of_block = first->state == State::at_block;
  finding.code = !of_block ? "warp-missed" : apart ? "barriers-apart" : "barrier-missed";
  report(finding);
  if (!of_block || apart) return false;
  for (host_cuda::Thread& thread : block.threads)
    if (thread.state == State::at_block) thread.state = State::ready;
  return true;
}

void report_endless() {
  Finding finding;
  finding.code = "endless", finding.at = site_of(now.step), finding.spot = spot_here();
  report(finding);
  now.stopped = cudaErrorLaunchTimeout;
}

/// The block has met, or ended.
void meet() {
  if (now.counting) count_traces(traces());
  judge_loads();
  ++now.epoch;
}

/// Every thread in turn, as far as it comes. False where none could go on.
bool one_round(Block& block, const Body& body, const std::vector<std::uint32_t>& order, int& turns) {
  bool ran = false;
  for (const std::uint32_t number : order) {
    host_cuda::Thread& thread = block.threads[number];
    if (!block.can_run(thread)) continue;
    now.steps = 0, now.branch = 0;
    now.in_kernel = true;
    block.go_on(static_cast<int>(number), body);
    judge_stores();
    now.in_kernel = false;
    ran = true;
    turns = thread.state == State::done ? 0 : thread.state == State::ready ? turns + 1 : turns;
    if (turns > most_turns) report_endless();
    if (now.stopped != cudaSuccess) return false;
  }
  return ran;
}

void run_block(const Configuration& launch, const Body& body, Order order, std::uint32_t number) {
  Block& block = *host_cuda::running;
  block.prepare(launch.block);
  host_cuda::here.block = index_in(launch.grid, number);
  now.block = number, now.epoch = 0, ++now.block_run;
  clear_shared(launch.shared_bytes);
  traces().assign(now.threads, {});
  touched().assign(now.threads, false);
  const std::vector<std::uint32_t> threads = in_order(now.threads, order, number + 1);
  int turns = 0;
  while (!block.done()) {
    const bool ran = one_round(block, body, threads, turns);
    if (now.stopped != cudaSuccess) break;
    const bool met = block.release_block();
    if (met) meet(), turns = 0;
    if (met || block.release_warps() || ran) continue;
    if (!report_stuck(block)) {
      now.stopped = cudaErrorLaunchFailure;
      break;
    }
    meet();
  }
  block.give_up();
  meet();
}

/// The number of threads that touched no memory of the device.
long long run_grid_in(const Configuration& launch, const Body& body, Order order) {
  const std::uint32_t blocks = launch.grid.x * launch.grid.y * launch.grid.z;
  ++now.run, now.accesses = 0, now.adds_floats = false;
  now.threads = launch.block.x * launch.block.y * launch.block.z;
  host_cuda::here.block_size = launch.block, host_cuda::here.grid_size = launch.grid;
  forget_run();
  long long idle = 0;
  for (const std::uint32_t block : in_order(blocks, order, 7)) {
    run_block(launch, body, order, block);
    idle += std::count(touched().begin(), touched().end(), false);
    if (now.stopped != cudaSuccess) break;
  }
  return idle;
}

/// The kernel runs several times and prints once.
class Silence {
 public:
  Silence() {
    std::fflush(stdout);
    kept_ = ::dup(STDOUT_FILENO);
    int nothing = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nothing < 0) nothing = ::dup(STDIN_FILENO);  // a confined process, whose stdin is /dev/null for writing, too
    if (kept_ >= 0 && nothing >= 0) ::dup2(nothing, STDOUT_FILENO);
    if (nothing >= 0) ::close(nothing);
  }
  ~Silence() {
    std::fflush(stdout);
    if (kept_ >= 0) ::dup2(kept_, STDOUT_FILENO), ::close(kept_);
  }

 private:
  int kept_ = -1;
};

/// Holds the memory as it is after another order against the first one's results.
void compare_results(const Configuration& launch, const Snapshot& first, int found_before) {
  std::uintptr_t address = 0;
  Finding finding;
  finding.count = first.differing_words(address);
  if (finding.count == 0) return;
  const Place place = place_of(address, 1);
  finding.at = site_of(launch.line, launch.file), finding.other = writer_of(address);
  finding.space = name_of(place.space), finding.bytes = 4;
  if (place.piece != nullptr) {
    finding.name = place.piece->name, finding.size = static_cast<long long>(place.piece->bytes);
    finding.index = static_cast<long long>((address - place.piece->begin) / 4);
  }
  finding.code = now.adds_floats && findings() == found_before ? "order-of-sums" : "order";
  report(finding);
}

bool is_possible(const Configuration& launch) {
  const auto [block, grid] = std::pair(launch.block, launch.grid);
  const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
  return threads > 0 && threads <= 1024 && block.x <= 1024 && block.y <= 1024 && block.z <= 64 && grid.x > 0 &&
         grid.y > 0 && grid.z > 0 && grid.x <= 0x7fffffffU && grid.y <= 65535 && grid.z <= 65535 &&
         launch.shared_bytes <= std::size_t{227} << 10U;
}

/// Threads have numbers of 32 bits, and more would take minutes.
constexpr std::uint64_t most_threads = std::uint64_t{1} << 26U;

std::uint64_t threads_of(const Configuration& launch) {
  const auto [block, grid] = std::pair(launch.block, launch.grid);
  const std::uint64_t rows = std::uint64_t{grid.y} * grid.z * block.x * block.y * block.z;
  return rows > most_threads ? rows : rows * grid.x;
}

void run_in_orders(const Configuration& launch, const Body& body) {
  const int found_before = findings();
  const Snapshot before = snapshot_bytes() > most_snapshot_bytes ? Snapshot() : Snapshot::take();
  now.stopped = cudaSuccess, now.counting = true;
  const long long idle = run_grid_in(launch, body, Order::forwards);
  now.counting = false;
  const long long blocks = static_cast<long long>(launch.grid.x) * launch.grid.y * launch.grid.z;
  count_launch(site_of(launch.line, launch.file), blocks, blocks * now.threads, idle);
  if (snapshot_bytes() > most_snapshot_bytes || now.stopped != cudaSuccess) return;
  const Snapshot first = Snapshot::take();
  for (const Order order : {Order::backwards, Order::shuffled}) {
    before.restore();
    const Silence silence;
    run_grid_in(launch, body, order);
    if (now.stopped != cudaSuccess) return;
    compare_results(launch, first, found_before);
  }
  first.restore();
}

}  // namespace

Spot spot_of(std::uint32_t thread) {
  return {index_in(host_cuda::here.grid_size, thread / now.threads),
          index_in(host_cuda::here.block_size, thread % now.threads)};
}

Spot spot_here() { return {host_cuda::here.block, host_cuda::here.thread}; }

}  // namespace host_check

namespace host_cuda {

void run_kernel(const Configuration& launch, void (*body)(void*), void* data) {
  using namespace host_check;
  if (device_error() != cudaSuccess) return;
  const bool possible = is_possible(launch);
  if (!possible || threads_of(launch) > most_threads) {
    Finding finding;
    finding.code = possible ? "too-large" : "configuration", finding.at = site_of(launch.line, launch.file);
    finding.spot = {launch.grid, launch.block};
    finding.size = static_cast<long long>(launch.shared_bytes);
    report(finding);
    note_error(possible ? cudaErrorNotSupported : cudaErrorInvalidConfiguration);
    return;
  }
  run_in_orders(launch, [body, data] { body(data); });
  if (now.stopped != cudaSuccess) lose_device(now.stopped);
}

}  // namespace host_cuda
