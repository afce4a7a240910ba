#include "core/model/layers/batch_norm.h"

#include "core/base/json.h"
#include "core/base/language.h"

namespace mlplab {

void BatchNorm::check(const Shape& /*input*/) const {
  if (!(momentum > 0.0 && momentum <= 1.0))
    throw UsageError(say("the momentum of a batch normalisation must be above 0 and at most 1"), "model.layers");
  if (!(epsilon > 0.0 && epsilon <= 1.0))
    throw UsageError(say("the eps of a batch normalisation must be above 0 and at most 1"), "model.layers");
}

std::vector<TensorSpec> BatchNorm::tensors(const Shape& input) const {
  const std::vector<int> shape = {input.channels};
  return {{.name = "weight", .shape = shape, .value = 1.0F},
          {.name = "bias", .shape = shape},
          {.name = "running_mean", .shape = shape, .trained = false},
          {.name = "running_var", .shape = shape, .trained = false, .value = 1.0F}};
}

void BatchNorm::write(nlohmann::json& json) const {
  json["momentum"] = momentum;
  json["eps"] = epsilon;
  json["activation"] = to_string(activation);
}

BatchNorm BatchNorm::read(JsonReader& reader) {
  BatchNorm norm;
  norm.momentum = reader.optional("momentum", norm.momentum);
  norm.epsilon = reader.optional("eps", norm.epsilon);
  norm.activation = parse_activation(reader.optional<std::string>("activation", "identity"));
  return norm;
}

}  // namespace mlplab
