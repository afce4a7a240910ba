// The operations of VectorBackend beyond those of dense layers: workers share out pictures, planes or channels.
#include <algorithm>

#include "core/compute/kernels/vector_backend.h"
#include "core/model/reference/pooling.h"

namespace mlplab::kernels {
namespace {

/// 2×2, side by side.
bool is_usual(const Window& w) { return w == Window{{2, 2}, {2, 2}, {0, 0}}; }

double numbers(const Sliding& s) { return double(s.batch) * double(s.in.size()); }

}  // namespace

void VectorBackend::convolution(const Sliding& s, const float* x, const float* w, const float* bias,
                                Activation activation, float* y) {
  convolution_.convolution(s, x, w, bias, activation, y);
}

void VectorBackend::convolution_input_gradient(const Sliding& s, const float* dy, const float* w, float* dx) {
  convolution_.input_gradient(s, dy, w, dx);
}

void VectorBackend::convolution_weight_gradient(const Sliding& s, float alpha, const float* x, const float* dy,
                                                float* dw) {
  convolution_.weight_gradient(s, alpha, x, dy, dw);
}

void VectorBackend::max_pool(const Sliding& s, const float* x, float* y) {
  share_out(s.batch * s.in.channels, 16.0 * numbers(s), [&](int, int first, int end) {
    if (is_usual(s.window))
      kernels_.max_pool_2x2(end - first, s.in.height, s.in.width, x + std::size_t(first) * s.in_plane(),
                            y + std::size_t(first) * s.out_plane());
    else
      reference::max_pool(s, first, end, x, y);
  });
}

void VectorBackend::max_pool_gradient(const Sliding& s, const float* x, const float* dy, float* dx) {
  share_out(s.batch * s.in.channels, 16.0 * numbers(s), [&](int, int first, int end) {
    const std::size_t in = std::size_t(first) * s.in_plane(), out = std::size_t(first) * s.out_plane();
    if (is_usual(s.window))
      kernels_.max_pool_2x2_gradient(end - first, s.in.height, s.in.width, x + in, dy + out, dx + in);
    else
      reference::max_pool_gradient(s, first, end, x, dy, dx);
  });
}

void VectorBackend::average_pool(const Sliding& s, const float* x, float* y) {
  share_out(s.batch * s.in.channels, 16.0 * numbers(s),
            [&](int, int first, int end) { reference::average_pool(s, first, end, x, y); });
}

void VectorBackend::average_pool_gradient(const Sliding& s, const float* dy, float* dx) {
  share_out(s.batch * s.in.channels, 16.0 * numbers(s),
            [&](int, int first, int end) { reference::average_pool_gradient(s, first, end, dy, dx); });
}

void VectorBackend::channel_sums(const Normalization& n, const float* x, float* sums, float* squares) {
  share_out(n.channels, n.count() * n.channels, [&](int, int first, int end) {
    for (int c = first; c < end; ++c) {
      PlaneSums all;
      const float mean = squares == nullptr ? 0.0F : n.mean[c];
      for (int b = 0; b < n.batch; ++b) kernels_.plane_sums(n.plane, x + n.place_of(b, c), nullptr, mean, all);
      if (sums != nullptr) sums[c] = static_cast<float>(all.sum + double{mean} * n.count());
      if (squares != nullptr) squares[c] = static_cast<float>(all.product);
    }
  });
}

void VectorBackend::normalize(const Normalization& n, const float* x, const float* weight, const float* bias,
                              Activation activation, float* y) {
  share_out(n.channels, n.count() * n.channels, [&](int, int first, int end) {
    for (int c = first; c < end; ++c) {
      const auto factor = static_cast<float>(weight[c] * n.scale_of(c));
      for (int b = 0; b < n.batch; ++b) {
        const std::size_t at = n.place_of(b, c);
        kernels_.plane_normalize(n.plane, x + at, n.mean[c], factor, bias[c], activation, y + at);
      }
    }
  });
}

void VectorBackend::normalize_weight_gradient(const Normalization& n, const float* x, const float* dy, float* dweight,
                                              float* dbias) {
  share_out(n.channels, n.count() * n.channels, [&](int, int first, int end) {
    for (int c = first; c < end; ++c) {
      PlaneSums all;
      for (int b = 0; b < n.batch; ++b) {
        const std::size_t at = n.place_of(b, c);
        kernels_.plane_sums(n.plane, x + at, dy + at, n.mean[c], all);
      }
      dbias[c] = static_cast<float>(all.sum);
      dweight[c] = static_cast<float>(all.product * n.scale_of(c));
    }
  });
}

void VectorBackend::normalize_input_gradient(const Normalization& n, const float* x, const float* weight,
                                             const float* mean_dy, const float* mean_dyx, const float* dy, float* dx) {
  share_out(n.channels, n.count() * n.channels, [&](int, int first, int end) {
    for (int c = first; c < end; ++c) {
      const double scale = n.scale_of(c);
      const PlaneGradient gradient{n.mean[c], static_cast<float>(weight[c] * scale), mean_dy[c],
                                   static_cast<float>(scale * double{mean_dyx[c]})};
      for (int b = 0; b < n.batch; ++b) {
        const std::size_t at = n.place_of(b, c);
        kernels_.plane_normalize_gradient(n.plane, x + at, dy + at, gradient, dx + at);
      }
    }
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
