#include "core/model/layers/add.h"

#include "core/base/json.h"
#include "core/base/language.h"

namespace mlplab {

void Add::check(const Shape& a, const Shape& b) const {
  if (a != b)
    throw UsageError(say("it adds outputs of different shapes, %1 and %2", to_string(a), to_string(b)), "model.layers");
}

void Add::write(nlohmann::json& json) const { json["activation"] = to_string(activation); }

Add Add::read(JsonReader& reader) { return {parse_activation(reader.optional<std::string>("activation", "identity"))}; }

}  // namespace mlplab
