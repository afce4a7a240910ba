#include <vector>

#include "core/model/activation.h"
#include "core/model/reference/sliding.h"

namespace mlplab::reference {
namespace {

/// Calls work(o, c, p, q, index of the weight).
template <class Work>
void for_weights(const Sliding& s, const Work& work) {
  std::size_t weight = 0;
  for (int o = 0; o < s.out.channels; ++o)
    for (int c = 0; c < s.in.channels; ++c)
      for (int p = 0; p < s.window.kernel.height; ++p)
        for (int q = 0; q < s.window.kernel.width; ++q) work(o, c, p, q, weight++);
}

}  // namespace

void convolution(const Sliding& s, const float* x, const float* w, const float* bias, Activation activation, float* y) {
  const std::size_t plane = s.out_plane();
  const auto step = static_cast<std::size_t>(s.window.stride.width);
  std::vector<double> sums(s.out.size());
  for (int n = 0; n < s.batch; ++n, x += s.in.size(), y += s.out.size()) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = bias == nullptr ? 0.0 : bias[i / plane];
    for_weights(s, [&](int o, int c, int p, int q, std::size_t weight) {
      const double factor = w[weight];
      for_rows_inside(s, p, q, [&](std::size_t from, std::size_t to, std::size_t count) {
        const float* input = x + std::size_t(c) * s.in_plane() + from;
        double* sum = &sums[std::size_t(o) * plane + to];
        for (std::size_t j = 0; j < count; ++j) sum[j] += factor * input[j * step];
      });
    });
    for (std::size_t i = 0; i < sums.size(); ++i) y[i] = activate(activation, static_cast<float>(sums[i]));
  }
}

void convolution_input_gradient(const Sliding& s, const float* dy, const float* w, float* dx) {
  const auto step = static_cast<std::size_t>(s.window.stride.width);
  std::vector<double> sums(s.in.size());
  for (int n = 0; n < s.batch; ++n, dx += s.in.size(), dy += s.out.size()) {
    std::ranges::fill(sums, 0.0);
    for_weights(s, [&](int o, int c, int p, int q, std::size_t weight) {
      const double factor = w[weight];
      for_rows_inside(s, p, q, [&](std::size_t to, std::size_t from, std::size_t count) {
        const float* gradient = dy + std::size_t(o) * s.out_plane() + from;
        double* sum = &sums[std::size_t(c) * s.in_plane() + to];
        for (std::size_t j = 0; j < count; ++j) sum[j * step] += factor * gradient[j];
      });
    });
    for (std::size_t i = 0; i < sums.size(); ++i) dx[i] = static_cast<float>(sums[i]);
  }
}

void convolution_weight_gradient(const Sliding& s, const float* x, const float* dy, float* dw) {
  const auto step = static_cast<std::size_t>(s.window.stride.width);
  std::vector<double> sums(static_cast<std::size_t>(s.out.channels) * s.taps());
  for (int n = 0; n < s.batch; ++n, x += s.in.size(), dy += s.out.size())
    for_weights(s, [&](int o, int c, int p, int q, std::size_t weight) {
      double sum = 0.0;
      for_rows_inside(s, p, q, [&](std::size_t from, std::size_t at, std::size_t count) {
        const float* input = x + std::size_t(c) * s.in_plane() + from;
        const float* gradient = dy + std::size_t(o) * s.out_plane() + at;
        for (std::size_t j = 0; j < count; ++j) sum += double{input[j * step]} * gradient[j];
      });
      sums[weight] += sum;
    });
  for (std::size_t i = 0; i < sums.size(); ++i) dw[i] = static_cast<float>(sums[i]);
}

}  // namespace mlplab::reference
