#include "core/compute/onednn/blocked_images.h"

#include <algorithm>
#include <array>

namespace mlplab::onednn {
namespace {

constexpr std::size_t most = 16;                // channels of a block
constexpr std::size_t worth_sharing = 1 << 14;  // numbers
constexpr std::size_t pixels_of_a_sum = 64;     // added up as floats before they go to the doubles

/// The largest numbers under a window, and the pixels where they are: a later one wins where it is larger, or NaN.
struct Largest {
  std::array<float, most> value;
  std::array<int, most> pixel;
  Largest(const float* x, std::size_t block, int width, int top, int bottom, int left, int right) {
    const int first = top * width + left;
    for (std::size_t c = 0; c < block; ++c) value[c] = x[std::size_t(first) * block + c], pixel[c] = first;
    for (int i = top; i < bottom; ++i)
      for (int j = left; j < right; ++j) {
        const int at = i * width + j;
        const float* from = x + std::size_t(at) * block;
#pragma omp simd
        for (std::size_t c = 0; c < block; ++c) {
          const bool wins = !(from[c] <= value[c]);  // larger, or one of them is NaN
          const bool stays = value[c] != value[c] && from[c] == from[c];
          value[c] = wins && !stays ? from[c] : value[c];
          pixel[c] = wins && !stays ? at : pixel[c];
        }
      }
  }
};

/// Where the block of channels lies in `n`'s images, and how many of its channels there are.
struct Plane {
  std::size_t block = 1, blocks = 1, plane = 0;
  Plane(const Blocking& blocking, const Normalization& n)
      : block(static_cast<std::size_t>(blocking.block(n.channels))),
        blocks(static_cast<std::size_t>(blocking.blocks(n.channels))),
        plane(n.plane) {}
  std::size_t place(int image, std::size_t b) const { return (std::size_t(image) * blocks + b) * plane * block; }
  std::size_t channels(const Normalization& n, std::size_t b) const {
    return std::min(block, static_cast<std::size_t>(n.channels) - b * block);
  }
};

using Sums = std::array<double, most>;

/// Adds Σ y and Σ (x - mean) · y of a plane, y = dy or, where that is null, x - mean.
void add_plane(std::size_t block, std::size_t plane, const float* x, const float* dy, const float* mean, Sums& sums,
               Sums& products) {
  for (std::size_t first = 0; first < plane; first += pixels_of_a_sum) {
    std::array<float, most> sum{}, product{};
    const std::size_t end = std::min(plane, first + pixels_of_a_sum);
    for (std::size_t i = first * block; i < end * block; i += block)
#pragma omp simd
      for (std::size_t c = 0; c < block; ++c) {
        const float centered = x[i + c] - mean[c], y = dy == nullptr ? centered : dy[i + c];
        sum[c] += y, product[c] += centered * y;
      }
    for (std::size_t c = 0; c < block; ++c) sums[c] += double{sum[c]}, products[c] += double{product[c]};
  }
}

/// A block's part of a vector [channels], with zeros past the last one.
std::array<float, most> part_of(const float* vector, std::size_t first, std::size_t count) {
  std::array<float, most> part{};
  if (vector != nullptr) std::copy_n(vector + first, count, part.begin());
  return part;
}

}  // namespace

void max_pool(const Blocking& blocking, const Sliding& s, const float* x, float* y) {
  const auto block = static_cast<std::size_t>(blocking.block(s.in.channels));
  const int planes = s.batch * blocking.blocks(s.in.channels);
#pragma omp parallel for num_threads(blocking.workers) if (std::size_t(planes) * s.in_plane() * block > worth_sharing)
  for (int plane = 0; plane < planes; ++plane) {
    const float* from = x + std::size_t(plane) * s.in_plane() * block;
    float* to = y + std::size_t(plane) * s.out_plane() * block;
    for_each_window(s, [&](std::size_t output, int top, int bottom, int left, int right) {
      const Largest largest(from, block, s.in.width, top, bottom, left, right);
      std::copy_n(largest.value.begin(), block, to + output * block);
    });
  }
}

void max_pool_gradient(const Blocking& blocking, const Sliding& s, const float* x, const float* dy, float* dx) {
  const auto block = static_cast<std::size_t>(blocking.block(s.in.channels));
  const int planes = s.batch * blocking.blocks(s.in.channels);
#pragma omp parallel for num_threads(blocking.workers) if (std::size_t(planes) * s.in_plane() * block > worth_sharing)
  for (int plane = 0; plane < planes; ++plane) {
    const float* values = x + std::size_t(plane) * s.in_plane() * block;
    const float* from = dy + std::size_t(plane) * s.out_plane() * block;
    float* to = dx + std::size_t(plane) * s.in_plane() * block;
    std::fill_n(to, s.in_plane() * block, 0.0F);
    for_each_window(s, [&](std::size_t output, int top, int bottom, int left, int right) {
      const Largest largest(values, block, s.in.width, top, bottom, left, right);
      for (std::size_t c = 0; c < block; ++c) to[std::size_t(largest.pixel[c]) * block + c] += from[output * block + c];
    });
  }
}

void channel_sums(const Blocking& blocking, const Normalization& n, const float* x, float* sums, float* squares) {
  const Plane p(blocking, n);
#pragma omp parallel for num_threads(blocking.workers) if (n.count() * n.channels > double(worth_sharing))
  for (std::size_t b = 0; b < p.blocks; ++b) {
    Sums sum{}, square{};
    const std::size_t count = p.channels(n, b);
    const auto mean = part_of(squares == nullptr ? nullptr : n.mean, b * p.block, count);
    for (int i = 0; i < n.batch; ++i) add_plane(p.block, p.plane, x + p.place(i, b), nullptr, mean.data(), sum, square);
    for (std::size_t c = 0; c < count; ++c) {
      if (sums != nullptr) sums[b * p.block + c] = static_cast<float>(sum[c] + double{mean[c]} * n.count());
      if (squares != nullptr) squares[b * p.block + c] = static_cast<float>(square[c]);
    }
  }
}

void normalize(const Blocking& blocking, const Normalization& n, const float* x, const float* weight, const float* bias,
               float* y) {
  const Plane p(blocking, n);
#pragma omp parallel for num_threads(blocking.workers) if (n.count() * n.channels > double(worth_sharing))
  for (std::size_t b = 0; b < p.blocks; ++b) {
    const std::size_t count = p.channels(n, b), first = b * p.block;
    const auto mean = part_of(n.mean, first, count), shift = part_of(bias, first, count);
    auto factor = part_of(weight, first, count);
    for (std::size_t c = 0; c < count; ++c)
      factor[c] = static_cast<float>(double{factor[c]} * n.scale_of(static_cast<int>(first + c)));
    for (int i = 0; i < n.batch; ++i) {
      const std::size_t begin = p.place(i, b);
      for (std::size_t at = begin; at < begin + p.plane * p.block; at += p.block)
#pragma omp simd
        for (std::size_t c = 0; c < p.block; ++c) y[at + c] = (x[at + c] - mean[c]) * factor[c] + shift[c];
    }
  }
}

void normalize_weight_gradient(const Blocking& blocking, const Normalization& n, const float* x, const float* dy,
                               float* dweight, float* dbias) {
  const Plane p(blocking, n);
#pragma omp parallel for num_threads(blocking.workers) if (n.count() * n.channels > double(worth_sharing))
  for (std::size_t b = 0; b < p.blocks; ++b) {
    Sums sum{}, product{};
    const std::size_t count = p.channels(n, b), first = b * p.block;
    const auto mean = part_of(n.mean, first, count);
    for (int i = 0; i < n.batch; ++i) {
      const std::size_t at = p.place(i, b);
      add_plane(p.block, p.plane, x + at, dy + at, mean.data(), sum, product);
    }
    for (std::size_t c = 0; c < count; ++c) {
      dbias[first + c] = static_cast<float>(sum[c]);
      dweight[first + c] = static_cast<float>(product[c] * n.scale_of(static_cast<int>(first + c)));
    }
  }
}

void normalize_input_gradient(const Blocking& blocking, const Normalization& n, const float* x, const float* weight,
                              const float* mean_dy, const float* mean_dyx, const float* dy, float* dx) {
  const Plane p(blocking, n);
#pragma omp parallel for num_threads(blocking.workers) if (n.count() * n.channels > double(worth_sharing))
  for (std::size_t b = 0; b < p.blocks; ++b) {
    const std::size_t count = p.channels(n, b), first = b * p.block;
    const auto mean = part_of(n.mean, first, count), rest = part_of(mean_dy, first, count);
    auto factor = part_of(weight, first, count), slope = part_of(mean_dyx, first, count);
    for (std::size_t c = 0; c < count; ++c) {
      const double scale = n.scale_of(static_cast<int>(first + c));
      factor[c] = static_cast<float>(double{factor[c]} * scale),
      slope[c] = static_cast<float>(double{slope[c]} * scale);
    }
    for (int i = 0; i < n.batch; ++i) {
      const std::size_t begin = p.place(i, b);
      for (std::size_t at = begin; at < begin + p.plane * p.block; at += p.block)
#pragma omp simd
        for (std::size_t c = 0; c < p.block; ++c)
          dx[at + c] = factor[c] * (dy[at + c] - rest[c] - (x[at + c] - mean[c]) * slope[c]);
    }
  }
}

}  // namespace mlplab::onednn
