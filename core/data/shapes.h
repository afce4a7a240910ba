// A generated data set for machines without one: nine silhouettes, drawn here at any size, in grey or colour. Each
// image is a function of its number alone, in exactly rounded arithmetic: the same on every machine. To add a
// silhouette: a line in the table of shapes.cpp.
#pragma once

#include <cstddef>

#include "core/data/dataset.h"

namespace mlplab {

/// Every name of this data set says that the images are generated.
inline constexpr const char* shapes_name = "shapes";
inline constexpr const char* shapes_title = "shapes (generated)";
inline constexpr ImageShape shapes_image{32, 32, 1};  // as it is drawn where nothing else is asked for
inline constexpr std::size_t shapes_train = 7200, shapes_test = 1800;

/// The first `train` and the first `test` of them (0: all). Position, size, direction, grey levels or colours, noise
/// and what hides a part are drawn at random; classes take turns. Throws as check_shapes().
Dataset make_shapes(const ImageShape& image, std::size_t train, std::size_t test);

/// Throws UsageError for sides below 8 or above 1024, InputError where they find no room in memory.
void check_shapes(const ImageShape& image, std::size_t train, std::size_t test);

}  // namespace mlplab
