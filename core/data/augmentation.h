// Augmentation: training images moved, turned, sized and mirrored anew in each epoch, as 8-bit images like the ones
// they are made of. The changes of image i in epoch e are a function of (seed, e, i) alone, computed in exactly rounded
// arithmetic: equal on every backend and machine, in every process, and after a resume. To add a kind: a member, its
// line in the table of augmentation.cpp, and its part in augment_image.cpp.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "core/data/dataset.h"

namespace mlplab {

/// All 0: none. Amounts are drawn evenly; what comes in from outside an image is 0.
struct Augmentation {
  double shift = 0.0;   // pixels, at most, across and down each
  double rotate = 0.0;  // degrees, at most, either way
  double scale = 0.0;   // at most, as a share: 0.1 makes images 0.9 to 1.1 times as large
  double flip = 0.0;    // probability of left and right being exchanged
  int crop = 0;         // a border of so many zeros all round, of which a window of the old size is cut out
  bool any() const { return *this != Augmentation{}; }
  bool operator==(const Augmentation&) const = default;
};

/// 'shift=2,rotate=10,flip=0.5'; '' is none. Throws UsageError naming what is wrong and what is valid.
Augmentation parse_augmentation(const std::string& text);
std::string to_string(const Augmentation& augmentation);
/// Throws UsageError naming the first value that is out of its range, and the range.
void validate(const Augmentation& augmentation);

/// Writes the images `rows` of `from` (features [n, channels, height, width]), augmented for `epoch`, to the same
/// places of `to`, on `threads` threads.
void augment(const Augmentation& augmentation, const Examples& from, const ImageShape& image, std::uint64_t seed,
             int epoch, std::span<const std::uint32_t> rows, int threads, std::span<std::uint8_t> to);

void to_json(nlohmann::json& json, const Augmentation& augmentation);
void from_json(const nlohmann::json& json, Augmentation& augmentation);  // Throws UsageError

}  // namespace mlplab
