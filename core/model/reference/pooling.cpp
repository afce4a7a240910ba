#include <algorithm>
#include <cmath>

#include "core/model/reference/sliding.h"

namespace mlplab::reference {
namespace {

std::size_t place_of_largest(const float* x, int width, int top, int bottom, int left, int right) {
  std::size_t best = std::size_t(top) * std::size_t(width) + std::size_t(left);
  for (int i = top; i < bottom; ++i)
    for (int j = left; j < right; ++j) {
      const std::size_t at = std::size_t(i) * std::size_t(width) + std::size_t(j);
      if (x[at] > x[best] || std::isnan(x[at])) best = at;
    }
  return best;
}

}  // namespace

void max_pool(const Sliding& s, int first, int end, const float* x, float* y) {
  for (int n = first; n < end; ++n) {
    const float* from = x + std::size_t(n) * s.in_plane();
    float* to = y + std::size_t(n) * s.out_plane();
    for_each_window(s, [&](std::size_t output, int top, int bottom, int left, int right) {
      to[output] = from[place_of_largest(from, s.in.width, top, bottom, left, right)];
    });
  }
}

void max_pool_gradient(const Sliding& s, int first, int end, const float* x, const float* dy, float* dx) {
  for (int n = first; n < end; ++n) {
    const float* values = x + std::size_t(n) * s.in_plane();
    const float* from = dy + std::size_t(n) * s.out_plane();
    float* to = dx + std::size_t(n) * s.in_plane();
    std::fill_n(to, s.in_plane(), 0.0F);
    for_each_window(s, [&](std::size_t output, int top, int bottom, int left, int right) {
      to[place_of_largest(values, s.in.width, top, bottom, left, right)] += from[output];
    });
  }
}

void average_pool(const Sliding& s, int first, int end, const float* x, float* y) {
  const double area = double{1} * s.window.kernel.height * s.window.kernel.width;
  for (int n = first; n < end; ++n) {
    const float* from = x + std::size_t(n) * s.in_plane();
    float* to = y + std::size_t(n) * s.out_plane();
    for_each_window(s, [&](std::size_t output, int top, int bottom, int left, int right) {
      double sum = 0.0;
      for (int i = top; i < bottom; ++i)
        for (int j = left; j < right; ++j) sum += from[std::size_t(i) * std::size_t(s.in.width) + std::size_t(j)];
      to[output] = static_cast<float>(sum / area);
    });
  }
}

void average_pool_gradient(const Sliding& s, int first, int end, const float* dy, float* dx) {
  const auto share = static_cast<float>(1.0 / (double{1} * s.window.kernel.height * s.window.kernel.width));
  for (int n = first; n < end; ++n) {
    const float* from = dy + std::size_t(n) * s.out_plane();
    float* to = dx + std::size_t(n) * s.in_plane();
    std::fill_n(to, s.in_plane(), 0.0F);
    for_each_window(s, [&](std::size_t output, int top, int bottom, int left, int right) {
      for (int i = top; i < bottom; ++i)
        for (int j = left; j < right; ++j)
          to[std::size_t(i) * std::size_t(s.in.width) + std::size_t(j)] += share * from[output];
    });
  }
}

}  // namespace mlplab::reference
