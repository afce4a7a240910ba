// The drawn digits of tests/data/drawn_digits.json (see the script beside it), as strokes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/data/preparation.h"
#include "core/data/stroke_raster.h"
#include "core/model/known_preparation.h"

namespace mlplab::test {

struct DrawnDigit {
  int label = 0;
  std::string style, manner;
  std::vector<Stroke> strokes;
};

/// `data` is the folder tests/data.
inline std::vector<DrawnDigit> drawn_digits(const std::filesystem::path& data) {
  std::vector<DrawnDigit> digits;
  const auto file = parse_json(read_file(data / "drawn_digits.json"));
  for (const auto& entry : file.at("digits")) {
    DrawnDigit digit{entry.at("label"), entry.at("style"), entry.at("manner"), {}};
    for (const auto& drawn : entry.at("strokes")) {
      Stroke stroke{drawn.at("width"), {}};
      for (const auto& point : drawn.at("points")) stroke.points.push_back({point.at(0), point.at(1)});
      digit.strokes.push_back(std::move(stroke));
    }
    digits.push_back(std::move(digit));
  }
  return digits;
}

/// The network's input for a drawing.
inline std::vector<float> input_of(const TrainingState& state, const GrayImage& ink) {
  return floats_of(prepare(known_preparation(state).value().preparation, Sketch{ink}).image);
}

}  // namespace mlplab::test
