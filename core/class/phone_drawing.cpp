#include "core/class/phone_drawing.h"

#include <cmath>

#include "core/base/json.h"
#include "core/class/class_limits.h"

namespace mlplab {
namespace {

constexpr float pen_width = 20;  // the pen's width on the page Draw, at first

/// The coordinate within the sheet; nothing for what is no number.
std::optional<float> coordinate(const nlohmann::json& json) {
  if (!json.is_number()) return std::nullopt;
  const double value = json.get<double>();
  if (!std::isfinite(value)) return std::nullopt;
  return static_cast<float>(std::min(std::max(value, 0.0), static_cast<double>(sheet_side)));
}

std::optional<Stroke> stroke_of(const nlohmann::json& json) {
  if (!json.is_array() || json.empty() || json.size() % 2 != 0) return std::nullopt;
  Stroke stroke{.width = pen_width, .points = {}};
  for (std::size_t i = 0; i < json.size(); i += 2) {
    const std::optional<float> x = coordinate(json[i]), y = coordinate(json[i + 1]);
    if (!x || !y) return std::nullopt;
    stroke.points.push_back({*x, *y});
  }
  return stroke;
}

float length_of(const Stroke& stroke) {
  float length = 0;
  for (std::size_t i = 1; i < stroke.points.size(); ++i)
    length += std::hypot(stroke.points[i].x - stroke.points[i - 1].x, stroke.points[i].y - stroke.points[i - 1].y);
  return length;
}

}  // namespace

std::optional<PhoneDrawing> phone_drawing(const nlohmann::json& json, int classes) {
  const auto strokes = json.find("strokes");
  if (strokes == json.end() || !strokes->is_array() || strokes->empty() || strokes->size() > class_limits::strokes)
    return std::nullopt;
  PhoneDrawing drawing;
  std::size_t points = 0;
  float length = 0;
  for (const nlohmann::json& one : *strokes) {
    std::optional<Stroke> stroke = stroke_of(one);
    if (!stroke) return std::nullopt;
    points += stroke->points.size();
    length += length_of(*stroke);
    drawing.strokes.push_back(std::move(*stroke));
  }
  if (points > class_limits::points || length > class_limits::ink_length * sheet_side) return std::nullopt;
  if (const auto asked = json.find("asked"); asked != json.end() && !asked->is_null()) {
    const std::optional<int> label = whole_number<int>(*asked);
    if (!label || *label < 0 || *label >= classes) return std::nullopt;
    drawing.asked = *label;
  }
  return drawing;
}

}  // namespace mlplab
