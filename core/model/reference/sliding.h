// The loops of the layers that dense networks do not have, one function per operation: what `sequential` computes, what
// every other backend is tested against, and what answers a single image (core/model/inference.h). Plain C++, sums in
// double. Images are [channels, height, width], a batch of them [batch, channels, height, width].
#pragma once

#include <algorithm>
#include <cstddef>

#include "core/model/kinds.h"
#include "core/model/layers/window.h"

namespace mlplab {

/// A window that passes over a batch of images.
struct Sliding {
  int batch = 0;
  Shape in, out;  // of one image; out = window.output(channels, in)
  Window window;

  std::size_t in_plane() const { return static_cast<std::size_t>(in.height) * static_cast<std::size_t>(in.width); }
  std::size_t out_plane() const { return static_cast<std::size_t>(out.height) * static_cast<std::size_t>(out.width); }
  /// Numbers that one output of a convolution is summed from.
  std::size_t taps() const {
    return static_cast<std::size_t>(in.channels) * static_cast<std::size_t>(window.kernel.height) *
           static_cast<std::size_t>(window.kernel.width);
  }
};

/// The outputs [first, end) whose window has its pixel `tap` inside an image of `size` pixels.
struct Inside {
  int first, end;
  Inside(int tap, int size, int outputs, int stride, int padding) {
    const int before = padding - tap;  // output j reads pixel j · stride - before
    first = before > 0 ? (before + stride - 1) / stride : 0;
    const int last = size - 1 + before;
    end = last < 0 ? 0 : std::min(outputs, last / stride + 1);
    first = std::min(first, end);
  }
};

/// Calls work(place in the plane of `in`, place in that of `out`, count) for every row of outputs whose window has its
/// pixel (p, q) inside the image; from one output to the next the place in `in` moves by the stride.
template <class Work>
void for_rows_inside(const Sliding& s, int p, int q, const Work& work) {
  const Window& w = s.window;
  const Inside rows(p, s.in.height, s.out.height, w.stride.height, w.padding.height);
  const Inside columns(q, s.in.width, s.out.width, w.stride.width, w.padding.width);
  if (columns.first == columns.end) return;
  for (int i = rows.first; i < rows.end; ++i) {
    const int row = i * w.stride.height + p - w.padding.height;
    const int column = columns.first * w.stride.width + q - w.padding.width;
    work(std::size_t(row) * std::size_t(s.in.width) + std::size_t(column),
         std::size_t(i) * std::size_t(s.out.width) + std::size_t(columns.first),
         std::size_t(columns.end - columns.first));
  }
}

/// Calls work(place in the plane of `out`, rows [top, bottom), columns [left, right) of `in`) for every window, cut off
/// at the image's border.
template <class Work>
void for_each_window(const Sliding& s, const Work& work) {
  const Window& w = s.window;
  std::size_t output = 0;
  for (int i = 0; i < s.out.height; ++i) {
    const int begin = i * w.stride.height - w.padding.height;
    const int top = std::max(begin, 0), bottom = std::min(begin + w.kernel.height, s.in.height);
    for (int j = 0; j < s.out.width; ++j) {
      const int start = j * w.stride.width - w.padding.width;
      work(output++, top, bottom, std::max(start, 0), std::min(start + w.kernel.width, s.in.width));
    }
  }
}

namespace reference {

// The formula of convolutions is in core/model/layers/conv2d.h. x [batch, in], w [out.channels, in.channels, kernel],
// y [batch, out].

/// y = f(b + x * w); bias [out.channels] may be null.
void convolution(const Sliding& s, const float* x, const float* w, const float* bias, Activation activation, float* y);
/// dx [batch, in] from dy [batch, out].
void convolution_input_gradient(const Sliding& s, const float* dy, const float* w, float* dx);
/// dw = the gradient, summed over the batch.
void convolution_weight_gradient(const Sliding& s, const float* x, const float* dy, float* dw);

// The rules of poolings are in core/model/layers/pooling.h. Each function computes the planes [first, end) of the
// batch · channels there are; s.out.channels = s.in.channels.

void max_pool(const Sliding& s, int first, int end, const float* x, float* y);
/// Each dy goes to the first pixel of its window that is the largest (the last NaN, where there is one).
void max_pool_gradient(const Sliding& s, int first, int end, const float* x, const float* dy, float* dx);
void average_pool(const Sliding& s, int first, int end, const float* x, float* y);
void average_pool_gradient(const Sliding& s, int first, int end, const float* dy, float* dx);

}  // namespace reference
}  // namespace mlplab
