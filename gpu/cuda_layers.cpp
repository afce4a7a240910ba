// The operations of layers beyond dense ones on a GPU. An operation's name in a profile is that of
// core/compute/layers/.
#include <limits>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/random.h"
#include "gpu/cuda_backend.h"
#include "gpu/kernels/add.h"
#include "gpu/kernels/bias_activation.h"
#include "gpu/kernels/convolution.h"
#include "gpu/kernels/dropout.h"
#include "gpu/kernels/normalization.h"
#include "gpu/kernels/pooling.h"

namespace mlplab::gpu {
namespace {

/// Kernels count the numbers of an image and the pixels of a batch in 32 bits, to the end of the last block.
void check_size(int batch, std::size_t plane, std::size_t channels) {
  constexpr std::size_t most = std::size_t{std::numeric_limits<std::int32_t>::max()} - 1024;
  if (static_cast<std::size_t>(batch) * plane <= most && channels * plane <= most) return;
  throw BackendError(
      say("a batch of %1 images of %2 times %3 numbers is too large for the GPU's kernels, which count pixels up to 2 "
          "thousand millions; use a smaller batch or smaller images",
          batch, channels, plane));
}

SlidingWindow window_of(const Sliding& s) {
  check_size(s.batch, s.in_plane(), static_cast<std::size_t>(s.in.channels));
  check_size(s.batch, s.out_plane(), static_cast<std::size_t>(s.out.channels));
  const auto planes = [](const Shape& shape) { return Planes{shape.channels, shape.height, shape.width}; };
  const auto steps = [](const Extent& extent) { return Steps2d{extent.height, extent.width}; };
  return {
      s.batch, planes(s.in), planes(s.out), steps(s.window.kernel), steps(s.window.stride), steps(s.window.padding)};
}

Channels channels_of(const Normalization& n) {
  check_size(n.batch, n.plane, static_cast<std::size_t>(n.channels));
  return {n.batch, n.channels, static_cast<int>(n.plane), n.epsilon, n.mean, n.variance};
}

}  // namespace

float* CudaBackend::scratch(std::size_t floats) {
  if (scratch_.size() < floats) {
    stream_.wait();  // nothing may still use the smaller one
    scratch_ = DeviceArray<float>(floats);
  }
  return scratch_.data();
}

Units CudaBackend::units() const { return {workers(), choice_.style == Style::fused && has_tensor_cores()}; }

template <class Launch>
cudaError_t CudaBackend::tiled(const ProductSize& size, const Launch& launch) {
  return launch(plan_tiles(size, units()), scratch(most_sums(size, units())));
}

void CudaBackend::convolution(const Sliding& s, const float* x, const float* w, const float* bias,
                              Activation activation, float* y) {
  const SlidingWindow window = window_of(s);
  run(to_say("convolution"), [&] {
    if (cudnn_ != nullptr) {
      cudnn_->convolution(window, x, w, y);
      if (bias == nullptr && activation == Activation::identity) return cudaSuccess;
      return bias_activation(stream_.get(), s.batch, s.out.channels, static_cast<int>(s.out_plane()), bias, activation,
                             y);
    }
    if (naive()) return convolution_naive(stream_.get(), window, x, w, bias, activation, y);
    return tiled(forward_product(window), [&](const TilePlan& plan, float* sums) {
      return convolution_tiled(stream_.get(), window, x, w, bias, activation, y, plan, sums);
    });
  });
}

void CudaBackend::convolution_input_gradient(const Sliding& s, const float* dy, const float* w, float* dx) {
  const SlidingWindow window = window_of(s);
  run(to_say("convolution input gradient"), [&] {
    if (cudnn_ != nullptr) {
      cudnn_->input_gradient(window, dy, w, dx);
      return cudaSuccess;
    }
    if (naive()) return convolution_input_gradient_naive(stream_.get(), window, dy, w, dx);
    cudaError_t done = cudaSuccess;
    for (int number = 0; done == cudaSuccess && number < window.stride.height * window.stride.width; ++number) {
      const InputPhase phase = input_phase(window, number);
      if (phase.height.pixels * phase.width.pixels == 0) continue;  // a stride beyond the image
      done = tiled(input_gradient_product(window, phase), [&](const TilePlan& plan, float* sums) {
        return convolution_input_gradient_tiled(stream_.get(), window, phase, dy, w, dx, plan, sums);
      });
    }
    return done;
  });
}

void CudaBackend::convolution_weight_gradient(const Sliding& s, const float* x, const float* dy, float* dw) {
  const SlidingWindow window = window_of(s);
  run(to_say("convolution weight gradient"), [&] {
    if (cudnn_ != nullptr) {
      cudnn_->weight_gradient(window, x, dy, dw);
      return cudaSuccess;
    }
    if (naive()) return convolution_weight_gradient_naive(stream_.get(), window, x, dy, dw);
    return tiled(weight_gradient_product(window), [&](const TilePlan& plan, float* sums) {
      return convolution_weight_gradient_tiled(stream_.get(), window, x, dy, dw, plan, sums);
    });
  });
}

void CudaBackend::max_pool(const Sliding& s, const float* x, float* y) {
  run(to_say("max pooling"), [&] { return gpu::max_pool(stream_.get(), window_of(s), x, y); });
}

void CudaBackend::max_pool_gradient(const Sliding& s, const float* x, Activation of_x, const float* dy, float* dx) {
  run(to_say("max pooling gradient"),
      [&] { return gpu::max_pool_gradient(stream_.get(), window_of(s), x, of_x, dy, dx); });
}

void CudaBackend::average_pool(const Sliding& s, const float* x, float* y) {
  run(to_say("average pooling"), [&] { return gpu::average_pool(stream_.get(), window_of(s), x, y); });
}

void CudaBackend::average_pool_gradient(const Sliding& s, const float* dy, float* dx) {
  run(to_say("average pooling gradient"),
      [&] { return gpu::average_pool_gradient(stream_.get(), window_of(s), dy, dx); });
}

cudaError_t CudaBackend::sum_channels(const ChannelSums& sums) {
  if (naive()) return channel_sums_naive(stream_.get(), sums);
  return gpu::channel_sums(stream_.get(), sums, scratch(channel_sums_scratch(sums.n, workers())), workers());
}

void CudaBackend::channel_sums(const Normalization& n, const float* x, float* sums, float* squares) {
  if (sums != nullptr)
    run(to_say("channel sums"), [&] {
      return sum_channels({channels_of(n), ChannelTerm::values, x, nullptr, sums, nullptr});
    });
  if (squares != nullptr)
    run(to_say("channel sums"), [&] {
      return sum_channels({channels_of(n), ChannelTerm::squares, x, nullptr, squares, nullptr});
    });
}

void CudaBackend::normalize(const Normalization& n, const float* x, const float* weight, const float* bias,
                            Activation activation, float* y) {
  run(to_say("normalisation"),
      [&] { return gpu::normalize(stream_.get(), channels_of(n), x, weight, bias, activation, y); });
}

void CudaBackend::normalize_weight_gradient(const Normalization& n, const float* x, const float* dy, float* dweight,
                                            float* dbias) {
  run(to_say("normalisation weight gradient"), [&] {
    return sum_channels({channels_of(n), ChannelTerm::gradient, x, dy, dweight, dbias});
  });
}

void CudaBackend::normalize_input_gradient(const Normalization& n, const float* x, const float* weight,
                                           const float* mean_dy, const float* mean_dyx, const float* dy, float* dx) {
  run(to_say("normalisation input gradient"), [&] {
    return gpu::normalize_input_gradient(stream_.get(), channels_of(n), x, weight, mean_dy, mean_dyx, dy, dx);
  });
}

void CudaBackend::dropout(const DropoutMask& mask, std::size_t count, const float* x, float* y) {
  Mask m;
  m.seed = mask.seed, m.step = mask.step, m.node = mask.node, m.first = mask.first;
  m.stream = static_cast<std::uint32_t>(RandomStream::dropout);
  // As core/model/reference/dropout.cpp has them, so that the mask is the same to the bit.
  m.bound = static_cast<std::uint64_t>(mask.rate * 0x1p32);
  m.scale = static_cast<float>(1.0 / (1.0 - mask.rate));
  m.chunk = drawing_chunk_, m.slot = drawing_slot_;
  run(to_say("dropout"), [&] { return gpu::dropout(stream_.get(), m, count, x, y); });
}

void CudaBackend::add(Activation activation, std::size_t count, const float* a, const float* b, float* y) {
  run(to_say("sum"), [&] { return gpu::add(stream_.get(), activation, count, a, b, y); });
}

void CudaBackend::blend(std::size_t count, float alpha, const float* x, float beta, float* y) {
  run(to_say("running statistics"), [&] { return gpu::blend(stream_.get(), count, alpha, x, beta, y); });
}

}  // namespace mlplab::gpu
