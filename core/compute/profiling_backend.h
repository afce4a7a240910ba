// A backend that records each of its operations as a span on one track of a profiler, and waits after each, so that the
// span is the operation's own time. An operation added to Backend gets one line here, and its name in the timeline.
#pragma once

#include <memory>

#include "core/compute/backend.h"
#include "core/compute/profile.h"
#include "core/compute/step_engine.h"

namespace mlplab {

/// `backend` and `profiler` outlive it. While the profiler does not record, calls go straight through, without a wait.
class ProfilingBackend : public Backend {
 public:
  ProfilingBackend(Backend& backend, Profiler& profiler);

  int workers() const override { return backend_.workers(); }
  std::string device() const override { return backend_.device(); }
  bool host_memory() const override { return backend_.host_memory(); }
  Buffer allocate(std::size_t bytes) override { return backend_.allocate(bytes); }
  /// Copies are parts of their own only where the memory is a device's; within ordinary memory they are the host's.
  void upload(const void* host, std::size_t bytes, void* target) override;
  void download(const void* source, std::size_t bytes, void* host) override;
  void fill_zero(void* target, std::size_t bytes) override;
  void wait() override;

  void gather(int batch, int d, const std::uint8_t* features, const std::int32_t* labels, const std::uint32_t* order,
              float* x, std::int32_t* y) override;
  /// Named by its part in a network's step, which the transposes tell: A·Bᵀ is a layer's forward product, Aᵀ·B the
  /// gradient of its weights, A·B that of its input (plain_engine.cpp).
  void gemm(const Gemm& g) override;
  void activation_gradient(Activation activation, std::size_t count, const float* a, float* d) override;
  void loss(Loss kind, int batch, int classes, const float* outputs, const std::int32_t* y, float* gradient,
            StepTotals* totals) override;
  void column_sums(int rows, int columns, const float* d, float* sums) override;
  void update(const Update& u) override;

  bool arranges_pictures() const override { return backend_.arranges_pictures(); }
  std::size_t picture_size(const Shape& shape) const override { return backend_.picture_size(shape); }
  void arrange(int batch, const Shape& shape, const float* plain, float* own) override;
  void restore(int batch, const Shape& shape, const float* own, float* plain) override;
  void convolution(const Sliding& s, const float* x, const float* w, const float* bias, Activation activation,
                   float* y) override;
  void convolution_input_gradient(const Sliding& s, const float* dy, const float* w, float* dx) override;
  void convolution_weight_gradient(const Sliding& s, float alpha, const float* x, const float* dy, float* dw) override;
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
  void blend(std::size_t count, float alpha, const float* x, float beta, float* y) override;
  void in_series(const std::function<void()>& operations) override { backend_.in_series(operations); }

 private:
  template <class Work>
  void record(ProfilePart part, const char* operation, const Work& work, std::size_t bytes = 0);

  Backend& backend_;
  Profiler& profiler_;
  int track_;
};

/// The plain engine over a ProfilingBackend that it owns; plan.profiler is not null.
std::unique_ptr<StepEngine> make_profiled_plain_engine(Backend& backend, const StepPlan& plan);

}  // namespace mlplab
