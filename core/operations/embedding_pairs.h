// Which images have nearly the same embedding, and which differ most: the pairs at both ends of all distances.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/operations/embeddings.h"

namespace mlplab {

struct ImagePair {
  std::uint32_t a = 0, b = 0;  // a < b
  float distance = 0.0F;       // Euclidean, of all dimensions
  bool operator==(const ImagePair&) const = default;
};

struct PairExtremes {
  std::vector<ImagePair> nearest;   // the nearest first
  std::vector<ImagePair> farthest;  // the farthest first
};

/// At most `most` of each; equal distances in the order of the images. Distances that are no numbers are left out.
PairExtremes extreme_pairs(const Embeddings& embeddings, std::size_t most);

/// A measurement's embeddings without the distances of all pairs, which would be the most of it.
struct EmbeddedImages {
  std::shared_ptr<const ImageSource> images;
  int dimensions = 0;
  std::vector<float> values;  // [images, dimensions]
  PairExtremes pairs;
};

}  // namespace mlplab
