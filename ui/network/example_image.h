// An example of a data set as an image on the screen.
#pragma once

#include <QImage>

#include "core/data/dataset.h"
#include "ui/theme/theme.h"

namespace mlplab {

/// Ink on paper, or in colour. In the image's own size.
QImage example_image(const Dataset& data, const Examples& examples, std::size_t index, const Theme& theme);

}  // namespace mlplab
