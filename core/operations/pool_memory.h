// The memory that the processes of a pool share (process_pool.h): a board with the counter of tasks, then all
// embeddings, all distances, then the images that were found. It is a file without a name, which every process
// inherits.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/base/error.h"

namespace mlplab {

struct PoolBoard {
  static constexpr std::size_t longest_sentence = 4096;
  enum Failed : std::uint32_t { none, being_told, told };
  enum Order : std::uint32_t { embed, measure, detect };
  std::atomic<std::uint64_t> next{0};  // task of the current order
  std::uint64_t images = 0, packet = 0, dimensions = 0, found_bytes = 0;
  std::atomic<std::uint32_t> orders{0}, order{embed}, failed{none};  // how many there were, and the last one
  int failure = 0;                                                   // a Failure
  char sentence[longest_sentence] = {};
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "processes share it");

class PoolMemory {
 public:
  /// For the program that starts the pool. Throws BackendError where there is not enough memory.
  PoolMemory(std::size_t images, std::size_t packet, std::size_t dimensions, std::size_t found_bytes);
  /// For a process of the pool. Throws UsageError where the descriptor is no such memory.
  explicit PoolMemory(int descriptor);
  ~PoolMemory();
  PoolMemory(const PoolMemory&) = delete;
  PoolMemory& operator=(const PoolMemory&) = delete;

  int descriptor() const { return descriptor_; }
  PoolBoard& board() const { return *board_; }
  /// [images, dimensions]
  float* values() const { return reinterpret_cast<float*>(board_ + 1); }
  std::size_t values_size() const { return board_->images * board_->dimensions; }
  /// The distances of all pairs, in the order of Embeddings::distances.
  float* distances() const { return values() + values_size(); }
  std::size_t distances_size() const;
  /// The images that were found, found_bytes of them.
  std::uint8_t* found() const { return reinterpret_cast<std::uint8_t*>(distances() + distances_size()); }

  /// To all processes.
  void give_order(PoolBoard::Order order) const;
  /// Waits for the one after the first `known` ones.
  PoolBoard::Order next_order(std::uint32_t known) const;

  /// The first error of any process is the pool's.
  void tell_failure(const Error& error) const;
  /// Throws it; nothing happens where there is none.
  void throw_failure() const;

 private:
  /// 0 or the error.
  int map();

  int descriptor_ = -1;
  std::size_t bytes_ = 0;
  void* start_ = nullptr;
  PoolBoard* board_ = nullptr;
};

}  // namespace mlplab
