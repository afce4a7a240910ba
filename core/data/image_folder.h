// Image folders: one sub-folder a class, named after it, with images as image_file.h reads them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/data/load.h"
#include "core/data/room.h"

namespace mlplab {

/// The classes are the sub-folders in the order of their names; a class's images may lie in folders of its folder.
/// `spec.source` holds either the classes, and then a fifth of each class becomes the test split (chosen by `seed`
/// alone), or a folder `train` with the classes and, where there are, `test` and `val` with the same classes or some of
/// them (also `training`, `testing`, `valid`, `validation`, `dev`, in any case). Without test images those of `val` are
/// them. A folder that holds nothing but one with all this is that one. Within a split the classes take turns, so that
/// its first N examples are a fair sample. Only those that spec.train_limit and spec.test_limit leave are read, on all
/// processors. They are in grey where all of them are and spec.channels does not ask for more, and of one size:
/// spec.image_size, or their own. The notes name files that are left out (hidden files apart) or read otherwise than
/// expected. Throws InputError naming the file or folder: no classes, a class without images, images of different
/// sizes, one that cannot be read; also where they would take more than `most_bytes`. The content hash is for
/// load_dataset() to make.
Dataset read_image_folder(const DataSpec& spec, std::uint64_t seed, const LoadProgress& progress = {},
                          std::size_t most_bytes = room_for_images());

}  // namespace mlplab
