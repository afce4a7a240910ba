// A network ready to be computed: what is declared (ModelSpec) with every shape worked out and every tensor in its
// place. Model files, initial weights, gradient sums and engines go by this; none of them knows the kinds of layers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/model/model_spec.h"

namespace mlplab {

inline constexpr std::uint64_t max_parameters = std::uint64_t{1} << 28;  // 1 GiB of weights, 3 GiB with Adam's state

/// The prefix of the optimiser's tensors in model files; no layer's name may begin with it.
inline constexpr std::string_view optimizer_prefix = "optimizer.";

/// A tensor in its place.
struct Tensor : TensorSpec {
  std::size_t node = 0;
  /// Floats from the begin of its vector, a multiple of 16 (64 bytes): the parameters', or the statistics' where it is
  /// not trained. The padding between tensors is always zero.
  std::size_t offset = 0;
};

struct Network {
  std::vector<Shape> shapes;             // [nodes]: of what each node gives
  std::vector<std::vector<int>> inputs;  // [nodes]: the nodes that each takes; -1 is the example itself
  std::vector<std::string> names;        // [nodes]: 'layers.N' where none is given
  std::vector<Tensor> tensors;           // node after node; named 'layers.N.weight'
  std::vector<double> flops;             // [nodes]: of the forward pass of one example
  std::size_t parameters_size = 0;       // floats of the vector of trained tensors, with the padding
  std::size_t statistics_size = 0;       // floats of the vector of the others

  /// The trained tensors of a node lie one after the other: from the first to the end of the padding of the last.
  struct Range {
    std::size_t first = 0, count = 0;
  };
  Range parameters_of(std::size_t node) const;
  /// The tensor of that name within its node. Throws std::out_of_range.
  const Tensor& tensor(std::size_t node, const std::string& name) const;
  /// Numbers in trained tensors, without the padding.
  std::size_t parameter_count() const;
};

/// Throws UsageError for a layer that cannot take its input, and names it.
Network network_of(const ModelSpec& spec);
/// The shape of a node's first input.
const Shape& input_shape(const ModelSpec& spec, const Network& network, std::size_t node);

/// Gives each tensor its place: trained ones in the parameters, the others in the statistics. `names` and `specs` are
/// [nodes].
std::vector<Tensor> place_tensors(const std::vector<std::string>& names,
                                  const std::vector<std::vector<TensorSpec>>& specs, std::size_t& parameters_size,
                                  std::size_t& statistics_size);

/// Fills one of the two vectors of fresh tensors: `trained` says which. Weights are uniform in ±limit with
/// He: limit = sqrt(6 / fan_in) (He et al., 2015); Xavier: sqrt(6 / (fan_in + fan_out)) (Glorot and Bengio, 2010).
/// Uniform, not normal: only exact float operations, so the weights are bit-identical on every platform.
void fill_fresh(const std::vector<Tensor>& tensors, bool trained, Initializer initializer, std::uint64_t seed,
                std::span<float> values);

/// A network that may be wrong, as far as it can be worked out: what an editor shows while it is being changed.
struct Outline {
  /// Shapes, inputs, names, tensors and flops of the layers before the first fault. An unused output is a fault too,
  /// but does not hide the layers behind it.
  Network network;
  std::optional<UsageError> fault;
  std::size_t faulty = 0;   // the layer that `fault` is about
  std::string fault_alone;  // its sentence without the layer's place and name, for display at the layer

  /// The parameters of one layer of `network`, without the padding.
  std::size_t parameter_count(std::size_t node) const;
};

/// The first fault that network_of() throws, with its place.
Outline outline_of(const ModelSpec& spec);

/// A layer's place in the flat parameter vector; offsets in floats, each a multiple of 16 (64 bytes).
struct LayerSlice {
  std::size_t weight = 0;  // W [out, in] row-major, as PyTorch has it
  std::size_t bias = 0;    // b [out]
  int in = 0;
  int out = 0;
};

/// An MLP's weights and biases in the flat vector of parameters, for engines that know dense layers only.
struct ParameterLayout {
  std::vector<LayerSlice> layers;
  std::size_t size = 0;  // floats, with the padding between tensors (always zero)
};

/// Throws UsageError for a network that is no MLP (is_mlp()).
ParameterLayout layout_of(const ModelSpec& spec);

}  // namespace mlplab
