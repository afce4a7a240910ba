#include "core/launch/processes/shared_communicator.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/compute/profile.h"
#include "core/machine/topology.h"

namespace mlplab {
namespace {

constexpr int max_ranks = 1024;
constexpr std::size_t page = 4096;
constexpr std::size_t line_floats = 16;  // shares end on cache lines: no two ranks write to one
constexpr std::size_t broadcast_bytes = std::size_t{1}
                                        << 20;  // at a time: mixed teams send their weights in every step
constexpr std::size_t max_doubles = 512;
// About 200 µs: longer than a peer with a core of its own is late; with fewer cores than ranks the late one needs ours.
constexpr int spins_alone = 5000, spins_crowded = 50;
constexpr long look_after_peers_ns = 100'000'000;

std::size_t whole_pages(std::size_t bytes) { return (bytes + page - 1) / page * page; }

void pause_a_moment() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// Sleeps while *word is `value`, a tenth of a second at the most.
void sleep_on(std::atomic<std::uint32_t>& word, std::uint32_t value) {
  const timespec most{0, look_after_peers_ns};
  ::syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), FUTEX_WAIT, value, &most, nullptr, 0);
}

void wake_all(std::atomic<std::uint32_t>& word) {
  ::syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), FUTEX_WAKE, 1 << 30, nullptr, nullptr, 0);
}

}  // namespace

struct SharedCommunicator::Board {
  alignas(64) std::atomic<std::uint32_t> arrived;
  alignas(64) std::atomic<std::uint32_t> round;
  alignas(64) std::atomic<std::uint32_t> sleepers;
  alignas(64) std::atomic<pid_t> pids[max_ranks];  // 0: not there yet
};

SharedCommunicator::SharedCommunicator(int rank, int size, std::string transport, bool watches, Grow grow)
    : rank_(rank), size_(size), transport_(std::move(transport)), grow_(std::move(grow)), watches_(watches) {
  static_assert(std::atomic<std::uint32_t>::is_always_lock_free);  // they are shared between processes
  if (size > max_ranks) throw BackendError(say("at most %1 ranks can share memory", max_ranks));
  set_threads(1);
  const std::size_t board = whole_pages(sizeof(Board)), doubles = max_doubles * sizeof(double) * std::size_t(size);
  std::byte* memory = grow_(board + broadcast_bytes + whole_pages(doubles));
  board_ = reinterpret_cast<Board*>(memory);  // zeroed memory is a Board at its start
  bytes_ = memory + board;
  doubles_ = reinterpret_cast<double*>(bytes_ + broadcast_bytes);
  board_->pids[rank].store(::getpid(), std::memory_order_release);
  barrier();
}

void SharedCommunicator::set_threads(int threads) {
  spins_ = size_ * threads <= machine_topology().usable_cores() ? spins_alone : spins_crowded;
}

/// The last one to arrive wakes the others. Throws BackendError where a peer has ended.
void SharedCommunicator::barrier() {
  if (size_ == 1) return;
  const std::uint32_t round = board_->round.load(std::memory_order_acquire);
  if (board_->arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == static_cast<std::uint32_t>(size_)) {
    board_->arrived.store(0, std::memory_order_relaxed);
    board_->round.store(round + 1, std::memory_order_seq_cst);
    if (board_->sleepers.load(std::memory_order_seq_cst) > 0) wake_all(board_->round);
    return;
  }
  for (int i = 0; i < spins_; ++i) {
    if (board_->round.load(std::memory_order_acquire) != round) return;
    pause_a_moment();
  }
  board_->sleepers.fetch_add(1, std::memory_order_seq_cst);
  while (board_->round.load(std::memory_order_seq_cst) == round) {
    sleep_on(board_->round, round);
    for (int peer = 0; watches_ && peer < size_; ++peer) {
      const pid_t pid = board_->pids[peer].load(std::memory_order_acquire);
      if (pid > 0 && ::kill(pid, 0) != 0 && errno == ESRCH && board_->round.load(std::memory_order_acquire) == round)
        throw BackendError(say("rank %1 has ended", peer));
    }
  }
  board_->sleepers.fetch_sub(1, std::memory_order_relaxed);
}

SharedCommunicator::Region SharedCommunicator::make_region(std::size_t count) {
  Region region;
  region.count = count;
  const std::size_t each = whole_pages(count * sizeof(float));
  std::byte* memory = grow_(each * (static_cast<std::size_t>(size_) + 1));
  for (int rank = 0; rank < size_; ++rank)
    region.values.push_back(reinterpret_cast<float*>(memory + each * static_cast<std::size_t>(rank)));
  region.sums = reinterpret_cast<float*>(memory + each * static_cast<std::size_t>(size_));
  return region;
}

Communicator::SumMemory SharedCommunicator::sum_memory(std::size_t count) {
  regions_.push_back(make_region(count));
  const Region& region = regions_.back();
  return {{region.values[static_cast<std::size_t>(rank_)], count}, {region.sums, count}};
}

/// That of the caller's own sum_memory, else a staging one of the right size, filled with the values.
SharedCommunicator::Region& SharedCommunicator::region_of(std::span<float> values) {
  for (Region& region : regions_)
    if (region.values[static_cast<std::size_t>(rank_)] == values.data() && region.count == values.size()) return region;
  const auto known = std::ranges::find(staging_, values.size(), &Region::count);
  Region& region = known != staging_.end() ? *known : staging_.emplace_back(make_region(values.size()));
  std::ranges::copy(values, region.values[static_cast<std::size_t>(rank_)]);
  return region;
}

void SharedCommunicator::finish_sums() {
  const int step = profiler_ != nullptr ? profiler_->step() : 0;
  for (const std::span<float> values : begun_) {
    Region& region = region_of(values);
    {
      const ProfileScope recorded(profiler_, track_, ProfilePart::communication, to_say("wait"), step);
      barrier();  // every rank's values are there; and nobody reads the last sums any more
    }
    const std::size_t lines = (region.count + line_floats - 1) / line_floats;
    const RankShare share = share_of_rank(lines, rank_, size_);
    const std::size_t first = std::min(share.first * line_floats, region.count);
    const std::size_t end = std::min((share.first + share.count) * line_floats, region.count);
    {
      const ProfileScope recorded(profiler_, track_, ProfilePart::communication, to_say("transfer"), step,
                                  static_cast<std::int64_t>((end - first) * sizeof(float)) * size_);
      // Every rank adds in the order of the ranks, so all get equal bits. In blocks that stay in the first cache.
      constexpr std::size_t block = 2048;
      for (std::size_t at = first; at < end; at += block) {
        const std::size_t stop = std::min(end, at + block);
        float* __restrict sums = region.sums;
        const float* __restrict a = region.values[0];
        if (size_ == 1) {
          std::copy(a + at, a + stop, sums + at);
          continue;
        }
        const float* __restrict b = region.values[1];
        for (std::size_t i = at; i < stop; ++i) sums[i] = a[i] + b[i];
        for (int rank = 2; rank < size_; ++rank) {
          const float* __restrict more = region.values[static_cast<std::size_t>(rank)];
          for (std::size_t i = at; i < stop; ++i) sums[i] += more[i];
        }
      }
    }
    {
      const ProfileScope recorded(profiler_, track_, ProfilePart::communication, to_say("wait"), step);
      barrier();
    }
    const bool in_place = std::ranges::any_of(
        regions_, [&](const Region& r) { return r.values[static_cast<std::size_t>(rank_)] == values.data(); });
    if (!in_place) {
      const ProfileScope recorded(profiler_, track_, ProfilePart::communication, to_say("transfer"), step,
                                  static_cast<std::int64_t>(values.size_bytes()));
      std::copy_n(region.sums, values.size(), values.data());
    }
  }
  begun_.clear();
}

void SharedCommunicator::sum(std::span<double> values) {
  for (std::size_t at = 0; at < values.size(); at += max_doubles) {
    const std::span<double> part = values.subspan(at, std::min(max_doubles, values.size() - at));
    std::ranges::copy(part, doubles_ + max_doubles * static_cast<std::size_t>(rank_));
    barrier();
    std::ranges::fill(part, 0.0);
    for (int rank = 0; rank < size_; ++rank)
      for (std::size_t i = 0; i < part.size(); ++i)
        part[i] += doubles_[max_doubles * static_cast<std::size_t>(rank) + i];
    barrier();  // all have read before anyone writes again
  }
}

void SharedCommunicator::broadcast(void* data, std::size_t bytes) {
  auto* target = static_cast<std::byte*>(data);
  for (std::size_t at = 0; at < bytes; at += broadcast_bytes) {
    const std::size_t part = std::min(broadcast_bytes, bytes - at);
    if (rank_ == 0) std::memcpy(bytes_, target + at, part);
    barrier();
    if (rank_ != 0) std::memcpy(target + at, bytes_, part);
    barrier();
  }
}

namespace {

class DeviceCommunicator : public SharedCommunicator {
 public:
  using SharedCommunicator::SharedCommunicator;
  bool sums_on_devices() const override { return true; }
};

SharedCommunicator::Grow growing(int descriptor) {
  // The file grows at the same places in every rank, as all ask for the same sizes in the same order.
  return [descriptor, offset = std::size_t{0}](std::size_t bytes) mutable -> std::byte* {
    const std::size_t begin = offset, length = whole_pages(std::max<std::size_t>(bytes, 1));
    offset += length;
    if (const int error = ::posix_fallocate(descriptor, static_cast<off_t>(begin), static_cast<off_t>(length)))
      throw BackendError(
          say("not enough shared memory: %1 bytes were asked for (%2); use a smaller network or fewer processes",
              length, std::generic_category().message(error)));
    void* memory = ::mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, descriptor,
                          static_cast<off_t>(begin));
    if (memory == MAP_FAILED)
      throw BackendError(say("shared memory could not be mapped: %1", std::generic_category().message(errno)));
    return static_cast<std::byte*>(memory);
  };
}

}  // namespace

std::unique_ptr<Communicator> make_shared_communicator(int rank, int size, int descriptor) {
  return std::make_unique<SharedCommunicator>(rank, size, "shared memory", /*watches=*/true, growing(descriptor));
}

std::unique_ptr<Communicator> make_device_communicator(int rank, int size, int descriptor) {
  return std::make_unique<DeviceCommunicator>(rank, size, "NCCL", /*watches=*/true, growing(descriptor));
}

}  // namespace mlplab
