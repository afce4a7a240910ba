// Weights that are small images themselves, for TileView: those of a convolution, and of a dense layer that takes an
// image.
#pragma once

#include <vector>

#include "core/model/network.h"
#include "core/model/training_state.h"

namespace mlplab {

struct KernelTiles {
  Shape tiles = {0, 1, 1};  // as many as outputs × inputs
  int outputs = 0, inputs = 0;
};

/// No outputs where the layer has none. `in`: the shape that it takes; an MLP's first layer takes an image too.
KernelTiles kernel_tiles_of(const Layer& layer, const Shape& in);
/// The first tiles.size() weights of the node.
std::vector<float> kernel_values(const TrainingState& state, const Network& network, std::size_t node,
                                 const Shape& tiles);

}  // namespace mlplab
