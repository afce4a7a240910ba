// Whole training steps of a network of two or more layers on the kernels, all workers side by side from the first layer
// to the update. The formulas are plain_engine.cpp's, which stays the reference; what is different here:
//   - the update is part of the weight-gradient product, W = (1 - lr·decay)·W - lr·(Aᵀ D), for plain SGD; other
//     optimisers get the gradient of a few panels at a time, which is still in the cache when they read it;
//   - bias, activation and its derivative are part of the products;
//   - workers share out the hidden units, not the batch: each owns its units' weights, and of a network of two layers
//     only the partial logits [batch, classes] pass from one to the other, with one barrier per step. Where there are
//     more workers than vectors of units, or the batch is large, each of these shares is divided once more, by rows
//     (panel_layer.h): sums stay whole, and are the same with any number of parts;
//   - in the first layer pixels that are 0 are skipped (FirstLayer::sparse) where they are at least half of all.
#pragma once

#include <memory>

#include "core/compute/kernels/kernels.h"
#include "core/compute/kernels/team.h"
#include "core/compute/kernels/vector_backend.h"
#include "core/compute/step_engine.h"

namespace mlplab::kernels {

/// Null where the plain engine is to be used: a network of a single layer. `kernels` and `team` outlive the engine.
std::unique_ptr<StepEngine> make_fused_engine(const Kernels& kernels, Team& team, FirstLayer first_layer,
                                              const StepPlan& plan);

}  // namespace mlplab::kernels
