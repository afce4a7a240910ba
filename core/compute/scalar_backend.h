// The operations beside the matrix product in plain loops, and with them the formulas of every loss and optimiser in
// their readable form: `sequential` and `openblas` are this with a product of their own. Loops of layers beyond dense
// ones run on one thread, or as run() shares them out.
#pragma once

#include <functional>
#include <vector>

#include "core/compute/backend.h"
#include "core/compute/layer_operations.h"

namespace mlplab {

class ScalarBackend : public HostBackend, public LayerOperations {
 public:
  LayerOperations* layer_operations() override { return this; }
  void gather(int batch, int d, const std::uint8_t* features, const std::int32_t* labels, const std::uint32_t* order,
              float* x, std::int32_t* y) override;
  void activation_gradient(Activation activation, std::size_t count, const float* a, float* d) override;
  void loss(Loss kind, int batch, int classes, int mean_over, const float* outputs, const std::int32_t* y,
            float* gradient, StepTotals* totals) override;
  void column_sums(int rows, int columns, const float* d, float* sums) override;
  void update(const Update& u) override;

  // The loops of core/model/reference, as they are there.
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

 protected:
  /// Part of a loop: rounds [first, last). Parts write to different places, so that their order changes no number.
  using Part = std::function<void(std::size_t first, std::size_t last)>;
  /// (optional) Runs rounds [0, count) of a loop; the parts that threads take are of `grain` rounds, the last one of
  /// fewer. Default: all at once, on the calling thread.
  virtual void run(std::size_t count, std::size_t grain, const Part& part) const;
  /// As run(), for rows, planes or channels, each of which is worth a thread, and for single numbers, which are not.
  void run_rows(int rows, const std::function<void(int first, int last)>& part) const;
  void run_numbers(std::size_t count, const Part& part) const;

 private:
  std::vector<double> sums_;  // [columns]
};

}  // namespace mlplab
