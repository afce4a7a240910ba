// The pixels of a data set that are not 0, image by image, and for a group of images the other way round, pixel by
// pixel.
#pragma once

#include <span>
#include <vector>

#include "core/compute/kernels/kernels.h"
#include "core/data/dataset.h"

namespace mlplab::kernels {

/// The lists of lit pixels that sparse_forward reads, four bytes per lit pixel. Made for a data set, and again where
/// augmentation changes it.
class ImageLists {
 public:
  /// features [count, d]; on `threads` threads.
  void fill(std::span<const std::uint8_t> features, int d, int threads);
  const Entry* of(std::size_t image) const { return entries_.data() + starts_[image]; }
  std::size_t mean_bytes() const {
    return starts_.size() < 2 ? 0 : starts_.back() * sizeof(Entry) / (starts_.size() - 1);
  }
  std::size_t bytes_of(std::size_t image) const { return (starts_[image + 1] - starts_[image]) * sizeof(Entry); }

 private:
  /// The list of one image, to `to` and on.
  static void write(std::span<const std::uint8_t> pixels, Entry* to);

  std::vector<Entry> entries_;
  std::vector<std::size_t> starts_;  // [count + 1]
};

/// Share of the features that are not 0, in [0, 1].
double lit_share(std::span<const std::uint8_t> features);

/// The lists that sparse_update reads: for each pixel, the images of a group that light it.
class PixelLists {
 public:
  explicit PixelLists(int d) : lists_(std::size_t(d) * group), counts_(std::size_t(d)) {}
  /// lists [count <= group], each ending with list_end.
  void fill(int count, const Entry* const* lists);
  const PixelEntry* lists() const { return lists_.data(); }
  const std::uint16_t* counts() const { return counts_.data(); }

 private:
  std::vector<PixelEntry> lists_;  // [d, group]: a fixed place for each pixel needs no counting beforehand
  std::vector<std::uint16_t> counts_;
};

}  // namespace mlplab::kernels
