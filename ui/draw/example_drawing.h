// A digit for images of the Draw page (the program's --tour). Another one is another list of points.
#pragma once

#include <vector>

#include "core/data/stroke_raster.h"

namespace mlplab {

std::vector<Stroke> example_drawing();

}  // namespace mlplab
