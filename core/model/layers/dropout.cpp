#include "core/model/layers/dropout.h"

#include "core/base/json.h"
#include "core/base/language.h"

namespace mlplab {

void Dropout::check(const Shape& /*input*/) const {
  if (!(rate >= 0.0 && rate < 1.0))
    throw UsageError(say("the rate of a dropout must be at least 0 and below 1"), "model.layers");
}

void Dropout::write(nlohmann::json& json) const { json["rate"] = rate; }

Dropout Dropout::read(JsonReader& reader) { return {reader.required<double>("rate")}; }

}  // namespace mlplab
