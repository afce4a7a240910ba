#include "gpu/ranks.h"

#include <algorithm>

#include "core/base/language.h"

namespace mlplab::gpu {

Ranks::Ranks(const StepPlan& plan, const Stream& stream, DeviceTrace& trace, int track)
    : plan_(plan), stream_(stream), trace_(trace), track_(track) {
  if (plan.communicator != nullptr) nccl_ = std::make_unique<Nccl>(*plan.communicator);
}

Rows Ranks::rows_of(int whole) const {
  const RankShare share = share_of_batch(plan_, whole);
  return {static_cast<int>(share.count), whole, share.first};
}

int Ranks::most_rows() const {
  const int rest = static_cast<int>(plan_.train->size() % static_cast<std::size_t>(plan_.batch));
  return std::max({rows_of(plan_.batch).count, rows_of(rest).count, 1});
}

std::vector<std::uint32_t> Ranks::order_of(std::span<const std::uint32_t> order) const {
  std::vector<std::uint32_t> own;
  const auto batch = static_cast<std::size_t>(plan_.batch);
  for (std::size_t begin = 0; begin < order.size(); begin += batch) {
    const auto whole = order.subspan(begin, std::min(batch, order.size() - begin));
    const RankShare share = share_of_batch(plan_, static_cast<int>(whole.size()));
    const auto part = whole.subspan(share.first, share.count);
    own.insert(own.end(), part.begin(), part.end());
  }
  return own;
}

void Ranks::sum(float* gradient, std::size_t count) const {
  if (nccl_ == nullptr) return;
  const DeviceSpan span(trace_, track_, ProfilePart::communication, to_say("sum of gradients"),
                        static_cast<std::int64_t>(count * sizeof(float)));
  nccl_->sum(stream_.get(), gradient, count);
}

}  // namespace mlplab::gpu
