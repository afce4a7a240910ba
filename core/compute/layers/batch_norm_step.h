// Batch normalisation (model/layers/batch_norm.h). With x̂ = (x - m) / sqrt(v + eps), D = ∂loss/∂y ∘ f'(y) and n numbers
// a channel: ∂loss/∂w = Σ D x̂; ∂loss/∂b = Σ D; ∂loss/∂x = w / sqrt(v + eps) · (D - Σ D / n - x̂ · Σ D x̂ / n).
// Where ranks share the batch, the sums are those of all ranks: the run is the one of a single process; but where the
// pass names no ranks (StepPlan::local_statistics), each goes by its own.
#pragma once

#include "core/compute/layers/layer_step.h"

namespace mlplab {

std::unique_ptr<LayerStep> make_batch_norm_step(const Recorder& run, const BatchNorm& norm, const Network& network,
                                                std::size_t node, const Shape& input);

}  // namespace mlplab
