#include "core/model/layers/conv2d.h"

#include "core/base/json.h"
#include "core/base/language.h"

namespace mlplab {
namespace {

constexpr int max_channels = 1 << 16;

}  // namespace

void Conv2d::check(const Shape& input) const {
  if (channels < 1 || channels > max_channels)
    throw UsageError(say("%1 channels are not possible; 1 to %2 are", channels, max_channels), "model.layers");
  window.check(input);
}

std::vector<TensorSpec> Conv2d::tensors(const Shape& input) const {
  const auto [height, width] = window.kernel;
  const auto area = static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
  std::vector<TensorSpec> all = {{.name = "weight",
                                  .shape = {channels, input.channels, height, width},
                                  .fan_in = area * static_cast<std::size_t>(input.channels),
                                  .fan_out = area * static_cast<std::size_t>(channels)}};
  if (bias) all.push_back({.name = "bias", .shape = {channels}});
  return all;
}

double Conv2d::flops(const Shape& input) const {
  return 2.0 * static_cast<double>(output(input).size()) * input.channels * window.kernel.height * window.kernel.width;
}

void Conv2d::write(nlohmann::json& json) const {
  json["channels"] = channels;
  window.write(json);
  json["bias"] = bias;
  json["activation"] = to_string(activation);
}

Conv2d Conv2d::read(JsonReader& reader) {
  Conv2d conv{.channels = reader.required<int>("channels"), .window = Window::read(reader, 1)};
  conv.bias = reader.optional("bias", true);
  conv.activation = parse_activation(reader.optional<std::string>("activation", "identity"));
  return conv;
}

}  // namespace mlplab
