// Image folders: one sub-folder a class, named after it, with pictures as image_file.h reads them.
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/data/dataset.h"

namespace mlplab {

/// The classes are the sub-folders in the order of their names; hidden files and files that are no pictures are passed
/// over. `folder` holds either the classes, and then a fifth of each class becomes the test split (chosen by `seed`
/// alone), or `train` (the classes) and, where there is one, `test` (the same classes or some of them). Within a split
/// the classes take turns, so that its first N examples are a fair sample. Pixels are taken as they are, colours as
/// grey. Throws InputError naming the file or folder: no classes, a class without pictures, pictures of different
/// sizes, one that cannot be read.
Dataset read_image_folder(const std::filesystem::path& folder, std::uint64_t seed);

}  // namespace mlplab
