// The IDX format of MNIST: two zero bytes, a type byte (8: unsigned bytes), the number of dimensions, each dimension as
// a big-endian 32-bit number, the values. Files may be gzipped or plain; the content decides, not the name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/data/dataset.h"

namespace mlplab {

struct IdxArray {
  std::vector<std::uint32_t> shape;  // 1 to 4 dimensions
  std::vector<std::uint8_t> values;  // product of shape
};

/// Throws InputError naming the file: empty, truncated, not IDX, another type than unsigned bytes, counts beyond what
/// the file holds (checked before memory is taken), damaged gzip data, bytes left over.
IdxArray read_idx(const std::filesystem::path& path);
/// Plain (not gzipped) IDX, replaced atomically. Throws InputError.
void write_idx(const std::filesystem::path& path, const IdxArray& array);

/// Whether the folder holds files of such names: whatever they are, they are meant as IDX.
bool holds_idx_files(const std::filesystem::path& folder);
/// A folder with MNIST's four file names, each with or without .gz (the plain one where there are both), with '.idx3'
/// for '-idx3', 'test' for 't10k', behind one prefix ('emnist-letters-'), or each in a folder of its name: images
/// [n, height, width], in colour [n, height, width, channels] or [n, 3, height, width], labels [n]. Throws InputError
/// naming the file: one missing, counts that differ, images of different shapes, a label of or beyond a class without a
/// training image (then with its index).
Dataset read_idx_folder(const std::filesystem::path& folder);
/// The other way, not gzipped and not flushed to disk: for a folder that another program reads now. Splits 'train',
/// 't10k' and, where there is one, 'validation'. Throws InputError.
void write_idx_folder(const std::filesystem::path& folder, const Dataset& dataset);
/// One of its files of images: features [n, channels, height, width]. Throws InputError.
void write_idx_images(const std::filesystem::path& path, const std::vector<std::uint8_t>& features,
                      const ImageShape& image);

}  // namespace mlplab
