// An MLP's weights and biases in the flat vector of parameters, for engines that know dense layers only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/model/model_spec.h"

namespace mlplab {

/// A layer's place in the flat parameter vector; offsets in floats, each a multiple of 16 (64 bytes).
struct LayerSlice {
  std::size_t weight = 0;  // W [out, in] row-major, as PyTorch has it
  std::size_t bias = 0;    // b [out]
  int in = 0;
  int out = 0;
};

struct ParameterLayout {
  std::vector<LayerSlice> layers;
  std::size_t size = 0;  // floats, with the padding between tensors (always zero)
};

/// Throws UsageError for a network that is no MLP (is_mlp()).
ParameterLayout layout_of(const ModelSpec& spec);

}  // namespace mlplab
