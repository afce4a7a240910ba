// Changing a network layer by layer. Each layer keeps its inputs, though their numbers change. The result need not be a
// valid network (outline_of() names its fault).
#pragma once

#include <string>
#include <vector>

#include "core/model/model_spec.h"

namespace mlplab {

/// Puts a layer with a free name behind layer `after` (-1: first): it takes that layer's output, and all that took it
/// take the new one. A sum takes what layer `after` took too: it becomes a way around that layer.
void insert_layer(ModelSpec& spec, int after, Layer layer);
/// Takes a layer out; all that took its output take what it took (of a sum the first).
void remove_layer(ModelSpec& spec, std::size_t node);
/// Exchanges a layer with the one behind it. False, and nothing changes, where either is a sum or where one of them
/// does not simply take the one before.
bool swap_with_next(ModelSpec& spec, std::size_t node);
/// 'conv3': the first name of the kind that no layer has.
std::string free_name(const ModelSpec& spec, const Layer& layer);
/// One of each kind, in the order of Layer, as an editor adds them. An image keeps its size in a convolution, and has
/// half of it behind a pooling.
std::vector<Layer> new_layers();

}  // namespace mlplab
