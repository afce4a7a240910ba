#include "core/model/layers/layer.h"

#include <optional>

#include "core/base/json.h"
#include "core/base/language.h"

namespace mlplab {
namespace {

/// The kinds one after the other.
template <std::size_t... I>
std::optional<Layer> read_as(const std::string& type, JsonReader& reader, std::string& valid,
                             std::index_sequence<I...>) {
  std::optional<Layer> layer;
  const auto attempt = [&]<class Kind>(std::type_identity<Kind>) {
    valid += (valid.empty() ? "" : ", ") + std::string(Kind::kind);
    if (!layer && type == Kind::kind) layer = Kind::read(reader);
  };
  (attempt(std::type_identity<std::variant_alternative_t<I, Layer>>{}), ...);
  return layer;
}

}  // namespace

std::string kind_of(const Layer& layer) {
  return std::visit([](const auto& l) { return std::string(l.kind); }, layer);
}

int input_count(const Layer& layer) {
  return std::visit([](const auto& l) { return l.inputs; }, layer);
}

Activation activation_of(const Layer& layer) {
  return std::visit(
      [](const auto& l) {
        if constexpr (requires { l.activation; })
          return l.activation;
        else
          return Activation::identity;
      },
      layer);
}

void check_layer(const Layer& layer, std::span<const Shape> inputs) {
  std::visit(
      [&](const auto& l) {
        if constexpr (requires { l.check(inputs[0], inputs[1]); })
          l.check(inputs[0], inputs[1]);
        else
          l.check(inputs[0]);
      },
      layer);
}

Shape output_of(const Layer& layer, const Shape& input) {
  return std::visit([&](const auto& l) { return l.output(input); }, layer);
}

std::vector<TensorSpec> tensors_of(const Layer& layer, const Shape& input) {
  return std::visit([&](const auto& l) { return l.tensors(input); }, layer);
}

double flops_of(const Layer& layer, const Shape& input) {
  return std::visit([&](const auto& l) { return l.flops(input); }, layer);
}

nlohmann::json layer_json(const Layer& layer) {
  nlohmann::json json = {{"type", kind_of(layer)}};
  std::visit([&](const auto& l) { l.write(json); }, layer);
  return json;
}

Layer read_layer(JsonReader& reader) {
  const auto type = reader.required<std::string>("type");
  std::string valid;
  auto layer = read_as(type, reader, valid, std::make_index_sequence<std::variant_size_v<Layer>>{});
  if (!layer) throw UsageError(say("there is no layer type '%1'; valid is %2", type, valid), "model.layers");
  return *layer;
}

}  // namespace mlplab
