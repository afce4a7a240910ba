#include "core/compute/kernels/sparse_lists.h"

#include <algorithm>

namespace mlplab::kernels {

ImageLists::ImageLists(std::span<const std::uint8_t> features, int d) {
  const std::size_t count = d == 0 ? 0 : features.size() / static_cast<std::size_t>(d);
  const auto lit = features.size() - static_cast<std::size_t>(std::count(features.begin(), features.end(), 0));
  entries_.reserve(lit + count);
  starts_.reserve(count + 1);
  const std::uint8_t* feature = features.data();
  for (std::size_t image = 0; image < count; ++image) {
    starts_.push_back(entries_.size());
    for (int column = 0; column < d; ++column, ++feature)
      if (*feature != 0) entries_.push_back((static_cast<Entry>(column) << 8) | *feature);
    entries_.push_back(list_end);
  }
  starts_.push_back(entries_.size());
}

double lit_share(std::span<const std::uint8_t> features) {
  if (features.empty()) return 0.0;
  return 1.0 -
         static_cast<double>(std::count(features.begin(), features.end(), 0)) / static_cast<double>(features.size());
}

void PixelLists::fill(int count, const Entry* const* lists) {
  std::fill(counts_.begin(), counts_.end(), std::uint16_t{0});
  PixelEntry* to = lists_.data();
  std::uint16_t* counts = counts_.data();
  for (int image = 0; image < count; ++image) {
    const auto high = static_cast<unsigned>(image) << 8;
    for (const Entry* entry = lists[image]; *entry != list_end; ++entry) {
      const std::size_t pixel = *entry >> 8;
      to[pixel * group + counts[pixel]++] = static_cast<PixelEntry>(high | (*entry & 255U));
    }
  }
}

}  // namespace mlplab::kernels
