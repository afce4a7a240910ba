#include "core/compute/kernels/direct_convolution.h"

#include <algorithm>
#include <limits>

#include "core/base/language.h"

namespace mlplab::kernels {
namespace {

constexpr std::size_t pixels_of_a_product = 256;  // so that a panel of weights is read for many rows

/// Taps p = rest, rest + stride, … of a kernel.
int taps_of_phase(int kernel, int rest, int stride) { return rest < kernel ? (kernel - 1 - rest) / stride + 1 : 0; }

/// Where dy's rows (or columns) must begin and end, so that every pixel of dx finds its taps there.
struct Reach {
  int before = 0, size = 0;
  Reach(int in, int out, int kernel, int stride, int padding) {
    int first = 0, last = out - 1;
    for (int i = 0; i < in; ++i) {
      const int place = (i + padding) / stride, taps = taps_of_phase(kernel, (i + padding) % stride, stride);
      if (taps == 0) continue;
      first = std::min(first, place - taps + 1), last = std::max(last, place);
    }
    before = -first, size = last + 1 - first;
  }
};

}  // namespace

DirectConvolution::DirectConvolution(const Kernels& kernels, Team& team)
    : kernels_(kernels), team_(team), workers_(static_cast<std::size_t>(team.size())) {}

int DirectConvolution::together_of(const Sliding& s, std::size_t pixels, std::size_t floats) const {
  const std::size_t fitting = std::size_t{std::numeric_limits<std::int32_t>::max()} / std::max<std::size_t>(floats, 1);
  if (fitting == 0)
    throw BackendError(
        say("an image of %1 numbers with its border is too large for a convolution here; use smaller images or fewer "
            "channels",
            floats));
  const auto each = static_cast<std::size_t>(std::max((s.batch + team_.size() - 1) / team_.size(), 1));
  const std::size_t wanted = (pixels_of_a_product + pixels - 1) / pixels;
  return static_cast<int>(std::min({std::max<std::size_t>(wanted, 1), each, fitting}));
}

DirectConvolution::Bordered DirectConvolution::around(const Sliding& s) const {
  const Extent& padding = s.window.padding;
  return {s.in,
          pixel_of(s.in.channels),
          s.in.height + 2 * padding.height,
          s.in.width + 2 * padding.width,
          padding.height,
          padding.width};
}

const float* DirectConvolution::laid_out(const Bordered& b, int images, const float* x, Worker& own) const {
  if (!b.is_copied()) return x;
  const std::size_t row = std::size_t(b.image.width) * std::size_t(b.pixel);
  float* to = own.images.data();
  for (int n = 0; n < images; ++n, to += b.size()) {
    std::fill_n(to, b.place(b.top, 0), 0.0F);
    for (int i = 0; i < b.image.height; ++i, x += row) {
      float* line = to + b.place(b.top + i, 0);
      std::fill_n(line, b.left * b.pixel, 0.0F);
      std::copy_n(x, row, line + b.left * b.pixel);
      std::fill(line + b.left * b.pixel + row, line + b.width * b.pixel, 0.0F);
    }
    std::fill(to + b.place(b.top + b.image.height, 0), to + b.size(), 0.0F);
  }
  return own.images.data();
}

void DirectConvolution::add_windows(const Sliding& s, const Bordered& b, int together, Part& part) const {
  const Window& w = s.window;
  for (int n = 0; n < together; ++n)
    for (int i = 0; i < s.out.height; ++i)
      for (int j = 0; j < s.out.width; ++j)
        part.rows.push_back(static_cast<std::int32_t>(std::size_t(n) * b.size()) +
                            b.place(i * w.stride.height, j * w.stride.width));
  for (int p = 0; p < w.kernel.height; ++p)
    for (int q = 0; q < w.kernel.width; ++q)
      for (int c = 0; c < s.in.channels; ++c) part.depths.push_back(b.place(p, q) + c);
}

/// The pixels of dx whose place, with the padding, leaves the rest (row, column) when divided by the stride.
void DirectConvolution::add_phase(const Sliding& s, const Bordered& b, int together, int row, int column,
                                  Part& part) const {
  const Window& w = s.window;
  const int pixel = pixel_of(s.in.channels);
  for (int n = 0; n < together; ++n)
    for (int i = 0; i < s.in.height; ++i)
      for (int j = 0; j < s.in.width; ++j) {
        const int down = i + w.padding.height, right = j + w.padding.width;
        if (down % w.stride.height != row || right % w.stride.width != column) continue;
        part.rows.push_back(static_cast<std::int32_t>(std::size_t(n) * b.size()) +
                            b.place(b.top + down / w.stride.height, b.left + right / w.stride.width));
        part.outputs.push_back(((n * s.in.height + i) * s.in.width + j) * pixel);
      }
  const int high = taps_of_phase(w.kernel.height, row, w.stride.height);
  const int wide = taps_of_phase(w.kernel.width, column, w.stride.width);
  for (int p = 0; p < high; ++p)
    for (int q = 0; q < wide; ++q)
      for (int o = 0; o < s.out.channels; ++o) part.depths.push_back(o - b.place(p, q));
}

/// packed_: panel after panel [taps · in, width], 0 past the last channel.
void DirectConvolution::pack_forward(const ChannelPanels& panels, const Sliding& s, const float* w) {
  const std::size_t taps = s.taps(), channels = static_cast<std::size_t>(s.in.channels), area = taps / channels;
  reserve(packed_, taps * static_cast<std::size_t>(panels.size()));
  for (Worker& worker : workers_) reserve(worker.scratch, taps * std::size_t(panels.width(0)));
  team_.run([&](int index) {
    const Share share = share_of(panels.count(), index, team_.size());
    float* turned = workers_[static_cast<std::size_t>(index)].scratch.data();
    for (int panel = share.first; panel < share.end; ++panel) {
      const std::size_t width = static_cast<std::size_t>(panels.width(panel));
      if (panels.channels(panel) < panels.width(panel)) std::fill_n(turned, taps * width, 0.0F);
      kernels_.transpose(panels.channels(panel), static_cast<int>(taps), w + std::size_t(panels.first(panel)) * taps,
                         static_cast<std::ptrdiff_t>(taps), turned, panels.width(panel));
      float* to = packed_.data() + taps * std::size_t(panels.first(panel));
      for (std::size_t c = 0; c < channels; ++c)
        for (std::size_t tap = 0; tap < area; ++tap)
          std::copy_n(turned + (c * area + tap) * width, width, to + (tap * channels + c) * width);
    }
  });
}

/// Panel after panel [taps of the phase · out, width].
void DirectConvolution::pack_phase(const ChannelPanels& panels, const Sliding& s, int row, int column, const float* w,
                                   float* to) {
  const Window& window = s.window;
  const std::size_t channels = static_cast<std::size_t>(s.in.channels);
  const std::size_t area = static_cast<std::size_t>(window.kernel.height) * std::size_t(window.kernel.width);
  for (int panel = 0; panel < panels.count(); ++panel) {
    const std::size_t first = static_cast<std::size_t>(panels.first(panel));
    const int width = panels.width(panel), there = panels.channels(panel);
    for (int p = row; p < window.kernel.height; p += window.stride.height)
      for (int q = column; q < window.kernel.width; q += window.stride.width)
        for (int o = 0; o < s.out.channels; ++o, to += width) {
          const float* from = w + (std::size_t(o) * channels + first) * area + std::size_t(p * window.kernel.width + q);
          for (int c = 0; c < there; ++c) to[c] = from[std::size_t(c) * area];
          std::fill(to + there, to + width, 0.0F);
        }
  }
}

void DirectConvolution::slide(const std::vector<Part>& parts, const ChannelPanels& panels, const Bordered& bordered,
                              int batch, int together, const Shape& out, const float* x, const float* bias,
                              Activation activation, float* y) {
  const bool late = activation != Activation::identity && activation != Activation::relu;
  const int pixel = pixel_of(out.channels);
  const bool narrow = pixel % kernels_.lanes != 0;  // then a vector is more than a pixel
  const std::size_t pixels = std::size_t(out.height) * std::size_t(out.width), size = pixels * std::size_t(pixel);
  for (Worker& worker : workers_) {  // here, because a worker cannot say that there is no memory
    if (bordered.is_copied()) reserve(worker.images, std::size_t(together) * bordered.size());
    if (narrow) reserve(worker.outputs, std::size_t(together) * pixels * std::size_t(panels.size()));
  }
  team_.run([&](int index) {
    Worker& own = workers_[static_cast<std::size_t>(index)];
    const Share share = share_of(batch, index, team_.size());
    for (int first = share.first; first < share.end; first += together) {
      const int images = std::min(together, share.end - first);
      const std::size_t in =
          std::size_t(bordered.image.height) * std::size_t(bordered.image.width) * std::size_t(bordered.pixel);
      const float* from = laid_out(bordered, images, x + std::size_t(first) * in, own);
      float* to = y + std::size_t(first) * size;
      for (const Part& part : parts)
        for (int panel = 0; panel < panels.count(); ++panel) {
          GatheredProduct g;
          g.m = images * static_cast<int>(part.rows.size()) / together, g.k = static_cast<int>(part.depths.size());
          g.vectors = panels.vectors(panel);
          g.a = from, g.rows = part.rows.data(), g.depths = part.depths.data();
          g.b = packed_.data() + part.weights + part.depths.size() * std::size_t(panels.first(panel));
          g.ldb = panels.width(panel);
          g.c = (narrow ? own.outputs.data() : to) + panels.first(panel);
          g.ldc = narrow ? panels.size() : pixel;
          g.outputs = part.outputs.empty() ? nullptr : part.outputs.data();
          g.bias = bias == nullptr ? nullptr : bias + panels.first(panel);
          g.activation = activation;
          if (g.m > 0) kernels_.gathered_product(g);
          if (!narrow) continue;
          for (int i = 0; i < g.m; ++i) {
            const std::ptrdiff_t place =
                part.outputs.empty() ? std::ptrdiff_t(i) * pixel : part.outputs[std::size_t(i)];
            const std::ptrdiff_t row = part.outputs.empty() ? i * g.ldc : place;
            std::copy_n(own.outputs.data() + row, pixel, to + place);
          }
        }
      if (late) kernels_.activate(activation, std::size_t(images) * size, to);
    }
  });
}

void DirectConvolution::convolution(const Sliding& s, const float* x, const float* w, const float* bias,
                                    Activation activation, float* y) {
  const ChannelPanels panels(kernels_, s.out.channels);
  const Bordered bordered = around(s);
  const int together = together_of(s, s.out_plane(), bordered.size());
  std::vector<Part> parts(1);
  add_windows(s, bordered, together, parts[0]);
  pack_forward(panels, s, w);
  reserve(bias_, static_cast<std::size_t>(panels.size()));
  if (bias != nullptr) {
    std::fill_n(bias_.data(), panels.size(), 0.0F);
    std::copy_n(bias, s.out.channels, bias_.data());
  }
  slide(parts, panels, bordered, s.batch, together, s.out, x, bias == nullptr ? nullptr : bias_.data(), activation, y);
}

void DirectConvolution::input_gradient(const Sliding& s, const float* dy, const float* w, float* dx) {
  const Window& window = s.window;
  const ChannelPanels panels(kernels_, s.in.channels);
  const Reach rows(s.in.height, s.out.height, window.kernel.height, window.stride.height, window.padding.height);
  const Reach columns(s.in.width, s.out.width, window.kernel.width, window.stride.width, window.padding.width);
  const Bordered bordered{s.out, pixel_of(s.out.channels), rows.size, columns.size, rows.before, columns.before};
  const int together =
      together_of(s, s.in_plane(), std::max(bordered.size(), s.in_plane() * std::size_t(pixel_of(s.in.channels))));
  std::vector<Part> parts;
  std::size_t weights = 0;
  for (int row = 0; row < window.stride.height; ++row)
    for (int column = 0; column < window.stride.width; ++column) {
      Part part;
      add_phase(s, bordered, together, row, column, part);
      part.weights = weights;
      weights += part.depths.size() * std::size_t(panels.size());
      parts.push_back(std::move(part));
    }
  reserve(packed_, weights);
  team_.run([&](int index) {
    const Share share = share_of(static_cast<int>(parts.size()), index, team_.size());
    for (int i = share.first; i < share.end; ++i)
      pack_phase(panels, s, i / window.stride.width, i % window.stride.width, w,
                 packed_.data() + parts[std::size_t(i)].weights);
  });
  slide(parts, panels, bordered, s.batch, together, s.in, dy, nullptr, Activation::identity, dx);
}

void DirectConvolution::weight_gradient(const Sliding& s, const float* x, const float* dy, float* dw) {
  const ChannelPanels panels(kernels_, s.out.channels);
  const Bordered bordered = around(s);
  const std::size_t pixels = s.out_plane(), taps = s.taps(), width = static_cast<std::size_t>(panels.size());
  const int together = together_of(s, pixels, bordered.size()), pixel = pixel_of(s.out.channels);
  const bool narrow = pixel % kernels_.lanes != 0;
  Part part;
  add_windows(s, bordered, together, part);
  for (Worker& worker : workers_) {
    if (bordered.is_copied()) reserve(worker.images, std::size_t(together) * bordered.size());
    if (narrow) reserve(worker.outputs, std::size_t(together) * pixels * width);
    reserve(worker.sums, taps * width);
    reserve(worker.scratch, taps * std::size_t(panels.width(0)));
  }
  team_.run([&](int index) {
    Worker& own = workers_[static_cast<std::size_t>(index)];
    const Share share = share_of(s.batch, index, team_.size());
    std::fill_n(own.sums.data(), taps * width, 0.0F);
    for (int first = share.first; first < share.end; first += together) {
      const int images = std::min(together, share.end - first);
      const std::size_t count = std::size_t(images) * pixels;
      const float* from =
          laid_out(bordered, images, x + std::size_t(first) * s.in_plane() * std::size_t(bordered.pixel), own);
      const float* gradient = dy + std::size_t(first) * pixels * std::size_t(pixel);
      if (narrow) {
        std::fill_n(own.outputs.data(), count * width, 0.0F);
        for (std::size_t i = 0; i < count; ++i)
          std::copy_n(gradient + i * std::size_t(pixel), pixel, own.outputs.data() + i * width);
        gradient = own.outputs.data();
      }
      for (int panel = 0; panel < panels.count(); ++panel) {
        GatheredProduct g;
        g.m = static_cast<int>(taps), g.k = static_cast<int>(count);
        g.vectors = panels.vectors(panel);
        g.a = from, g.rows = part.depths.data(), g.depths = part.rows.data();
        g.b = gradient + panels.first(panel), g.ldb = narrow ? panels.size() : pixel;
        g.accumulate = true;
        g.c = own.sums.data() + taps * std::size_t(panels.first(panel)), g.ldc = panels.width(panel);
        kernels_.gathered_product(g);
      }
    }
  });
  sum_workers(panels, s, dw);
}

void DirectConvolution::sum_workers(const ChannelPanels& panels, const Sliding& s, float* dw) {
  const std::size_t taps = s.taps(), channels = static_cast<std::size_t>(s.in.channels), area = taps / channels;
  team_.run([&](int index) {
    const Share share = share_of(panels.count(), index, team_.size());
    float* turned = workers_[static_cast<std::size_t>(index)].scratch.data();
    for (int panel = share.first; panel < share.end; ++panel) {
      const std::size_t width = static_cast<std::size_t>(panels.width(panel));
      const std::size_t offset = taps * std::size_t(panels.first(panel));
      float* total = workers_[0].sums.data() + offset;
      for (std::size_t worker = 1; worker < workers_.size(); ++worker)
        kernels_.add_scaled(taps * width, 1.0F, workers_[worker].sums.data() + offset, total);
      for (std::size_t tap = 0; tap < area; ++tap)
        for (std::size_t c = 0; c < channels; ++c)
          std::copy_n(total + (tap * channels + c) * width, width, turned + (c * area + tap) * width);
      float* to = dw + std::size_t(panels.first(panel)) * taps;
      const int there = panels.channels(panel);
      kernels_.transpose(static_cast<int>(taps), there, turned, panels.width(panel), to,
                         static_cast<std::ptrdiff_t>(taps));
    }
  });
}

}  // namespace mlplab::kernels
