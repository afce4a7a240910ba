// Rates as buckets of tokens: a burst at once, then so many per second. RateTable has a bucket for each address, and
// remembers a bounded number of them.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>

#include "core/class/class_limits.h"

namespace mlplab {

class TokenBucket {
 public:
  explicit TokenBucket(class_limits::Rate rate) : rate_(rate), tokens_(rate.burst) {}
  /// Takes a token, if there is one. `now` (s) may not go back.
  bool take(double now_s);
  /// Whether it is as full as at first.
  bool full(double now_s) const;

 private:
  double tokens_at(double now_s) const;

  class_limits::Rate rate_;
  double tokens_;
  double filled_s_ = 0;
};

class RateTable {
 public:
  RateTable(class_limits::Rate rate, std::size_t most) : rate_(rate), most_(most) {}
  /// With `most` addresses remembered, those whose buckets are full again are forgotten; where none are, a new address
  /// has no token.
  bool take(const std::string& address, double now_s);
  std::size_t size() const { return buckets_.size(); }

 private:
  class_limits::Rate rate_;
  std::size_t most_;
  std::unordered_map<std::string, TokenBucket> buckets_;
};

}  // namespace mlplab
