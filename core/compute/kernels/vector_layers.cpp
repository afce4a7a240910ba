// The operations of VectorBackend beyond those of dense layers, on images as image_layout.h has them: workers share
// out images, or pixels.
#include <algorithm>

#include "core/compute/kernels/vector_backend.h"

namespace mlplab::kernels {
namespace {

double numbers(const Sliding& s) { return double(s.batch) * double(s.in.size()); }

/// `s` for the images of a share.
Sliding part_of(const Sliding& s, int first, int end) {
  Sliding part = s;
  part.batch = end - first;
  return part;
}

}  // namespace

std::size_t VectorBackend::image_size(const Shape& shape) const {
  return std::size_t(shape.height) * std::size_t(shape.width) * pixel(shape.channels);
}

void VectorBackend::arrange(int batch, const Shape& shape, const float* plain, float* own) {
  const std::size_t pixels = shape.size() / std::size_t(shape.channels), apart = pixel(shape.channels);
  share_out(batch, double(batch) * double(shape.size()), [&](int, int first, int end) {
    for (int n = first; n < end; ++n) {
      float* to = own + std::size_t(n) * pixels * apart;
      if (apart > std::size_t(shape.channels)) std::fill_n(to, pixels * apart, 0.0F);
      kernels_.transpose(shape.channels, static_cast<int>(pixels), plain + std::size_t(n) * shape.size(),
                         static_cast<std::ptrdiff_t>(pixels), to, static_cast<std::ptrdiff_t>(apart));
    }
  });
}

void VectorBackend::restore(int batch, const Shape& shape, const float* own, float* plain) {
  const std::size_t pixels = shape.size() / std::size_t(shape.channels), apart = pixel(shape.channels);
  share_out(batch, double(batch) * double(shape.size()), [&](int, int first, int end) {
    for (int n = first; n < end; ++n)
      kernels_.transpose(static_cast<int>(pixels), shape.channels, own + std::size_t(n) * pixels * apart,
                         static_cast<std::ptrdiff_t>(apart), plain + std::size_t(n) * shape.size(),
                         static_cast<std::ptrdiff_t>(pixels));
  });
}

void VectorBackend::convolution(const Sliding& s, const float* x, const float* w, const float* bias,
                                Activation activation, float* y) {
  if (by_winograd(s))
    winograd_.convolution(s, x, w, bias, activation, y);
  else
    direct_.convolution(s, x, w, bias, activation, y);
}

void VectorBackend::convolution_input_gradient(const Sliding& s, const float* dy, const float* w, float* dx) {
  if (by_winograd(s))
    winograd_.input_gradient(s, dy, w, dx);
  else
    direct_.input_gradient(s, dy, w, dx);
}

void VectorBackend::convolution_weight_gradient(const Sliding& s, const float* x, const float* dy, float* dw) {
  if (by_winograd(s))
    winograd_.weight_gradient(s, x, dy, dw);
  else
    direct_.weight_gradient(s, x, dy, dw);
}

void VectorBackend::max_pool(const Sliding& s, const float* x, float* y) {
  share_out(s.batch, 4.0 * numbers(s), [&](int, int first, int end) {
    kernels_.max_pool(part_of(s, first, end), pixel(s.in.channels), x + std::size_t(first) * image_size(s.in),
                      y + std::size_t(first) * image_size(s.out));
  });
}

void VectorBackend::max_pool_gradient(const Sliding& s, const float* x, Activation of_x, const float* dy, float* dx) {
  share_out(s.batch, 4.0 * numbers(s), [&](int, int first, int end) {
    const std::size_t in = std::size_t(first) * image_size(s.in), out = std::size_t(first) * image_size(s.out);
    kernels_.max_pool_gradient(part_of(s, first, end), pixel(s.in.channels), x + in, of_x, dy + out, dx + in);
  });
}

void VectorBackend::average_pool(const Sliding& s, const float* x, float* y) {
  share_out(s.batch, 4.0 * numbers(s), [&](int, int first, int end) {
    kernels_.average_pool(part_of(s, first, end), pixel(s.in.channels), x + std::size_t(first) * image_size(s.in),
                          y + std::size_t(first) * image_size(s.out));
  });
}

void VectorBackend::average_pool_gradient(const Sliding& s, const float* dy, float* dx) {
  share_out(s.batch, 4.0 * numbers(s), [&](int, int first, int end) {
    kernels_.average_pool_gradient(part_of(s, first, end), pixel(s.in.channels),
                                   dy + std::size_t(first) * image_size(s.out),
                                   dx + std::size_t(first) * image_size(s.in));
  });
}

void VectorBackend::share_pixels(const Normalization& n,
                                 const std::function<void(int worker, std::size_t first, std::size_t rows)>& work) {
  const int rows = n.batch * static_cast<int>(n.plane);
  share_out(rows, n.count() * n.channels,
            [&](int worker, int first, int end) { work(worker, std::size_t(first), std::size_t(end - first)); });
}

/// Each worker's sums of its pixels, added up in the workers' order.
void VectorBackend::sum_pixels(const Normalization& n, const float* x, const float* dy, bool products) {
  const std::size_t apart = pixel(n.channels);
  pixel_sums_.assign(2 * apart * static_cast<std::size_t>(team_->size()), 0.0);
  share_pixels(n, [&](int worker, std::size_t first, std::size_t rows) {
    double* own = pixel_sums_.data() + 2 * apart * static_cast<std::size_t>(worker);
    kernels_.pixel_sums({rows, apart}, x + first * apart, dy == nullptr ? nullptr : dy + first * apart,
                        products ? channels_[0].data() : nullptr, own, products ? own + apart : nullptr);
  });
  for (std::size_t i = 2 * apart; i < pixel_sums_.size(); ++i) pixel_sums_[i % (2 * apart)] += pixel_sums_[i];
}

void VectorBackend::channel_sums(const Normalization& n, const float* x, float* sums, float* squares) {
  if (squares != nullptr) set_channels(0, n.channels, [&](int c) { return n.mean[c]; });
  sum_pixels(n, x, nullptr, squares != nullptr);
  const std::size_t apart = pixel(n.channels);
  for (std::size_t c = 0; c < std::size_t(n.channels); ++c) {
    const double mean = squares == nullptr ? 0.0 : double{n.mean[c]};
    if (sums != nullptr) sums[c] = static_cast<float>(pixel_sums_[c] + mean * n.count());
    if (squares != nullptr) squares[c] = static_cast<float>(pixel_sums_[apart + c]);
  }
}

void VectorBackend::normalize(const Normalization& n, const float* x, const float* weight, const float* bias,
                              Activation activation, float* y) {
  const std::size_t apart = pixel(n.channels);
  const float* mean = set_channels(0, n.channels, [&](int c) { return n.mean[c]; });
  const float* factor =
      set_channels(1, n.channels, [&](int c) { return static_cast<float>(weight[c] * n.scale_of(c)); });
  const float* shift = set_channels(2, n.channels, [&](int c) { return bias[c]; });
  share_pixels(n, [&](int, std::size_t first, std::size_t rows) {
    kernels_.normalize_pixels({rows, apart}, x + first * apart, mean, factor, shift, activation, y + first * apart);
  });
}

void VectorBackend::normalize_weight_gradient(const Normalization& n, const float* x, const float* dy, float* dweight,
                                              float* dbias) {
  set_channels(0, n.channels, [&](int c) { return n.mean[c]; });
  sum_pixels(n, x, dy, /*products=*/true);
  for (int c = 0; c < n.channels; ++c) {
    dbias[c] = static_cast<float>(pixel_sums_[std::size_t(c)]);
    dweight[c] = static_cast<float>(pixel_sums_[pixel(n.channels) + std::size_t(c)] * n.scale_of(c));
  }
}

void VectorBackend::normalize_input_gradient(const Normalization& n, const float* x, const float* weight,
                                             const float* mean_dy, const float* mean_dyx, const float* dy, float* dx) {
  const std::size_t apart = pixel(n.channels);
  PixelsGradient g;
  g.mean = set_channels(0, n.channels, [&](int c) { return n.mean[c]; });
  g.factor = set_channels(1, n.channels, [&](int c) { return static_cast<float>(weight[c] * n.scale_of(c)); });
  g.mean_dy = set_channels(2, n.channels, [&](int c) { return mean_dy[c]; });
  g.slope = set_channels(3, n.channels, [&](int c) { return static_cast<float>(n.scale_of(c) * double{mean_dyx[c]}); });
  share_pixels(n, [&](int, std::size_t first, std::size_t rows) {
    kernels_.normalize_pixels_gradient({rows, apart}, x + first * apart, dy + first * apart, g, dx + first * apart);
  });
}

void VectorBackend::dropout(const DropoutMask& mask, std::size_t count, const float* x, float* y) {
  share_numbers(count, 16.0 * double(count),
                [&](std::size_t first, std::size_t end) { reference::dropout(mask, first, end, x, y); });
}

void VectorBackend::add(Activation activation, std::size_t count, const float* a, const float* b, float* y) {
  share_numbers(count, double(count), [&](std::size_t first, std::size_t end) {
    kernels_.add(activation, end - first, a + first, b == nullptr ? nullptr : b + first, y + first);
  });
}

}  // namespace mlplab::kernels
