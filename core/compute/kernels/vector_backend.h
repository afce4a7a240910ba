// The operations of a backend on the kernels of one instruction set, shared by the workers of a team: `simd` is this
// with a team of one, `openmp` with a team of OpenMP threads. Every worker computes a part of the output; none waits
// for another.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/compute/backend_table.h"
#include "core/compute/host_backend.h"
#include "core/compute/kernels/direct_convolution.h"
#include "core/compute/kernels/kernels.h"
#include "core/compute/kernels/team.h"

namespace mlplab::kernels {

enum class FirstLayer { sparse, dense };

class VectorBackend : public HostBackend {
 public:
  VectorBackend(const Kernels& kernels, std::unique_ptr<Team> team, FirstLayer first_layer);
  int workers() const override { return team_->size(); }
  std::string device() const override;

  void gather(int batch, int d, const std::uint8_t* features, const std::int32_t* labels, const std::uint32_t* order,
              float* x, std::int32_t* y) override;
  void gemm(const Gemm& g) override;
  void activation_gradient(Activation activation, std::size_t count, const float* a, float* d) override;
  void loss(Loss kind, int batch, int classes, const float* outputs, const std::int32_t* y, float* gradient,
            StepTotals* totals) override;
  void column_sums(int rows, int columns, const float* d, float* sums) override;
  void update(const Update& u) override;
  void convolution(const Sliding& s, const float* x, const float* w, const float* bias, Activation activation,
                   float* y) override;
  void convolution_input_gradient(const Sliding& s, const float* dy, const float* w, float* dx) override;
  void convolution_weight_gradient(const Sliding& s, float alpha, const float* x, const float* dy, float* dw) override;
  void max_pool(const Sliding& s, const float* x, float* y) override;
  void max_pool_gradient(const Sliding& s, const float* x, const float* dy, float* dx) override;
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
  std::unique_ptr<StepEngine> make_engine(const StepPlan& plan) override;
  void in_series(const std::function<void()>& operations) override { team_->series(operations); }
  bool engine_sums_ranks() const override { return true; }

 private:
  /// work(first, end) for each worker's share of `count`; on the caller's thread alone where `cost` (about a nanosecond
  /// each, times 16) is too small to be worth waking anyone.
  void share_out(int count, double cost, const std::function<void(int worker, int first, int end)>& work);
  /// The same of numbers in a row: shares end on cache lines.
  void share_numbers(std::size_t count, double cost,
                     const std::function<void(std::size_t first, std::size_t end)>& work);

  const Kernels& kernels_;
  std::unique_ptr<StandbyTeam> team_;
  FirstLayer first_layer_;
  std::vector<std::vector<float>> packed_;  // [workers]: one panel of the second operand
  DirectConvolution convolution_;
};

/// The backend's own options, as its table entry lists them, and the choice made among them.
std::vector<BackendOption> vector_options();
FirstLayer first_layer_of(const BackendOptions& options);

}  // namespace mlplab::kernels
