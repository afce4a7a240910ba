// The tasks that the workers of a pool take one by one, threads and processes alike: packets of
// photographs to find images in, packets of images to embed, rows of distances. The pool decides where the numbers lie.
#pragma once

#include "core/operations/embeddings.h"

namespace mlplab {

/// Calls work(i) for i = 0 … count - 1, each once, on `workers` threads that take the next one when they are done; ends
/// early where `control` is stopped. The first exception comes through.
void for_each_task(std::size_t count, int workers, const RunControl& control,
                   const std::function<void(std::size_t)>& work);

/// Times the phases, each from the end of the one before.
class PhaseClock {
 public:
  /// Starts it; `times_s` outlives it.
  explicit PhaseClock(PhaseTimes& times_s);
  void ends(PoolPhase phase);

 private:
  PhaseTimes& times_s_;
  double start_s_;
};

/// How many numbers an embedding has; 0 where there are no images. Throws InputError, for
/// a network without a hidden layer too.
std::size_t embedding_dimensions(const TrainingState& state, const ImageSource& images);

class EmbeddingTasks {
 public:
  /// Both outlive it.
  EmbeddingTasks(const TrainingState& state, const ImageSource& images, std::size_t packet, std::size_t dimensions);
  /// The bytes of all images that are found; 0 where nothing has to be found: then there are no packets of photographs.
  std::size_t found_bytes() const;
  std::size_t photograph_packets() const;
  /// found [images, image_bytes]: those in the packet's photographs are written.
  void detect(std::size_t packet, std::uint8_t* found) const;
  std::size_t packets() const;
  /// values [images, dimensions]: those of the packet's images are written. `found` as of detect().
  void embed(std::size_t packet, const std::uint8_t* found, float* values) const;
  std::size_t row_blocks() const;
  /// values [images, dimensions], distances [pair_count(images)]: those of the block's rows are written.
  void measure(std::size_t block, const float* values, float* distances) const;

 private:
  std::vector<float> image(std::size_t index, const std::uint8_t* found) const;

  const TrainingState& state_;
  const ImageSource& images_;
  std::size_t images_count_, packet_, dimensions_, hidden_;
  const Detection* detection_;
};

}  // namespace mlplab
