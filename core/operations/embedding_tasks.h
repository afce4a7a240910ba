// The tasks that the workers of a pool take one by one, threads and processes alike: packets of images to embed, then
// rows of distances. The pool decides where the numbers lie.
#pragma once

#include "core/operations/embeddings.h"

namespace mlplab {

/// How many numbers an embedding has, as the first image tells; 0 where there are no images. Throws InputError, for
/// a network without a hidden layer too.
std::size_t embedding_dimensions(const TrainingState& state, const ImageSource& images);

class EmbeddingTasks {
 public:
  /// Both outlive it.
  EmbeddingTasks(const TrainingState& state, const ImageSource& images, std::size_t packet, std::size_t dimensions);
  std::size_t packets() const;
  /// values [images, dimensions]: those of the packet's images are written.
  void embed(std::size_t packet, float* values) const;
  std::size_t row_blocks() const;
  /// values [images, dimensions], distances [pair_count(images)]: those of the block's rows are written.
  void measure(std::size_t block, const float* values, float* distances) const;

 private:
  const TrainingState& state_;
  const ImageSource& images_;
  std::size_t images_count_, packet_, dimensions_, hidden_;
};

}  // namespace mlplab
