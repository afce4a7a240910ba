// A class's own drawings with their labels, and a folder with them that is a complete data set: MNIST's training
// images, the drawings as its test images (IDX files, see idx.h), or the drawings to train on and MNIST's test images.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/data/gray_image.h"

namespace mlplab {

/// Fitted drawings (digit_fit.h), all of one size, with a label each.
struct DrawnSet {
  std::vector<GrayImage> images;
  std::vector<std::uint8_t> labels;

  std::size_t size() const { return labels.size(); }
  /// Whether each digit was drawn: only then can a network be trained on them.
  bool has_every_digit() const;
};

/// Writes t10k-images-idx3-ubyte and t10k-labels-idx1-ubyte into `folder` (made where missing) and, where `mnist` holds
/// them, copies of MNIST's training files: `--data folder` then trains on MNIST and tests on the drawings. Throws
/// InputError: nothing to save, a folder that cannot be written, or one that holds other test images already (only
/// files written from drawings are replaced).
void save_drawn_set(const std::filesystem::path& folder, const DrawnSet& set, const std::filesystem::path& mnist);

/// The other way round: the drawings are the training images of `folder`, MNIST's test images test what was learned
/// from them. Throws as save_drawn_set() does.
void save_training_drawings(const std::filesystem::path& folder, const DrawnSet& set,
                            const std::filesystem::path& mnist);

/// Whether save_drawn_set() wrote this folder.
bool holds_drawn_set(const std::filesystem::path& folder);

/// Reads what save_drawn_set() wrote. Throws InputError naming the file. `as_far`: of a set that grew or shrank by its
/// last drawings while the program was killed, between the writing of its two files, those that both files have.
DrawnSet read_drawn_set(const std::filesystem::path& folder, bool as_far = false);

}  // namespace mlplab
