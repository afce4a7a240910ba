#include "core/study/profile/roofline.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/base/language.h"
#include "core/base/names.h"
#include "core/model/network.h"
#include "core/study/profile/node_figures.h"

namespace mlplab {
namespace {

constexpr Name<RooflineWay> ways[] = {{RooflineWay::forward, to_say("forward")},
                                      {RooflineWay::to_inputs, to_say("back to the inputs")},
                                      {RooflineWay::to_weights, to_say("to the weights")}};

constexpr double number_bytes = sizeof(float), pixel_bytes = 1.0;

/// The operations of one node on one way, and the bytes that it must move, for the rows of a step.
struct Work {
  double flop = 0.0, bytes = 0.0;
  Work& operator+=(const Work& other) {
    flop += other.flop, bytes += other.bytes;
    return *this;
  }
};

class NetworkWork {
 public:
  /// `input_bytes`: of a number of an example.
  NetworkWork(const ModelSpec& model, int rows, double input_bytes)
      : model_(model), network_(network_of(model)), rows_(rows), input_bytes_(input_bytes) {}

  std::size_t nodes() const { return network_.shapes.size(); }
  const std::string& name(std::size_t node) const { return network_.names[node]; }

  /// None where nothing is computed: a node without weights has no way to them, and nothing flows back to an example.
  Work of(std::size_t node, RooflineWay way) const {
    const bool to_examples = std::ranges::all_of(network_.inputs[node], [](int input) { return input < 0; });
    const double weights = number_bytes * weights_of(node);
    const double flop = network_.flops[node] * rows_;
    switch (way) {
      case RooflineWay::forward:
        return {flop, inputs_of(node) + weights + outputs_of(node)};
      case RooflineWay::to_inputs:  // from the gradient of what it gives and the weights
        if (to_examples) return {};
        return {flop, outputs_of(node) + weights + inputs_of(node)};
      case RooflineWay::to_weights:
        if (weights == 0.0) return {};
        return {flop, inputs_of(node) + outputs_of(node) + weights};
    }
    return {};
  }

 private:
  double outputs_of(std::size_t node) const {
    return number_bytes * rows_ * static_cast<double>(network_.shapes[node].size());
  }
  double inputs_of(std::size_t node) const {
    double bytes = 0.0;
    for (const int input : network_.inputs[node])
      bytes += input < 0 ? input_bytes_ * rows_ * static_cast<double>(model_.input.size())
                         : outputs_of(static_cast<std::size_t>(input));
    return bytes;
  }
  double weights_of(std::size_t node) const {
    double count = 0.0;
    for (const Tensor& tensor : network_.tensors)
      if (tensor.node == node && tensor.trained) count += static_cast<double>(tensor.count());
    return count;
  }

  const ModelSpec& model_;
  Network network_;
  int rows_;
  double input_bytes_;
};

double time_of(const ProfileNode& node, RooflineWay way) {
  switch (way) {
    case RooflineWay::forward:
      return node.forward_s;
    case RooflineWay::to_inputs:
      return node.input_gradient_s;
    case RooflineWay::to_weights:
      return node.weight_gradient_s;
  }
  return 0.0;
}

/// The operations of the fused engine of an MLP (kernels/fused), each of all layers; it keeps pixels as bytes.
constexpr std::array<std::pair<std::string_view, RooflineWay>, 3> fused_operations{
    {{"forward", RooflineWay::forward},
     {"backward", RooflineWay::to_inputs},
     {"gradient and update", RooflineWay::to_weights}}};  // untranslated: a name in files

std::vector<RooflinePoint> points_of_nodes(const ProfilePoint& point) {
  const NetworkWork network(*point.model, point.rows, number_bytes);
  std::vector<RooflinePoint> points;
  for (std::size_t node = 0; node < network.nodes(); ++node)
    for (const auto& [way, words] : ways) {
      const Work work = network.of(node, way);
      const double time_s = time_of(point.profile.nodes[node], way);
      if (work.flop > 0.0 && time_s > 0.0) points.push_back({network.name(node), way, work.flop, work.bytes, time_s});
    }
  return points;
}

std::vector<RooflinePoint> points_of_operations(const ProfilePoint& point) {
  const NetworkWork network(*point.model, point.rows, pixel_bytes);
  std::vector<RooflinePoint> points;
  for (const auto& [operation, way] : fused_operations) {
    const auto found = std::ranges::find(point.profile.operations, operation, &ProfileOperation::name);
    Work work;
    for (std::size_t node = 0; node < network.nodes(); ++node) work += network.of(node, way);
    if (found != point.profile.operations.end() && found->time_s > 0.0 && work.flop > 0.0)
      points.push_back({to_say("all layers"), way, work.flop, work.bytes, found->time_s});
  }
  return points;
}

std::vector<RooflinePoint> points_of(const ProfilePoint& point) {
  return point.profile.nodes.empty() ? points_of_operations(point) : points_of_nodes(point);
}

/// 'layers.0 forward, layers.1 to the weights and 3 more'
std::string names_of(const std::vector<RooflinePoint>& points) {
  constexpr std::size_t most = 4;
  std::string names;
  for (std::size_t i = 0; i < std::min(points.size(), most); ++i)
    names += (i == 0 ? "" : ", ") + say(points[i].name) + " " + in_words(points[i].way);
  return points.size() > most ? say("%1 and %2 more", names, points.size() - most) : names;
}

}  // namespace

std::string to_string(RooflineWay way) { return name_of(ways, way); }
std::string in_words(RooflineWay way) { return say(to_string(way)); }

std::string why_no_roofline(const ProfilePoint& point) {
  if (!point.failure.empty()) return say("this point could not be measured");
  if (!point.model) return say("this profile does not say of which network it is: an older version kept it");
  if (!distrust(point.profile).empty()) return distrust(point.profile);
  if (!point.profile.nodes.empty() && !why_no_nodes(point).empty()) return why_no_nodes(point);
  if (points_of(point).empty()) return say("the profile of %1 has no operation whose work is known", point.backend);
  return {};
}

std::vector<RooflinePoint> roofline_points(const ProfilePoint& point) {
  return why_no_roofline(point).empty() ? points_of(point) : std::vector<RooflinePoint>();
}

std::string roof_above(const Ceilings& ceilings, const RooflinePoint& point) {
  return lowest_ceiling(ceilings, point.flop_per_s(), point.bytes / point.time_s);
}

std::vector<std::string> roofline_notes(const Ceilings& ceilings, const ProfilePoint& point) {
  std::vector<std::string> notes{
      say("Operations are counted from the network's formulas, bytes as the least that must move (operands and results "
          "once each): what really moves is more, and nothing here measures it.")};
  const std::vector<RooflinePoint> points = roofline_points(point);
  std::vector<RooflinePoint> above;
  std::ranges::copy_if(points, std::back_inserter(above),
                       [&](const RooflinePoint& p) { return roof_above(ceilings, p).empty(); });
  if (!above.empty())
    notes.push_back(say(
        "Above the peak: %1. No processor computes that: zero pixels are skipped, or Winograd's form multiplies less "
        "than the formula.",
        names_of(above)));
  for (const std::string& sentence : ceilings.absent) notes.push_back(sentence + ".");
  return notes;
}

}  // namespace mlplab
