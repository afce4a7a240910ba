// A fully connected layer (model/layers/dense.h) as products of matrices, as in any textbook (e.g. Goodfellow, Bengio,
// Courville, 'Deep learning', 2016, 6.5):
//   Y = f(X Wᵀ + b);  D = ∂loss/∂Y ∘ f'(Y);  ∂loss/∂W = Dᵀ X;  ∂loss/∂b = column sums of D;  ∂loss/∂X = D W
#pragma once

#include "core/compute/layers/layer_step.h"

namespace mlplab {

std::unique_ptr<LayerStep> make_dense_step(const Recorder& run, const Dense& dense, const Network& network,
                                           std::size_t node);

}  // namespace mlplab
