// The operations beside the matrix product in plain loops on one thread, and with them the formulas of every loss and
// optimiser in their readable form: `sequential` and `openblas` are this with a product of their own.
#pragma once

#include <vector>

#include "core/compute/host_backend.h"

namespace mlplab {

class ScalarBackend : public HostBackend {
 public:
  void gather(int batch, int d, const std::uint8_t* features, const std::int32_t* labels, const std::uint32_t* order,
              float* x, std::int32_t* y) override;
  void activation_gradient(Activation activation, std::size_t count, const float* a, float* d) override;
  void loss(Loss kind, int batch, int classes, const float* outputs, const std::int32_t* y, float* gradient,
            StepTotals* totals) override;
  void column_sums(int rows, int columns, const float* d, float* sums) override;
  void update(const Update& u) override;

 private:
  std::vector<double> sums_;  // [columns]
};

}  // namespace mlplab
