#include "core/model/layers/add.h"

#include "core/base/json.h"

namespace mlplab {

void Add::check(const Shape& a, const Shape& b) const {
  if (a != b)
    throw UsageError("it adds outputs of different shapes, " + to_string(a) + " and " + to_string(b), "model.layers");
}

void Add::write(nlohmann::json& json) const { json["activation"] = to_string(activation); }

Add Add::read(JsonReader& reader) { return {parse_activation(reader.optional<std::string>("activation", "identity"))}; }

}  // namespace mlplab
