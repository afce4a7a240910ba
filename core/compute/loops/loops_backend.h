// A backend of plain loops (loops.h): `loops` runs each on one thread, `openmp-loops` opens one parallel region per
// loop (run()). Convolutions are products; layers beyond dense ones are the loops of ScalarBackend.
#pragma once

#include "core/compute/product_convolution.h"

namespace mlplab::loops {

class LoopsBackend : public ProductBackend {
 public:
  int workers() const override { return 1; }
  std::string device() const override;

  void gather(int batch, int d, const std::uint8_t* features, const std::int32_t* labels, const std::uint32_t* order,
              float* x, std::int32_t* y) override;
  void gemm(const Gemm& g) override;
  void activation_gradient(Activation activation, std::size_t count, const float* a, float* d) override;
  void column_sums(int rows, int columns, const float* d, float* sums) override;
  void update(const Update& u) override;
};

}  // namespace mlplab::loops
