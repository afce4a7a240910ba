#include "core/compute/product_convolution.h"

#include <algorithm>

#include "core/model/activation.h"

namespace mlplab {
namespace {

constexpr std::size_t columns_of_a_product = 1024;

/// Calls work(row of the matrix, pixel offset in x, column offset, count) for the pixels inside the image; from one
/// to the next x moves by the stride.
template <class Work>
void for_pixels(const Sliding& s, const Work& work) {
  std::size_t row = 0;
  for (int c = 0; c < s.in.channels; ++c)
    for (int p = 0; p < s.window.kernel.height; ++p)
      for (int q = 0; q < s.window.kernel.width; ++q, ++row)
        for_rows_inside(s, p, q, [&](std::size_t pixel, std::size_t column, std::size_t count) {
          work(row, std::size_t(c) * s.in_plane() + pixel, column, count);
        });
}

/// columns [taps, ld] of one image, zeros where a window looks past its border.
void to_columns(const Sliding& s, const float* x, float* columns, std::size_t ld) {
  const auto step = static_cast<std::size_t>(s.window.stride.width);
  for (std::size_t row = 0; row < s.taps(); ++row) std::fill_n(columns + row * ld, s.out_plane(), 0.0F);
  for_pixels(s, [&](std::size_t row, std::size_t from, std::size_t to, std::size_t count) {
    for (std::size_t j = 0; j < count; ++j) columns[row * ld + to + j] = x[from + j * step];
  });
}

/// The way back: what lies in the columns is added up in the image.
void from_columns(const Sliding& s, const float* columns, std::size_t ld, float* x) {
  const auto step = static_cast<std::size_t>(s.window.stride.width);
  std::fill_n(x, s.in.size(), 0.0F);
  for_pixels(s, [&](std::size_t row, std::size_t to, std::size_t from, std::size_t count) {
    for (std::size_t j = 0; j < count; ++j) x[to + j * step] += columns[row * ld + from + j];
  });
}

}  // namespace

template <class Work>
void ProductBackend::for_groups(const Sliding& s, const Work& work) {
  const auto most = static_cast<int>(std::max<std::size_t>(columns_of_a_product / s.out_plane(), 1));
  const std::size_t largest = static_cast<std::size_t>(std::min(most, s.batch)) * s.out_plane();
  columns_.resize(s.taps() * largest);
  outputs_.resize(static_cast<std::size_t>(s.out.channels) * largest);
  for (int first = 0; first < s.batch; first += most) {
    const int images = std::min(most, s.batch - first);
    work(static_cast<std::size_t>(first), static_cast<std::size_t>(images),
         static_cast<std::size_t>(images) * s.out_plane());
  }
}

void ProductBackend::convolution(const Sliding& s, const float* x, const float* w, const float* bias,
                                 Activation activation, float* y) {
  const std::size_t plane = s.out_plane();
  for_groups(s, [&](std::size_t first, std::size_t images, std::size_t columns) {
    for (std::size_t n = 0; n < images; ++n)
      to_columns(s, x + (first + n) * s.in.size(), &columns_[n * plane], columns);
    Gemm product;  // [out, columns] = W [out, taps] · columns [taps, columns]
    product.m = s.out.channels, product.n = static_cast<int>(columns), product.k = static_cast<int>(s.taps());
    product.a = w, product.lda = product.k;
    product.b = columns_.data(), product.ldb = product.n;
    product.c = outputs_.data(), product.ldc = product.n;
    gemm(product);
    for (std::size_t n = 0; n < images; ++n)
      for (std::size_t o = 0; o < static_cast<std::size_t>(s.out.channels); ++o) {
        const float* from = &outputs_[o * columns + n * plane];
        float* to = y + (first + n) * s.out.size() + o * plane;
        const float shift = bias == nullptr ? 0.0F : bias[o];
        for (std::size_t i = 0; i < plane; ++i) to[i] = activate(activation, from[i] + shift);
      }
  });
}

void ProductBackend::convolution_input_gradient(const Sliding& s, const float* dy, const float* w, float* dx) {
  const std::size_t plane = s.out_plane();
  for_groups(s, [&](std::size_t first, std::size_t images, std::size_t columns) {
    for (std::size_t n = 0; n < images; ++n)
      for (std::size_t o = 0; o < static_cast<std::size_t>(s.out.channels); ++o)
        std::copy_n(dy + (first + n) * s.out.size() + o * plane, plane, &outputs_[o * columns + n * plane]);
    Gemm product;  // [taps, columns] = Wᵀ [taps, out] · D [out, columns]
    product.transpose_a = true;
    product.m = static_cast<int>(s.taps()), product.n = static_cast<int>(columns), product.k = s.out.channels;
    product.a = w, product.lda = product.m;
    product.b = outputs_.data(), product.ldb = product.n;
    product.c = columns_.data(), product.ldc = product.n;
    gemm(product);
    for (std::size_t n = 0; n < images; ++n)
      from_columns(s, &columns_[n * plane], columns, dx + (first + n) * s.in.size());
  });
}

void ProductBackend::convolution_weight_gradient(const Sliding& s, const float* x, const float* dy, float* dw) {
  const std::size_t plane = s.out_plane();
  if (s.batch == 0) std::fill_n(dw, static_cast<std::size_t>(s.out.channels) * s.taps(), 0.0F);
  for_groups(s, [&](std::size_t first, std::size_t images, std::size_t columns) {
    for (std::size_t n = 0; n < images; ++n) {
      to_columns(s, x + (first + n) * s.in.size(), &columns_[n * plane], columns);
      for (std::size_t o = 0; o < static_cast<std::size_t>(s.out.channels); ++o)
        std::copy_n(dy + (first + n) * s.out.size() + o * plane, plane, &outputs_[o * columns + n * plane]);
    }
    Gemm product;  // [out, taps] += D [out, columns] · columnsᵀ [columns, taps]
    product.transpose_b = true;
    product.m = s.out.channels, product.n = static_cast<int>(s.taps()), product.k = static_cast<int>(columns);
    product.beta = first == 0 ? 0.0F : 1.0F;
    product.a = outputs_.data(), product.lda = product.k;
    product.b = columns_.data(), product.ldb = product.k;
    product.c = dw, product.ldc = product.n;
    gemm(product);
  });
}

}  // namespace mlplab
