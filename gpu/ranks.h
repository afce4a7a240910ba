// The members of a team, each with a GPU, that share every batch: this rank's rows, and the sum of all gradients on the
// devices.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/compute/gradient_sum.h"
#include "gpu/nccl.h"
#include "gpu/trace.h"

namespace mlplab::gpu {

/// This rank's rows of a batch: [first, first + count) of `whole`; all of them where it computes alone.
struct Rows {
  int count = 0, whole = 0;
  std::size_t first = 0;
};

class Ranks {
 public:
  /// All outlive it. Throws BackendError where there is no NCCL, or it cannot connect the devices.
  Ranks(const StepPlan& plan, const Stream& stream, DeviceTrace& trace, int track);

  Rows rows_of(int whole) const;
  /// The most rows of a batch that this rank ever has, 1 at least.
  int most_rows() const;
  /// This rank's rows of the epoch's batches, one behind the other.
  std::vector<std::uint32_t> order_of(std::span<const std::uint32_t> order) const;

  /// gradient [count] becomes the sum over all ranks; nothing where this rank computes alone.
  void sum(float* gradient, std::size_t count) const;

 private:
  const StepPlan& plan_;
  const Stream& stream_;
  DeviceTrace& trace_;
  int track_;
  std::unique_ptr<Nccl> nccl_;  // null: alone
};

}  // namespace mlplab::gpu
