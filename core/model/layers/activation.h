// The names of the functions between layers (kinds.h); their formulas for the host are in core/model/activation.h.
#pragma once

#include <string>

#include "core/model/kinds.h"

namespace mlplab {

std::string to_string(Activation value);
std::string activation_names();                        // 'a, b or c', for an option's help
Activation parse_activation(const std::string& text);  // Throws UsageError

}  // namespace mlplab
