#include "core/model/layers/elementwise.h"

#include "core/base/json.h"

namespace mlplab {

void ActivationLayer::write(nlohmann::json& json) const { json["activation"] = to_string(activation); }

ActivationLayer ActivationLayer::read(JsonReader& reader) {
  return {parse_activation(reader.required<std::string>("activation"))};
}

}  // namespace mlplab
