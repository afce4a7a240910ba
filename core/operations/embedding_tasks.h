// The tasks that the workers of a pool take one by one, threads and processes alike: packets of images to embed, then
// rows of distances. The pool decides where the numbers lie.
#pragma once

#include "core/operations/embeddings.h"

namespace mlplab {

/// How many numbers an embedding has, as the first picture tells; 0 where there are no pictures. Throws InputError, for
/// a network without a hidden layer too.
std::size_t embedding_dimensions(const TrainingState& state, const PictureSource& pictures);

class EmbeddingTasks {
 public:
  /// Both outlive it.
  EmbeddingTasks(const TrainingState& state, const PictureSource& pictures, std::size_t packet, std::size_t dimensions);
  std::size_t packets() const;
  /// values [pictures, dimensions]: those of the packet's pictures are written.
  void embed(std::size_t packet, float* values) const;
  std::size_t row_blocks() const;
  /// values [pictures, dimensions], distances [pair_count(pictures)]: those of the block's rows are written.
  void measure(std::size_t block, const float* values, float* distances) const;

 private:
  const TrainingState& state_;
  const PictureSource& pictures_;
  std::size_t pictures_count_, packet_, dimensions_, hidden_;
};

}  // namespace mlplab
