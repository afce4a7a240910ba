#include "core/study/profile/node_figures.h"

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/model/network.h"

namespace mlplab {
namespace {

bool multiplies(const Layer& layer) {
  return std::holds_alternative<Dense>(layer) || std::holds_alternative<Conv2d>(layer);
}

/// The gradient of the inputs is computed for what other nodes gave, not for the example itself.
int products_of_step(const std::vector<int>& inputs) { return inputs.front() < 0 ? 2 : 3; }

}  // namespace

double rest_s(const StepProfile& profile) { return profile.wall_s - profile.nodes_s(); }

std::string why_no_nodes(const ProfilePoint& point) {
  if (!point.failure.empty()) return say("this point could not be measured");
  if (!point.model) return say("this profile does not say of which network it is: an older version kept it");
  if (point.profile.nodes.empty())
    return say("the engine of %1 for %2 computes layers together: the time of one is not known", point.backend,
               point.model->name());
  if (point.profile.nodes.size() != point.model->layers.size())
    return say("its times are of %1, which %2 has not",
               count_of(static_cast<long long>(point.profile.nodes.size()), "node"), point.model->name());
  return {};
}

std::vector<NodeFigures> node_figures(const ProfilePoint& point) {
  std::vector<NodeFigures> figures;
  if (!why_no_nodes(point).empty()) return figures;
  const Outline outline = outline_of(*point.model);
  const Network& network = outline.network;
  for (std::size_t node = 0; node < network.shapes.size(); ++node) {
    const Layer& layer = point.model->layers[node].layer;
    NodeFigures f{.name = network.names[node],
                  .kind = kind_of(layer),
                  .shape = network.shapes[node],
                  .parameters = outline.parameter_count(node),
                  .time = point.profile.nodes[node]};
    if (multiplies(layer)) f.flop = network.flops[node] * point.rows * products_of_step(network.inputs[node]);
    const double time_s = f.time.time_s();
    if (time_s > 0.0) f.flop_per_s = f.flop / time_s;
    if (point.peak_flop_per_s > 0.0) f.of_peak = f.flop_per_s / point.peak_flop_per_s;
    figures.push_back(std::move(f));
  }
  return figures;
}

}  // namespace mlplab
