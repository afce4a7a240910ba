// Images as arrays in an archive of NumPy's (.npz), as Keras offers mnist.npz and MedMNIST its sets.
#pragma once

#include <filesystem>

#include "core/data/dataset.h"

namespace mlplab {

/// By the name of the file: whatever it is, it is meant so.
bool holds_npz_images(const std::filesystem::path& source);

/// The splits by the names of the arrays ('x_train', 'train_images', 'val_labels'), where none has 'train' in its name
/// all of the others; the images [n, height, width], [n, height, width, channels], [n, channels, height, width] or
/// [n, numbers of a square], the labels [n] or [n, 1]. The classes are the labels of the training images, sorted.
/// Without test images those for validation are for tests. Throws InputError naming the file.
Dataset read_npz_images(const std::filesystem::path& source);

}  // namespace mlplab
