// The steps of all kinds of layers, a file each, which has its formulas. To add a kind: its function here, its file,
// and its line in layer_step.cpp.
#pragma once

#include "core/compute/layers/layer_step.h"

namespace mlplab {

/// `inputs` of 1 or 2, each of `size` numbers per example.
std::unique_ptr<LayerStep> make_add_step(const Recorder& run, Activation activation, int inputs, std::size_t size);
std::unique_ptr<LayerStep> make_batch_norm_step(const Recorder& run, const BatchNorm& norm, const Network& network,
                                                std::size_t node, const Shape& input);
/// `leaves_activation`: its gradient comes with that of the activation (activation_left_to_taker in layer_step.h).
std::unique_ptr<LayerStep> make_conv2d_step(const Recorder& run, const Conv2d& conv, const Network& network,
                                            std::size_t node, const Shape& input, bool leaves_activation);
std::unique_ptr<LayerStep> make_dense_step(const Recorder& run, const Dense& dense, const Network& network,
                                           std::size_t node);
std::unique_ptr<LayerStep> make_dropout_step(const Recorder& run, const Dropout& dropout, std::size_t node,
                                             const Shape& input);
std::unique_ptr<LayerStep> make_normalize_step(const Recorder& run, const Normalize& normalize, const Shape& input);
/// `of_input`: the activation whose gradient is left to it (activation_left_to_taker in layer_step.h).
std::unique_ptr<LayerStep> make_max_pool_step(const Recorder& run, const Window& window, const Shape& input,
                                              Activation of_input);
std::unique_ptr<LayerStep> make_average_pool_step(const Recorder& run, const Window& window, const Shape& input);

}  // namespace mlplab
