// Image folders: one sub-folder a class, named after it, with images as image_file.h reads them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/data/dataset.h"
#include "core/data/load.h"

namespace mlplab {

/// The classes and splits of list_image_folder(). Where the folder has no test images, spec.test_fraction of each class
/// is the test split (chosen by `seed` alone). Within a split the classes take turns, so that its first N examples are
/// a fair sample. Only those that spec.train_limit and spec.test_limit leave are read, on all processors. They are in
/// grey where all of them are and spec.channels does not ask for more, and of one size: spec.image_size as spec.fit
/// says, or their own. The notes also name files that are read otherwise than expected. Throws InputError naming the
/// file or folder: images of different sizes, one that cannot be read; also where they would take more than
/// `most_bytes`. The content hash is for load_dataset() to make.
Dataset read_image_folder(const DataSpec& spec, std::uint64_t seed, const LoadProgress& progress = {},
                          std::size_t most_bytes = room_for_images());

}  // namespace mlplab
