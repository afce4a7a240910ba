// The orders in which epochs go through the training examples. Making one takes a while (0.3 ms for 60,000 examples),
// so the next epoch's can be made while a device computes this one.
#pragma once

#include <cstdint>
#include <vector>

namespace mlplab {

class EpochOrders {
 public:
  /// Orders of `examples` training examples, shuffled from `seed`.
  EpochOrders(std::size_t examples, std::uint64_t seed) : examples_(examples), seed_(seed) {}

  /// Makes the order of `epoch` (from 0) where it is not there yet.
  void prepare(int epoch);
  /// sampling_order() of `epoch`, prepared or made now; valid until the next take().
  const std::vector<std::uint32_t>& take(int epoch);
  bool is_prepared(int epoch) const { return next_epoch_ == epoch; }

 private:
  std::size_t examples_;
  std::uint64_t seed_;
  std::vector<std::uint32_t> now_, next_;
  int next_epoch_ = -1;  // -1: none
};

}  // namespace mlplab
