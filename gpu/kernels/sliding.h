// The shapes that convolutions and poolings share, as in core/model/reference/sliding.h: plain C++17.
#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// The shape of one image: [channels, height, width].
struct Planes {
  int channels = 0, height = 0, width = 0;
};

struct Steps2d {
  int height = 1, width = 1;
};

/// A window that passes over images x [batch, in] and gives y [batch, out]: output (i, j) sees the pixels from
/// (i, j) · stride - padding on. Fewer than 2³¹ numbers of an image and pixels of a batch.
struct SlidingWindow {
  int batch = 0;
  Planes in, out;
  Steps2d kernel, stride, padding;
};

}  // namespace mlplab::gpu
