#include "core/model/reference/normalization.h"

#include "core/model/activation.h"

namespace mlplab::reference {
namespace {

/// Calls work(i) for every number of channel `channel`.
template <class Work>
void for_channel(const Normalization& n, int channel, const Work& work) {
  for (int b = 0; b < n.batch; ++b) {
    const std::size_t begin = n.place_of(b, channel);
    for (std::size_t i = begin; i < begin + n.plane; ++i) work(i);
  }
}

}  // namespace

void channel_sums(const Normalization& n, int first, int end, const float* x, float* sums, float* squares) {
  for (int c = first; c < end; ++c) {
    double sum = 0.0, square = 0.0;
    const double mean = squares == nullptr ? 0.0 : n.mean[c];
    for_channel(n, c, [&](std::size_t i) {
      sum += x[i];
      square += (x[i] - mean) * (x[i] - mean);
    });
    if (sums != nullptr) sums[c] = static_cast<float>(sum);
    if (squares != nullptr) squares[c] = static_cast<float>(square);
  }
}

void normalize(const Normalization& n, int first, int end, const float* x, const float* weight, const float* bias,
               Activation activation, float* y) {
  for (int c = first; c < end; ++c) {
    const double factor = weight[c] * n.scale_of(c), mean = n.mean[c], shift = bias[c];
    for_channel(
        n, c, [&](std::size_t i) { y[i] = activate(activation, static_cast<float>((x[i] - mean) * factor + shift)); });
  }
}

void normalize_weight_gradient(const Normalization& n, int first, int end, const float* x, const float* dy,
                               float* dweight, float* dbias) {
  for (int c = first; c < end; ++c) {
    double sum = 0.0, product = 0.0;
    const double mean = n.mean[c];
    for_channel(n, c, [&](std::size_t i) {
      sum += dy[i];
      product += dy[i] * (x[i] - mean);
    });
    dbias[c] = static_cast<float>(sum);
    dweight[c] = static_cast<float>(product * n.scale_of(c));
  }
}

void normalize_input_gradient(const Normalization& n, int first, int end, const float* x, const float* weight,
                              const float* mean_dy, const float* mean_dyx, const float* dy, float* dx) {
  for (int c = first; c < end; ++c) {
    const double scale = n.scale_of(c), factor = weight[c] * scale, mean = n.mean[c];
    for_channel(n, c, [&](std::size_t i) {
      dx[i] = static_cast<float>(factor * (dy[i] - double{mean_dy[c]} - (x[i] - mean) * scale * double{mean_dyx[c]}));
    });
  }
}

}  // namespace mlplab::reference
