// The kinds of layers. To add one: a file like dense.h with the same members, its line in the list below, and its
// computation in core/compute/layers/; code that must know each kind uses std::visit, which then does not compile.
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/model/layers/add.h"
#include "core/model/layers/batch_norm.h"
#include "core/model/layers/conv2d.h"
#include "core/model/layers/dense.h"
#include "core/model/layers/dropout.h"
#include "core/model/layers/elementwise.h"
#include "core/model/layers/normalize.h"
#include "core/model/layers/pooling.h"

namespace mlplab {

using Layer = std::variant<Dense, Conv2d, MaxPool, AveragePool, GlobalAveragePool, BatchNorm, Dropout, Add, Flatten,
                           ActivationLayer, Normalize>;
inline constexpr std::size_t max_layer_inputs = 2;

/// 'dense'.
std::string kind_of(const Layer& layer);
/// How many outputs of other layers it takes.
int input_count(const Layer& layer);
/// The activation that the layer applies last; identity where it has no such member.
Activation activation_of(const Layer& layer);
/// `inputs` are input_count() shapes. Throws UsageError where it cannot take them.
void check_layer(const Layer& layer, std::span<const Shape> inputs);
Shape output_of(const Layer& layer, const Shape& input);  // of a checked layer; `input` is its first input's shape
std::vector<TensorSpec> tensors_of(const Layer& layer, const Shape& input);
double flops_of(const Layer& layer, const Shape& input);

/// {"type": kind, …}
nlohmann::json layer_json(const Layer& layer);
/// Reads what is common to all kinds from `reader` too and refuses what nobody knows. Throws UsageError.
Layer read_layer(JsonReader& reader);

}  // namespace mlplab
