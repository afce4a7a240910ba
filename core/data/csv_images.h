// Images as rows of a CSV file, as Kaggle offers MNIST and sets like it: a label and the pixels of a square image, grey
// or in colours, row by row. The separator is a comma, a semicolon or a tab.
#pragma once

#include <filesystem>

#include "core/data/dataset.h"

namespace mlplab {

/// A CSV file by its name, or a folder that holds such files and no folders: whatever they are, they are meant so.
bool holds_csv_images(const std::filesystem::path& source);

/// Reads one file, or of a folder the one named 'train' and, where there is one, that named 'test' (each in a longer
/// name: 'fashion-mnist_train.csv'). Labels are a column named 'label' (or 'class', 'target', 'digit') in a first line
/// with names, else the first column; the classes are the labels of the training rows, sorted. Without a file of
/// labelled test images `test` is empty. Throws InputError naming the file and, where there is one, the line: no
/// labels, no square image, a field too many or too few, a pixel that is none, a label that no training row has.
Dataset read_csv_images(const std::filesystem::path& source);

}  // namespace mlplab
