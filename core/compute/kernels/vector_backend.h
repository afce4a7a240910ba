// The operations of a backend on the kernels of one instruction set, shared by the workers of a team: `simd` is this
// with a team of one, `openmp` with a team of OpenMP threads. Every worker computes a part of the output; none waits
// for another.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/compute/backend.h"
#include "core/compute/backend_table.h"
#include "core/compute/kernels/direct_convolution.h"
#include "core/compute/kernels/kernels.h"
#include "core/compute/kernels/team.h"
#include "core/compute/kernels/winograd_convolution.h"
#include "core/compute/layer_operations.h"

namespace mlplab::kernels {

enum class FirstLayer { sparse, dense };
/// How convolutions of 3 × 3 and stride 1 are computed, where Winograd's products pay.
enum class Convolutions { winograd, direct };

class VectorBackend : public HostBackend, public LayerOperations {
 public:
  VectorBackend(const Kernels& kernels, std::unique_ptr<Team> team, FirstLayer first_layer,
                Convolutions convolutions = Convolutions::winograd);
  int workers() const override { return team_->size(); }
  std::string device() const override;

  void gather(int batch, int d, const std::uint8_t* features, const std::int32_t* labels, const std::uint32_t* order,
              float* x, std::int32_t* y) override;
  void gemm(const Gemm& g) override;
  void activation_gradient(Activation activation, std::size_t count, const float* a, float* d) override;
  void loss(Loss kind, int batch, int classes, int mean_over, const float* outputs, const std::int32_t* y,
            float* gradient, StepTotals* totals) override;
  void column_sums(int rows, int columns, const float* d, float* sums) override;
  void update(const Update& u) override;
  LayerOperations* layer_operations() override { return this; }
  bool arranges_images() const override { return true; }
  std::size_t image_size(const Shape& shape) const override;
  void arrange(int batch, const Shape& shape, const float* plain, float* own) override;
  void restore(int batch, const Shape& shape, const float* own, float* plain) override;
  void convolution(const Sliding& s, const float* x, const float* w, const float* bias, Activation activation,
                   float* y) override;
  void convolution_input_gradient(const Sliding& s, const float* dy, const float* w, float* dx) override;
  void convolution_weight_gradient(const Sliding& s, const float* x, const float* dy, float* dw) override;
  void max_pool(const Sliding& s, const float* x, float* y) override;
  void max_pool_gradient(const Sliding& s, const float* x, Activation of_x, const float* dy, float* dx) override;
  void average_pool(const Sliding& s, const float* x, float* y) override;
  void average_pool_gradient(const Sliding& s, const float* dy, float* dx) override;
  void channel_sums(const Normalization& n, const float* x, float* sums, float* squares) override;
  void normalize(const Normalization& n, const float* x, const float* weight, const float* bias, Activation activation,
                 float* y) override;
  void normalize_weight_gradient(const Normalization& n, const float* x, const float* dy, float* dweight,
                                 float* dbias) override;
  void normalize_input_gradient(const Normalization& n, const float* x, const float* weight, const float* mean_dy,
                                const float* mean_dyx, const float* dy, float* dx) override;
  void dropout(const DropoutMask& mask, std::size_t count, const float* x, float* y) override;
  void add(Activation activation, std::size_t count, const float* a, const float* b, float* y) override;
  void blend(std::size_t count, float alpha, const float* x, float beta, float* y) override {
    reference::blend(count, alpha, x, beta, y);  // one number per channel: few
  }
  std::unique_ptr<StepEngine> make_engine(const StepPlan& plan) override;
  void in_series(const std::function<void()>& operations) override { team_->series(operations); }

 private:
  /// The packed operands of a product: a group of panels of the second one, and rows of the first where it comes
  /// transposed.
  struct PackedOperands {
    Aligned<float> a, b;
  };
  void gemm_part(int worker, const Gemm& g, Share panels, Share rows, int together);
  void pack_panel(const Gemm& g, int column, int depth, int k, float* to) const;

  /// work(first, end) for each worker's share of `count`; on the caller's thread alone where `cost` (about a nanosecond
  /// each, times 16) is too small to be worth waking anyone.
  void share_out(int count, double cost, const std::function<void(int worker, int first, int end)>& work);
  /// As share_out(), for consecutive numbers: shares end on cache lines.
  void share_numbers(std::size_t count, double cost,
                     const std::function<void(std::size_t first, std::size_t end)>& work);
  void share_pixels(const Normalization& n,
                    const std::function<void(int worker, std::size_t first, std::size_t rows)>& work);
  /// Floats from one pixel of an image to the next.
  std::size_t pixel(int channels) const { return static_cast<std::size_t>(pixel_size(kernels_, channels)); }
  bool by_winograd(const Sliding& s) const { return convolutions_ == Convolutions::winograd && winograd_.pays(s); }
  /// pixel_sums_ = Σ y, then Σ (x - mean) · y where `products` (the mean is channels_[0]), as kernels_.pixel_sums.
  void sum_pixels(const Normalization& n, const float* x, const float* dy, bool products);
  /// channels_[i] = value(0), value(1) …, and zeros to the end of the pixel.
  template <class Value>
  const float* set_channels(std::size_t i, int channels, const Value& value) {
    std::vector<float>& vector = channels_[i];
    vector.assign(pixel(channels), 0.0F);
    for (int c = 0; c < channels; ++c) vector[static_cast<std::size_t>(c)] = value(c);
    return vector.data();
  }

  const Kernels& kernels_;
  std::unique_ptr<StandbyTeam> team_;
  FirstLayer first_layer_;
  Convolutions convolutions_;
  std::vector<PackedOperands> packed_;  // [workers]
  DirectConvolution direct_;
  WinogradConvolution winograd_;
  std::vector<double> pixel_sums_;              // [workers][2][pixel]
  std::array<std::vector<float>, 4> channels_;  // [pixel] each: what a loop over pixels takes
};

/// The backend's own options, as its table entry lists them, and the choice made among them.
std::vector<BackendOption> vector_options();
FirstLayer first_layer_of(const BackendOptions& options);
Convolutions convolutions_of(const BackendOptions& options);

}  // namespace mlplab::kernels
