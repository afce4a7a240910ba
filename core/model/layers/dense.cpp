#include "core/model/layers/dense.h"

#include "core/base/json.h"
#include "core/base/language.h"

namespace mlplab {
namespace {

constexpr int max_units = 1 << 20;

}  // namespace

void Dense::check(const Shape& input) const {
  for (const long long width : {static_cast<long long>(input.size()), static_cast<long long>(units)})
    if (width < 1 || width > max_units)
      throw UsageError(say("a layer of %1 units is not possible; 1 to %2 are", width, max_units), "model.layers");
}

Shape Dense::output(const Shape& /*input*/) const { return {units, 1, 1}; }

std::vector<TensorSpec> Dense::tensors(const Shape& input) const {
  const auto in = static_cast<int>(input.size());
  return {{.name = "weight", .shape = {units, in}, .fan_in = input.size(), .fan_out = static_cast<std::size_t>(units)},
          {.name = "bias", .shape = {units}}};
}

double Dense::flops(const Shape& input) const { return 2.0 * static_cast<double>(input.size()) * units; }

void Dense::write(nlohmann::json& json) const {
  json["units"] = units;
  json["activation"] = to_string(activation);
}

Dense Dense::read(JsonReader& reader) {
  return {reader.required<int>("units"), parse_activation(reader.required<std::string>("activation"))};
}

}  // namespace mlplab
