#include "core/compute/kernels/sparse_lists.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>

#include "core/data/parallel.h"
#include "core/machine/memory.h"

namespace mlplab::kernels {

void ImageLists::fill(std::span<const std::uint8_t> features, int d, int threads) {
  const std::size_t count = d == 0 ? 0 : features.size() / static_cast<std::size_t>(d);
  constexpr std::size_t piece = 1024;  // images
  const auto on_all = [&](const auto& work) {
    for_each_index((count + piece - 1) / piece, threads, [&](std::size_t index) {
      for (std::size_t image = index * piece; image < std::min(count, (index + 1) * piece); ++image) work(image);
    });
  };
  const auto pixels_of = [&](std::size_t image) {
    return features.subspan(image * static_cast<std::size_t>(d), static_cast<std::size_t>(d));
  };
  starts_.assign(count + 1, 0);
  on_all([&](std::size_t image) {
    const auto pixels = pixels_of(image);
    const auto dark = static_cast<std::size_t>(std::count(pixels.begin(), pixels.end(), std::uint8_t{0}));
    starts_[image + 1] = pixels.size() - dark + 1;
  });
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  reserve_large(entries_, starts_.back());
  entries_.resize(starts_.back());
  on_all([&](std::size_t image) { write(pixels_of(image), entries_.data() + starts_[image]); });
}

void ImageLists::write(std::span<const std::uint8_t> pixels, Entry* to) {
  const std::size_t d = pixels.size();
  for (std::size_t column = 0; column < d;) {
    // Dark pixels come in runs: eight at once.
    if (std::uint64_t eight = 1; column + 8 <= d && (std::memcpy(&eight, pixels.data() + column, 8), eight == 0)) {
      column += 8;
      continue;
    }
    for (const std::size_t end = std::min(column + 8, d); column < end; ++column)
      if (pixels[column] != 0) *to++ = (static_cast<Entry>(column) << 8) | pixels[column];
  }
  *to = list_end;
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
