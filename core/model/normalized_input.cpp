// Nodes are numbered from the first: those that others name move up by one, and the example's place (-1) is taken by
// the normalisation, number 0.
#include "core/model/normalized_input.h"

#include "core/base/error.h"

namespace mlplab {

void normalize_input(ModelSpec& spec, const Shape& picture, const Normalize& first) {
  if (!spec.layers.empty() && std::holds_alternative<Normalize>(spec.layers.front().layer))
    throw UsageError("the network " + spec.name() + " normalises its pictures itself; leave out --normalize",
                     "model.layers");
  ModelSpec result = spec;
  if (is_mlp(spec)) result.title = spec.name() + " normalized";
  for (std::size_t node = 0; node < spec.layers.size(); ++node) {
    Node& moved = result.layers[node];
    if (moved.name.empty()) moved.name = "layers." + std::to_string(node);
    for (int& input : moved.inputs) ++input;
  }
  result.input = picture;
  result.layers.insert(result.layers.begin(), Node{first, {}, "normalize"});
  validate(result);
  spec = std::move(result);
}

}  // namespace mlplab
