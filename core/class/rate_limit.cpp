#include "core/class/rate_limit.h"

#include <algorithm>

namespace mlplab {

double TokenBucket::tokens_at(double now_s) const {
  const double waited_s = std::max(0.0, now_s - filled_s_);
  return filled_s_ == 0 ? tokens_ : std::min(rate_.burst, tokens_ + waited_s * rate_.per_second);
}

bool TokenBucket::take(double now_s) {
  tokens_ = tokens_at(now_s);
  filled_s_ = now_s;
  if (tokens_ < 1) return false;
  tokens_ -= 1;
  return true;
}

bool TokenBucket::full(double now_s) const { return tokens_at(now_s) >= rate_.burst; }

bool RateTable::take(const std::string& address, double now_s) {
  auto found = buckets_.find(address);
  if (found == buckets_.end()) {
    if (buckets_.size() >= most_) std::erase_if(buckets_, [&](const auto& entry) { return entry.second.full(now_s); });
    if (buckets_.size() >= most_) return false;
    found = buckets_.emplace(address, TokenBucket(rate_)).first;
  }
  return found->second.take(now_s);
}

}  // namespace mlplab
