#include "core/model/layers/window.h"

#include "core/base/json.h"
#include "core/base/language.h"

namespace mlplab {
namespace {

constexpr int largest = 1 << 12;
constexpr const char* field = "model.layers";

/// Width × height, as sizes are read.
std::string words(int height, int width) { return std::to_string(width) + "×" + std::to_string(height); }

nlohmann::json json_of(const Extent& extent) {
  if (extent.height == extent.width) return extent.height;
  return {extent.height, extent.width};
}

Extent extent_of(JsonReader& reader, const std::string& name, const Extent& fallback) {
  const auto value = reader.optional<nlohmann::json>(name, json_of(fallback));
  const auto fits = [](const nlohmann::json& n) {
    return n.is_number_integer() && n.get<std::int64_t>() >= 0 && n.get<std::int64_t>() <= largest;
  };
  if (fits(value)) return {value.get<int>(), value.get<int>()};
  if (!value.is_array() || value.size() != 2 || !fits(value[0]) || !fits(value[1]))
    throw UsageError(say("a layer: '%1' is a whole number up to %2, or two of them, height and width", name, largest),
                     field);
  return {value[0].get<int>(), value[1].get<int>()};
}

}  // namespace

std::string to_string(const Shape& shape) {
  return std::to_string(shape.channels) +
         (shape.is_vector() ? "" : "×" + std::to_string(shape.height) + "×" + std::to_string(shape.width));
}

void Window::check(const Shape& input) const {
  const auto [height, width] = kernel;
  for (const int size : {height, width, stride.height, stride.width})
    if (size < 1 || size > largest) throw UsageError(say("kernel and stride of a window are 1 to %1", largest), field);
  if (padding.height < 0 || padding.width < 0 || padding.height >= height || padding.width >= width)
    throw UsageError(say("the padding %1 must be smaller than the kernel %2", words(padding.height, padding.width),
                         words(height, width)),
                     field);
  if (input.height + 2 * padding.height < height || input.width + 2 * padding.width < width)
    throw UsageError(say("nothing is left of the image: its window of %1 does not fit on images of %2%3; give larger "
                         "images, or a network that shrinks them less",
                         words(height, width), words(input.height, input.width),
                         padding == Extent{0, 0} ? "" : say(" with padding %1", words(padding.height, padding.width))),
                     field);
}

Shape Window::output(int channels, const Shape& input) const {
  const auto count = [](int size, int pad, int window, int step) { return (size + 2 * pad - window) / step + 1; };
  return {channels, count(input.height, padding.height, kernel.height, stride.height),
          count(input.width, padding.width, kernel.width, stride.width)};
}

void Window::write(nlohmann::json& json) const {
  json["kernel"] = json_of(kernel);
  json["stride"] = json_of(stride);
  json["padding"] = json_of(padding);
}

Window Window::read(JsonReader& reader, int stride) {
  Window window;
  reader.required<nlohmann::json>("kernel");
  window.kernel = extent_of(reader, "kernel", {});
  window.stride = extent_of(reader, "stride", stride == 0 ? window.kernel : Extent{stride, stride});
  window.padding = extent_of(reader, "padding", {0, 0});
  return window;
}

}  // namespace mlplab
