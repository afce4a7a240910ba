// Ranks that train one network together, each on its share of every batch (data-parallel SGD): who am I, how many are
// we, and the sum of everybody's gradient. It is not a backend: any backend computes a rank's share. To add a
// transport: derive from Communicator (compute/processes/ has MPI, shared memory and pipes).
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace mlplab {

class Profiler;

class Communicator {
 public:
  virtual ~Communicator() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;

  /// Starts to replace `values` by their sum over the ranks; every rank calls it with as many values, in the same
  /// order. Neither read nor written by the caller until finish_sums() returns. May overlap with computing where the
  /// transport can. The sum is the same bits on every rank.
  virtual void begin_sum(std::span<float> values) = 0;
  virtual void finish_sums() = 0;
  /// Blocking; for totals.
  virtual void sum(std::span<double> values) = 0;
  /// Rank 0's bytes to every rank.
  virtual void broadcast(void* data, std::size_t bytes) = 0;

  /// (optional) Spans of what a sum consists of (serialise, transfer, wait) go to this track; default: ignored.
  virtual void set_profiler(Profiler* profiler, int track) { (void)profiler, (void)track; }
};

}  // namespace mlplab
