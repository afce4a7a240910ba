// The functions between layers. To add one: a name here and in activation.cpp; -Werror=switch then leads to the
// formulas.
#pragma once

#include <string>

namespace mlplab {

enum class Activation { identity, relu, sigmoid, tanh };

std::string to_string(Activation value);
Activation parse_activation(const std::string& text);  // Throws UsageError

}  // namespace mlplab
