// Where each weight and bias of a network lies in one flat vector, and the initialisers that fill it.
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

ParameterLayout layout_of(const ModelSpec& spec);

/// Initial parameters [layout.size]: biases 0, weights uniform in ±limit with
/// He: limit = sqrt(6 / in) (He et al., 2015); Xavier: sqrt(6 / (in + out)) (Glorot and Bengio, 2010).
/// Uniform, not normal: only exact float operations, so the weights are bit-identical on every platform.
std::vector<float> initial_parameters(const ModelSpec& spec, std::uint64_t seed);

}  // namespace mlplab
