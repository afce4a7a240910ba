// Shapes between layers, and the tensors that a layer keeps.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mlplab {

/// The shape of one example between two layers; a vector of n numbers is {n, 1, 1}. In memory: [channels, height,
/// width].
struct Shape {
  int channels = 0, height = 1, width = 1;
  std::size_t size() const {
    return static_cast<std::size_t>(channels) * static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
  }
  bool is_vector() const { return height == 1 && width == 1; }
  bool operator==(const Shape&) const = default;
};

/// '10', or '64×14×14' for an image.
std::string to_string(const Shape& shape);

/// A tensor as its layer declares it.
struct TensorSpec {
  std::string name;        // within the layer, PyTorch's: 'weight', 'bias', 'running_mean'
  std::vector<int> shape;  // row-major, PyTorch's: a dense weight is [out, in]
  bool trained = true;     // else it is state that the optimiser never touches (running statistics)
  /// Drawn by the network's initialiser from these where fan_in is not 0, else `value` everywhere.
  std::size_t fan_in = 0, fan_out = 0;
  float value = 0.0F;

  std::size_t count() const {
    std::size_t product = 1;
    for (const int size : shape) product *= static_cast<std::size_t>(size);
    return product;
  }
};

}  // namespace mlplab
