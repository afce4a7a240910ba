// The kinds of layers. To add one: a file like dense.h with the same members, its line in the list below, and its
// computation in core/compute/layers/; whoever must know each kind uses std::visit, which then does not compile.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/model/layers/dense.h"

namespace mlplab {

using Layer = std::variant<Dense>;

/// 'dense'.
std::string kind_of(const Layer& layer);
void check_layer(const Layer& layer, const Shape& input);  // Throws UsageError where it cannot take it
Shape output_of(const Layer& layer, const Shape& input);   // of one that can
std::vector<TensorSpec> tensors_of(const Layer& layer, const Shape& input);
double flops_of(const Layer& layer, const Shape& input);

/// {"type": kind, …}
nlohmann::json layer_json(const Layer& layer);
/// Reads what is common to all kinds from `reader` too and refuses what nobody knows. Throws UsageError.
Layer read_layer(JsonReader& reader);

}  // namespace mlplab
