// How images lie between the operations of the vector backends: the channels of a pixel side by side, so that vectors
// are of channels whatever the size of the image, and a convolution's products read and write whole vectors of them.
#pragma once

#include <algorithm>

#include "core/compute/kernels/aligned.h"
#include "core/compute/kernels/kernels.h"
#include "core/compute/kernels/team.h"

namespace mlplab::kernels {

/// Floats from one pixel to the next: whole vectors; but grey and colour images, which products read number by
/// number, stay as small as they are.
inline int pixel_size(const Kernels& kernels, int channels) {
  constexpr int few = 4;
  return channels <= few ? channels : (channels + kernels.lanes - 1) / kernels.lanes * kernels.lanes;
}

/// The channels of images, cut into panels of at most max_vectors vectors, as even as can be.
class ChannelPanels {
 public:
  ChannelPanels(const Kernels& kernels, int channels)
      : lanes_(kernels.lanes),
        channels_(channels),
        vectors_((channels + kernels.lanes - 1) / kernels.lanes),
        count_((vectors_ + kernels.max_vectors - 1) / kernels.max_vectors) {}
  int count() const { return count_; }
  /// Channels of all panels, with those that fill up the last vector.
  int size() const { return vectors_ * lanes_; }
  int first(int panel) const { return share_of(vectors_, panel, count_).first * lanes_; }
  int vectors(int panel) const { return share_of(vectors_, panel, count_).count(); }
  int width(int panel) const { return vectors(panel) * lanes_; }
  /// Channels of a panel that are there.
  int channels(int panel) const { return std::min(width(panel), channels_ - first(panel)); }

 private:
  int lanes_, channels_, vectors_, count_;
};

/// Memory that grows to what was asked for once.
inline void reserve(Aligned<float>& memory, std::size_t count) {
  if (memory.size() < count) memory = Aligned<float>(count);
}

}  // namespace mlplab::kernels
