// A drawing as a phone sends it: {"strokes": [[x, y, x, y, ...], ...], "asked": 7}, in the coordinates of the sheet
// (stroke_raster.h). Its size in strokes, points and length of ink is bounded, and with it what its pixels cost.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "core/data/stroke_raster.h"

namespace mlplab {

struct PhoneDrawing {
  std::vector<Stroke> strokes;
  int asked = -1;  // the class that the phone asked for; -1: none
};

/// Nothing for what is no drawing, or a larger one than class_limits allows. `classes`: how many there are.
std::optional<PhoneDrawing> phone_drawing(const nlohmann::json& json, int classes);

}  // namespace mlplab
