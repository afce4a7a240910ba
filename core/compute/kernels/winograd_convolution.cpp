#include "core/compute/kernels/winograd_convolution.h"

#include <algorithm>

#include "core/compute/kernels/blocks.h"

namespace mlplab::kernels {
namespace {

constexpr int tile = 4;  // outputs of a tile, each way
constexpr int points = Tiles::points;
constexpr std::size_t area = 9;         // of the kernel
constexpr int tiles_of_a_product = 48;  // so that a panel of weights is read for many rows

}  // namespace

WinogradConvolution::WinogradConvolution(const Kernels& kernels, Team& team)
    : kernels_(kernels), team_(team), workers_(static_cast<std::size_t>(team.size())) {}

WinogradConvolution::Cut WinogradConvolution::tiles_of(const Shape& outputs) {
  return {(outputs.height + tile - 1) / tile, (outputs.width + tile - 1) / tile};
}

/// A transform of 36 numbers of a channel takes about as long as 200 multiply-adds, that of a kernel's weights too.
bool WinogradConvolution::pays(const Sliding& s) const {
  const Window& w = s.window;
  if (w.kernel != Extent{3, 3} || w.stride != Extent{1, 1} || w.padding.height > 2 || w.padding.width > 2) return false;
  if (pixel_size(kernels_, s.in.channels) % kernels_.lanes != 0) return false;
  if (pixel_size(kernels_, s.out.channels) % kernels_.lanes != 0) return false;
  constexpr double transform = 200.0;
  const double in = s.in.channels, out = s.out.channels, batch = s.batch;
  const Cut cut = tiles_of(s.out);
  const double direct = batch * double(s.out_plane()) * double(area) * in * out;
  return batch * cut.high * cut.wide * (points * in * out + transform * (in + out)) + transform * in * out < direct;
}

WinogradConvolution::Cut WinogradConvolution::cut_of(const Sliding& s, const Shape& outputs) const {
  Cut cut = tiles_of(outputs);
  const std::size_t tile_bytes =
      sizeof(float) * points *
      static_cast<std::size_t>(pixel_size(kernels_, s.in.channels) + pixel_size(kernels_, s.out.channels));
  const int wanted = std::max(tiles_of_a_product, static_cast<int>(kernels_.cache_bytes / 3 / tile_bytes));
  const int all = (s.batch * cut.high + team_.size() - 1) / team_.size();
  cut.rows = std::clamp(wanted / cut.wide, 1, std::max(all, 1));
  return cut;
}

template <class Work>
void WinogradConvolution::for_images(const Cut& cut, const Share& rows, const Work& work) const {
  for (int row = rows.first; row < rows.end;) {
    const int image = row / cut.high, first = row % cut.high;
    const int count = std::min(cut.high - first, rows.end - row);
    work(image, Share{first, first + count}, (row - rows.first) * cut.wide);
    row += count;
  }
}

/// packed_: panel after panel [points, channels in, width], 0 past the last channel out.
void WinogradConvolution::pack(const ChannelPanels& panels, const Sliding& s, bool turned, const float* w) {
  const std::size_t in = static_cast<std::size_t>(s.in.channels), out = static_cast<std::size_t>(s.out.channels);
  const std::size_t depth = turned ? out : in;
  reserve(packed_, points * depth * std::size_t(panels.size()));
  for (Worker& worker : workers_) reserve(worker.scratch, depth * area * std::size_t(panels.width(0)));
  team_.run([&](int index) {
    const Share share = share_of(panels.count(), index, team_.size());
    float* taps = workers_[static_cast<std::size_t>(index)].scratch.data();
    for (int panel = share.first; panel < share.end; ++panel) {
      const int width = panels.width(panel), there = panels.channels(panel);
      const std::size_t first = static_cast<std::size_t>(panels.first(panel));
      if (there < width) std::fill_n(taps, depth * area * std::size_t(width), 0.0F);
      if (turned)
        for (std::size_t o = 0; o < out; ++o)
          kernels_.transpose(there, area, w + (o * in + first) * area, area, taps + o * area * std::size_t(width),
                             width);
      else
        kernels_.transpose(there, static_cast<int>(in * area), w + first * in * area,
                           static_cast<std::ptrdiff_t>(in * area), taps, width);
      kernels_.winograd_weights(static_cast<int>(depth), width, turned, taps, packed_.data() + points * depth * first,
                                static_cast<std::ptrdiff_t>(depth) * width);
    }
  });
}

void WinogradConvolution::multiply(const Sliding& s, const Shape& from, const Shape& to, const Extent& outside,
                                   const float* x, const float* bias, Activation activation, float* y) {
  const ChannelPanels panels(kernels_, to.channels);
  const Cut cut = cut_of(s, to);
  const int pixel_in = pixel_size(kernels_, from.channels), pixel_out = pixel_size(kernels_, to.channels);
  const std::ptrdiff_t plane_in = plane_of(cut.tiles(), pixel_in), plane_out = plane_of(cut.tiles(), pixel_out);
  const std::size_t size_in = std::size_t(from.height) * std::size_t(from.width) * std::size_t(pixel_in);
  const std::size_t size_out = std::size_t(to.height) * std::size_t(to.width) * std::size_t(pixel_out);
  const std::size_t depth = static_cast<std::size_t>(from.channels);
  const bool late = activation != Activation::identity && activation != Activation::relu;
  for (Worker& worker : workers_) {  // here, because a worker cannot say that there is no memory
    reserve(worker.in, std::size_t(points * plane_in));
    reserve(worker.out, std::size_t(points * plane_out));
  }
  team_.run([&](int index) {
    Worker& own = workers_[static_cast<std::size_t>(index)];
    const Share share = share_of(s.batch * cut.high, index, team_.size());
    for (int first = share.first; first < share.end; first += cut.rows) {
      const Share rows{first, std::min(first + cut.rows, share.end)};
      const int tiles = rows.count() * cut.wide;
      for_images(cut, rows, [&](int image, const Share& part, int before) {
        const Tiles t{from.height, from.width,   pixel_in, outside.height, outside.width,
                      part.first,  part.count(), cut.wide, plane_in};
        kernels_.winograd_windows(t, x + std::size_t(image) * size_in,
                                  own.in.data() + std::ptrdiff_t(before) * pixel_in);
      });
      for (int point = 0; point < points; ++point)
        for (int panel = 0; panel < panels.count(); ++panel) {
          PanelProduct g;
          g.m = tiles, g.n = panels.width(panel), g.k = from.channels;
          g.vectors = panels.vectors(panel);
          g.a = own.in.data() + point * plane_in, g.row_a = pixel_in, g.col_a = 1;
          g.ldb = panels.width(panel);
          g.b = packed_.data() + points * depth * std::size_t(panels.first(panel)) +
                std::size_t(point) * depth * std::size_t(g.ldb);
          g.c = own.out.data() + point * plane_out + panels.first(panel), g.ldc = pixel_out;
          if (point + 1 < points)
            g.ahead = part_of(ahead_of(g.a + plane_in, tiles, from.channels, pixel_in), panel, panels.count());
          kernels_.panel_product(g);
        }
      for_images(cut, rows, [&](int image, const Share& part, int before) {
        const Tiles t{to.height, to.width, pixel_out, 0, 0, part.first, part.count(), cut.wide, plane_out};
        kernels_.winograd_outputs(t, own.out.data() + std::ptrdiff_t(before) * pixel_out, bias, activation,
                                  y + std::size_t(image) * size_out);
        if (!late) return;
        const std::size_t line = std::size_t(to.width) * std::size_t(pixel_out);
        const std::size_t begin = std::size_t(part.first * tile) * line;
        const std::size_t end = std::size_t(std::min(part.end * tile, to.height)) * line;
        kernels_.activate(activation, end - begin, y + std::size_t(image) * size_out + begin);
      });
    }
  });
}

void WinogradConvolution::convolution(const Sliding& s, const float* x, const float* w, const float* bias,
                                      Activation activation, float* y) {
  const ChannelPanels panels(kernels_, s.out.channels);
  pack(panels, s, /*turned=*/false, w);
  reserve(bias_, static_cast<std::size_t>(panels.size()));
  if (bias != nullptr) {
    std::fill_n(bias_.data(), panels.size(), 0.0F);
    std::copy_n(bias, s.out.channels, bias_.data());
  }
  multiply(s, s.in, s.out, s.window.padding, x, bias == nullptr ? nullptr : bias_.data(), activation, y);
}

void WinogradConvolution::input_gradient(const Sliding& s, const float* dy, const float* w, float* dx) {
  pack(ChannelPanels(kernels_, s.in.channels), s, /*turned=*/true, w);
  const Extent outside{2 - s.window.padding.height, 2 - s.window.padding.width};
  multiply(s, s.out, s.in, outside, dy, nullptr, Activation::identity, dx);
}

void WinogradConvolution::weight_gradient(const Sliding& s, const float* x, const float* dy, float* dw) {
  const ChannelPanels panels(kernels_, s.out.channels);
  const Cut cut = cut_of(s, s.out);
  const int pixel_in = pixel_size(kernels_, s.in.channels), pixel_out = pixel_size(kernels_, s.out.channels);
  const std::ptrdiff_t plane_in = plane_of(cut.tiles(), pixel_in), plane_out = plane_of(cut.tiles(), pixel_out);
  const std::size_t size_in = s.in_plane() * std::size_t(pixel_in), size_out = s.out_plane() * std::size_t(pixel_out);
  const std::size_t in = static_cast<std::size_t>(s.in.channels);
  const std::ptrdiff_t plane = plane_of(s.in.channels, pixel_out);  // of the sums [points, in, pixel_out]
  for (Worker& worker : workers_) {
    reserve(worker.in, std::size_t(points * plane_in));
    reserve(worker.out, std::size_t(points * plane_out));
    reserve(worker.sums, std::size_t(points * plane));
    reserve(worker.scratch, in * area * std::size_t(panels.width(0)));
  }
  team_.run([&](int index) {
    Worker& own = workers_[static_cast<std::size_t>(index)];
    const Share share = share_of(s.batch * cut.high, index, team_.size());
    if (share.count() == 0) std::fill_n(own.sums.data(), points * plane, 0.0F);
    for (int first = share.first; first < share.end; first += cut.rows) {
      const Share rows{first, std::min(first + cut.rows, share.end)};
      for_images(cut, rows, [&](int image, const Share& part, int before) {
        Tiles t{s.in.height,  s.in.width, pixel_in, s.window.padding.height, s.window.padding.width, part.first,
                part.count(), cut.wide,   plane_in};
        kernels_.winograd_windows(t, x + std::size_t(image) * size_in,
                                  own.in.data() + std::ptrdiff_t(before) * pixel_in);
        t.height = s.out.height, t.width = s.out.width, t.channels = pixel_out, t.plane = plane_out;
        kernels_.winograd_gradients(t, dy + std::size_t(image) * size_out,
                                    own.out.data() + std::ptrdiff_t(before) * pixel_out);
      });
      for (int point = 0; point < points; ++point)
        for (int panel = 0; panel < panels.count(); ++panel) {
          PanelProduct g;
          g.m = s.in.channels, g.n = panels.width(panel), g.k = rows.count() * cut.wide;
          g.vectors = panels.vectors(panel);
          g.a = own.in.data() + point * plane_in, g.row_a = 1, g.col_a = pixel_in;
          g.b = own.out.data() + point * plane_out + panels.first(panel), g.ldb = pixel_out;
          g.beta = first == share.first ? 0.0F : 1.0F;
          g.c = own.sums.data() + point * plane + panels.first(panel), g.ldc = pixel_out;
          kernels_.panel_product(g);
        }
    }
  });
  team_.run([&](int index) {
    const Share share = share_of(panels.count(), index, team_.size());
    float* taps = workers_[static_cast<std::size_t>(index)].scratch.data();
    for (int panel = share.first; panel < share.end; ++panel) {
      const int width = panels.width(panel), there = panels.channels(panel);
      float* sums = workers_[0].sums.data() + panels.first(panel);
      for (std::size_t worker = 1; worker < workers_.size(); ++worker)
        for (int point = 0; point < points; ++point)
          for (std::size_t c = 0; c < in; ++c) {
            const std::ptrdiff_t at = point * plane + static_cast<std::ptrdiff_t>(c) * pixel_out;
            kernels_.add_scaled(std::size_t(width), 1.0F, workers_[worker].sums.data() + panels.first(panel) + at,
                                sums + at);
          }
      kernels_.winograd_weight_gradients(s.in.channels, width, sums, pixel_out, plane, taps);
      float* to = dw + std::size_t(panels.first(panel)) * in * area;
      kernels_.transpose(static_cast<int>(in * area), there, taps, width, to, static_cast<std::ptrdiff_t>(in * area));
    }
  });
}

}  // namespace mlplab::kernels
