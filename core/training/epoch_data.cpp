#include "core/training/epoch_data.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/data/load.h"
#include "core/machine/memory.h"

namespace mlplab {
namespace {

/// The rows of each batch that rank `ranks` computes, all where there is none; in the order of memory, which is faster.
std::vector<std::uint32_t> own_rows(std::span<const std::uint32_t> order, std::size_t batch, const Communicator* ranks,
                                    std::span<const int> weights) {
  std::vector<std::uint32_t> rows;
  if (ranks == nullptr) rows.assign(order.begin(), order.end());
  for (std::size_t begin = 0; ranks != nullptr && begin < order.size(); begin += batch) {
    const RankShare share = share_of_rank(std::min(batch, order.size() - begin), ranks->rank(), ranks->size(), weights);
    const auto own = order.subspan(begin + share.first, share.count);
    rows.insert(rows.end(), own.begin(), own.end());
  }
  std::ranges::sort(rows);
  return rows;
}

}  // namespace

EpochImages::EpochImages(const RunSpec& spec, const Dataset& dataset, int threads)
    : spec_(spec), dataset_(dataset), threads_(threads) {
  if (!augments()) return;
  reserve_large(made_.features, dataset.train.features.size());
  made_ = dataset.train;
}

void EpochImages::begin_epoch(int epoch, std::span<const std::uint32_t> order, const Communicator* ranks,
                              std::span<const int> weights, StepEngine& engine) {
  if (!augments()) return;
  const std::vector<std::uint32_t> rows = own_rows(order, static_cast<std::size_t>(spec_.batch), ranks, weights);
  augment(spec_.data.augmentation, dataset_.train, dataset_.image, spec_.seed, epoch, rows, threads_, made_.features);
  engine.features_changed();
}

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
