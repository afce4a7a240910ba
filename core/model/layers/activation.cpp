#include "core/model/layers/activation.h"

#include "core/base/language.h"
#include "core/base/names.h"

namespace mlplab {
namespace {

constexpr Name<Activation> activations[] = {{Activation::identity, "identity"},
                                            {Activation::relu, "relu"},
                                            {Activation::sigmoid, "sigmoid"},
                                            {Activation::tanh, "tanh"}};

}  // namespace

std::string to_string(Activation value) { return name_of(activations, value); }
std::string activation_names() { return list_of(activations); }

Activation parse_activation(const std::string& text) {
  return value_of(activations, text, to_say("activation"), "model.layers");
}

}  // namespace mlplab
