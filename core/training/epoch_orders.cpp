#include "core/training/epoch_orders.h"

#include <utility>

#include "core/data/load.h"

namespace mlplab {

void EpochOrders::prepare(int epoch) {
  if (is_prepared(epoch)) return;
  next_ = sampling_order(examples_, seed_, epoch);
  next_epoch_ = epoch;
}

const std::vector<std::uint32_t>& EpochOrders::take(int epoch) {
  prepare(epoch);
  next_epoch_ = -1;
  std::swap(now_, next_);
  return now_;
}

}  // namespace mlplab
