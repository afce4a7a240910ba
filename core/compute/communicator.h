// Ranks that train one network together, each on its share of every batch (data-parallel SGD): who am I, how many are
// we, and the sum of everybody's gradient. It is not a backend: any backend computes a rank's share. To add a
// transport: derive from Communicator (core/launch/processes/ has MPI, shared memory and pipes).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "core/base/error.h"

namespace mlplab {

class Profiler;

class Communicator {
 public:
  virtual ~Communicator() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// (optional) Which of the ranks on this machine, from 0; default: all are on one.
  virtual int local_rank() const { return rank(); }
  /// (optional) How many of the ranks are on this machine; default: all.
  virtual int local_size() const { return size(); }
  /// The transport between the ranks, in English, as runs keep it: 'Open MPI 4.1.4', 'shared memory'.
  virtual std::string transport() const = 0;

  /// Starts to replace `values` by their sum over the ranks; every rank calls it with as many values, in the same
  /// order. Neither read nor written by the caller until finish_sums() returns. May overlap with computing where the
  /// transport can. The sum is the same bits on every rank (central(): it arrives on rank 0 only).
  virtual void begin_sum(std::span<float> values) = 0;
  virtual void finish_sums() = 0;
  /// Blocking; for totals.
  virtual void sum(std::span<double> values) = 0;
  /// Rank 0's bytes to every rank.
  virtual void broadcast(void* data, std::size_t bytes) = 0;

  /// (optional) Memory for gradients from which the other ranks can read in place. A begin_sum of all `values` leaves
  /// the sum in `sums` (and `values` undefined), where it stays until the next begin_sum. Every rank asks for as many,
  /// in the same order; it lives as long as the communicator. Default: empty, sums come in place.
  struct SumMemory {
    std::span<float> values;
    std::span<const float> sums;
  };
  virtual SumMemory sum_memory(std::size_t count) { return (void)count, SumMemory{}; }
  /// (optional) True where sums of layers begun one by one, each as soon as it is there, can be on their way while the
  /// backward pass goes on; default: one sum for the whole gradient is cheaper.
  virtual bool overlaps() const { return false; }
  /// (optional) True where rank 0 alone gets the sums: it updates, and every rank then gets its weights by broadcast()
  /// (the design of a parameter server). Default: every rank makes the same update.
  virtual bool central() const { return false; }

  /// (optional) True where the ranks' devices sum gradients among themselves, and only the host's numbers come here:
  /// begin_sum() is then not called. An engine that cannot do that is refused. Default: false.
  virtual bool sums_on_devices() const { return false; }

  /// (optional) How many threads each rank computes with: where they crowd the cores, waiting ranks make room sooner.
  virtual void set_threads(int threads) { (void)threads; }
  /// (optional) Spans of what a sum consists of (serialise, transfer, wait) go to this track; default: ignored.
  virtual void set_profiler(Profiler* profiler, int track) { (void)profiler, (void)track; }
};

/// Rank `rank`'s share [first, first + count) of `total` things: by `weights` [ranks], each share within one of its
/// exact size; where there are none, as even as can be, the longer ones first. A weight of 0 is no share.
struct RankShare {
  std::size_t first = 0, count = 0;
};
RankShare share_of_rank(std::size_t total, int rank, int ranks, std::span<const int> weights = {});

/// A collective check: every rank says what went wrong with it, if anything did, and all get the error of the lowest
/// rank with one: its kind, its sentence with the rank's number. Nothing where all is well.
std::optional<Error> first_failure(Communicator& communicator, const std::optional<Error>& own);

}  // namespace mlplab
