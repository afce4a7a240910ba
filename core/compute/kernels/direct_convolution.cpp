#include "core/compute/kernels/direct_convolution.h"

#include <algorithm>

namespace mlplab::kernels {
namespace {

constexpr std::size_t pixels_of_a_product = 256;  // so that a panel of weights is read for many rows

void reserve(Aligned<float>& memory, std::size_t count) {
  if (memory.size() < count) memory = Aligned<float>(count);
}

}  // namespace

DirectConvolution::DirectConvolution(const Kernels& kernels, Team& team)
    : kernels_(kernels), team_(team), workers_(static_cast<std::size_t>(team.size())) {}

DirectConvolution::Panels DirectConvolution::panels_of(int channels) const {
  const int vectors = std::min(kernels_.max_vectors, (channels + kernels_.lanes - 1) / kernels_.lanes);
  const int width = vectors * kernels_.lanes;
  return {channels, width, (channels + width - 1) / width};
}

int DirectConvolution::together_of(const Sliding& s, std::size_t pixels) const {
  const int each = (s.batch + team_.size() - 1) / team_.size();
  const auto wanted = static_cast<int>((pixels_of_a_product + pixels - 1) / pixels);
  return std::clamp(wanted, 1, std::max(each, 1));
}

void DirectConvolution::make_tables(const Bordered& bordered, int pictures, int pixels_high, int pixels_wide,
                                    int stride_high, int stride_wide, const Extent& kernel) {
  rows_.clear();
  for (int n = 0; n < pictures; ++n)
    for (int i = 0; i < pixels_high; ++i)
      for (int j = 0; j < pixels_wide; ++j)
        rows_.push_back(static_cast<std::int32_t>(std::size_t(n) * bordered.size()) + i * stride_high * bordered.width +
                        j * stride_wide);
  depths_.clear();
  for (int c = 0; c < bordered.channels; ++c)
    for (int p = 0; p < kernel.height; ++p)
      for (int q = 0; q < kernel.width; ++q) depths_.push_back((c * bordered.height + p) * bordered.width + q);
}

void DirectConvolution::copy_in(const Bordered& b, int height, int width, const float* x, float* to) const {
  std::fill_n(to, b.size(), 0.0F);
  for (int c = 0; c < b.channels; ++c)
    for (int i = 0; i < height; ++i, x += width) {
      float* row = to + std::size_t(c * b.height + b.top + i * b.step_height) * std::size_t(b.width) + b.left;
      if (b.step_width == 1)
        std::copy_n(x, width, row);
      else
        for (int j = 0; j < width; ++j) row[j * b.step_width] = x[j];
    }
}

void DirectConvolution::pack(const Panels& panels, std::size_t taps,
                             const std::function<void(int panel, float* to)>& fill) {
  const std::size_t size = taps * static_cast<std::size_t>(panels.width);
  reserve(packed_, static_cast<std::size_t>(panels.count) * size);
  team_.run([&](int worker) {
    const Share share = share_of(panels.count, worker, team_.size());
    for (int panel = share.first; panel < share.end; ++panel) {
      float* to = packed_.data() + std::size_t(panel) * size;
      if (panels.channels_of(panel) < panels.width) std::fill_n(to, size, 0.0F);
      fill(panel, to);
    }
  });
}

void DirectConvolution::slide(const Panels& panels, const Bordered& bordered, int batch, int together,
                              const Shape& from, std::size_t pixels, std::size_t taps, const float* x,
                              Activation activation, bool biased, float* y) {
  const bool late = activation != Activation::identity && activation != Activation::relu;
  for (Worker& worker : workers_) {  // here, because a worker cannot say that there is no memory
    reserve(worker.picture, std::size_t(together) * bordered.size());
    reserve(worker.output, std::size_t(together) * pixels * std::size_t(panels.width));
  }
  team_.run([&](int index) {
    Worker& own = workers_[static_cast<std::size_t>(index)];
    const Share share = share_of(batch, index, team_.size());
    if (share.count() == 0) return;
    for (int first = share.first; first < share.end; first += together) {
      const int pictures = std::min(together, share.end - first);
      for (int n = 0; n < pictures; ++n)
        copy_in(bordered, from.height, from.width, x + std::size_t(first + n) * from.size(),
                own.picture.data() + std::size_t(n) * bordered.size());
      for (int panel = 0; panel < panels.count; ++panel) {
        GatheredProduct g;
        g.m = pictures * static_cast<int>(pixels), g.k = static_cast<int>(taps);
        g.vectors = panels.width / kernels_.lanes;
        g.a = own.picture.data(), g.rows = rows_.data(), g.depths = depths_.data();
        g.b = packed_.data() + std::size_t(panel) * taps * std::size_t(panels.width);
        g.c = own.output.data();
        g.bias = biased ? bias_.data() + panels.first(panel) : nullptr;
        g.activation = activation;
        kernels_.gathered_product(g);
        if (late) kernels_.activate(activation, std::size_t(g.m) * std::size_t(panels.width), own.output.data());
        for (int n = 0; n < pictures; ++n)
          kernels_.transpose(
              static_cast<int>(pixels), panels.channels_of(panel),
              own.output.data() + std::size_t(n) * pixels * std::size_t(panels.width), panels.width,
              y + (std::size_t(first + n) * std::size_t(panels.channels) + std::size_t(panels.first(panel))) * pixels,
              static_cast<std::ptrdiff_t>(pixels));
      }
    }
  });
}

void DirectConvolution::convolution(const Sliding& s, const float* x, const float* w, const float* bias,
                                    Activation activation, float* y) {
  const Window& window = s.window;
  const Panels panels = panels_of(s.out.channels);
  const Bordered bordered{s.in.channels, s.in.height + 2 * window.padding.height, s.in.width + 2 * window.padding.width,
                          window.padding.height, window.padding.width};
  const int together = together_of(s, s.out_plane());
  make_tables(bordered, together, s.out.height, s.out.width, window.stride.height, window.stride.width, window.kernel);
  const std::size_t taps = s.taps();
  pack(panels, taps, [&](int panel, float* to) {
    kernels_.transpose(panels.channels_of(panel), static_cast<int>(taps), w + std::size_t(panels.first(panel)) * taps,
                       static_cast<std::ptrdiff_t>(taps), to, panels.width);
  });
  reserve(bias_, static_cast<std::size_t>(panels.count) * static_cast<std::size_t>(panels.width));
  if (bias != nullptr) std::copy_n(bias, s.out.channels, bias_.data());
  slide(panels, bordered, s.batch, together, s.in, s.out_plane(), taps, x, activation, bias != nullptr, y);
}

void DirectConvolution::input_gradient(const Sliding& s, const float* dy, const float* w, float* dx) {
  const auto [height, width] = s.window.kernel;
  const Panels panels = panels_of(s.in.channels);
  const Bordered bordered{s.out.channels,
                          s.in.height + height - 1,
                          s.in.width + width - 1,
                          height - 1 - s.window.padding.height,
                          width - 1 - s.window.padding.width,
                          s.window.stride.height,
                          s.window.stride.width};
  const int together = together_of(s, s.in_plane());
  make_tables(bordered, together, s.in.height, s.in.width, 1, 1, s.window.kernel);
  const auto area = static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
  const auto channels = static_cast<std::size_t>(s.in.channels);
  pack(panels, static_cast<std::size_t>(s.out.channels) * area, [&](int panel, float* to) {
    const int first = panels.first(panel), count = panels.channels_of(panel);
    for (int o = 0; o < s.out.channels; ++o)
      for (int c = 0; c < count; ++c) {
        const float* own = w + (std::size_t(o) * channels + std::size_t(first + c)) * area;
        float* turned = to + (std::size_t(o) + 1) * area * std::size_t(panels.width) + c;
        for (std::size_t tap = 0; tap < area; ++tap) *(turned -= panels.width) = own[tap];
      }
  });
  slide(panels, bordered, s.batch, together, s.out, s.in_plane(), static_cast<std::size_t>(s.out.channels) * area, dy,
        Activation::identity, /*biased=*/false, dx);
}

void DirectConvolution::weight_gradient(const Sliding& s, float alpha, const float* x, const float* dy, float* dw) {
  const Window& window = s.window;
  const Panels panels = panels_of(s.out.channels);
  const Bordered bordered{s.in.channels, s.in.height + 2 * window.padding.height, s.in.width + 2 * window.padding.width,
                          window.padding.height, window.padding.width};
  const std::size_t pixels = s.out_plane(), taps = s.taps(), width = static_cast<std::size_t>(panels.width);
  const int together = together_of(s, pixels);
  make_tables(bordered, together, s.out.height, s.out.width, window.stride.height, window.stride.width, window.kernel);
  const std::size_t size = static_cast<std::size_t>(panels.count) * taps * width;
  for (Worker& worker : workers_) {
    reserve(worker.picture, std::size_t(together) * bordered.size());
    reserve(worker.panel, std::size_t(together) * pixels * width);
    reserve(worker.sums, size);
  }
  team_.run([&](int index) {
    Worker& own = workers_[static_cast<std::size_t>(index)];
    const Share share = share_of(s.batch, index, team_.size());
    std::fill_n(own.sums.data(), size, 0.0F);
    if (share.count() == 0) return;
    for (int first = share.first; first < share.end; first += together) {
      const int pictures = std::min(together, share.end - first);
      for (int n = 0; n < pictures; ++n)
        copy_in(bordered, s.in.height, s.in.width, x + std::size_t(first + n) * s.in.size(),
                own.picture.data() + std::size_t(n) * bordered.size());
      for (int panel = 0; panel < panels.count; ++panel) {
        const int channels = panels.channels_of(panel);
        if (channels < panels.width) std::fill_n(own.panel.data(), std::size_t(pictures) * pixels * width, 0.0F);
        for (int n = 0; n < pictures; ++n)
          kernels_.transpose(
              channels, static_cast<int>(pixels),
              dy + (std::size_t(first + n) * std::size_t(s.out.channels) + std::size_t(panels.first(panel))) * pixels,
              static_cast<std::ptrdiff_t>(pixels), own.panel.data() + std::size_t(n) * pixels * width, panels.width);
        GatheredProduct g;
        g.m = static_cast<int>(taps), g.k = pictures * static_cast<int>(pixels);
        g.vectors = panels.width / kernels_.lanes;
        g.a = own.picture.data(), g.rows = depths_.data(), g.depths = rows_.data();
        g.b = own.panel.data();
        g.accumulate = true;
        g.c = own.sums.data() + std::size_t(panel) * taps * width;
        kernels_.gathered_product(g);
      }
    }
  });
  team_.run([&](int index) {
    const Share share = share_of(panels.count, index, team_.size());
    for (int panel = share.first; panel < share.end; ++panel) {
      const std::size_t offset = std::size_t(panel) * taps * width;
      float* total = workers_[0].sums.data() + offset;
      for (std::size_t worker = 1; worker < workers_.size(); ++worker)
        kernels_.add_scaled(taps * width, 1.0F, workers_[worker].sums.data() + offset, total);
      float* to = dw + std::size_t(panels.first(panel)) * taps;
      const int channels = panels.channels_of(panel);
      kernels_.transpose(static_cast<int>(taps), channels, total, panels.width, to, static_cast<std::ptrdiff_t>(taps));
      if (alpha != 1.0F)
        for (std::size_t i = 0; i < std::size_t(channels) * taps; ++i) to[i] *= alpha;
    }
  });
}

}  // namespace mlplab::kernels
