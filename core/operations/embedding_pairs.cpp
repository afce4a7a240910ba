#include "core/operations/embedding_pairs.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mlplab {
namespace {

/// Keeps the `most` first pairs in an order; one look at each pair.
template <class Before>
class FirstPairs {
 public:
  FirstPairs(std::size_t most, Before before) : most_(most), before_(before) {}

  void offer(const ImagePair& pair) {
    if (most_ == 0 || (pairs_.size() == most_ && !before_(pair, pairs_.back()))) return;
    pairs_.insert(std::ranges::upper_bound(pairs_, pair, before_), pair);
    if (pairs_.size() > most_) pairs_.pop_back();
  }
  std::vector<ImagePair> taken() { return std::move(pairs_); }

 private:
  std::size_t most_;
  Before before_;
  std::vector<ImagePair> pairs_;
};

}  // namespace

PairExtremes extreme_pairs(const Embeddings& embeddings, std::size_t most) {
  FirstPairs nearest(most, [](const ImagePair& one, const ImagePair& other) { return one.distance < other.distance; });
  FirstPairs farthest(most, [](const ImagePair& one, const ImagePair& other) { return one.distance > other.distance; });
  const auto n = static_cast<std::uint32_t>(embeddings.size());
  std::size_t place = 0;
  for (std::uint32_t a = 0; a < n; ++a)
    for (std::uint32_t b = a + 1; b < n; ++b, ++place) {
      const ImagePair pair{a, b, embeddings.distances[place]};
      if (!std::isfinite(pair.distance)) continue;
      nearest.offer(pair);
      farthest.offer(pair);
    }
  return {nearest.taken(), farthest.taken()};
}

}  // namespace mlplab
