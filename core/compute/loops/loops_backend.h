// A backend of plain loops (loops.h): `loops` runs each on one thread, `openmp-loops` opens one parallel region per
// loop (run()). Convolutions are products; layers beyond dense ones are the loops of ScalarBackend.
#pragma once

#include "core/compute/product_convolution.h"
#include "core/compute/scalar_backend.h"

namespace mlplab::loops {

class LoopsBackend : public ScalarBackend {
 public:
  int workers() const override { return 1; }
  std::string device() const override;

  void gather(int batch, int d, const std::uint8_t* features, const std::int32_t* labels, const std::uint32_t* order,
              float* x, std::int32_t* y) override;
  void gemm(const Gemm& g) override;
  void activation_gradient(Activation activation, std::size_t count, const float* a, float* d) override;
  void column_sums(int rows, int columns, const float* d, float* sums) override;
  void update(const Update& u) override;

  void convolution(const Sliding& s, const float* x, const float* w, const float* bias, Activation activation,
                   float* y) override;
  void convolution_input_gradient(const Sliding& s, const float* dy, const float* w, float* dx) override;
  void convolution_weight_gradient(const Sliding& s, const float* x, const float* dy, float* dw) override;

 private:
  ProductConvolution products_{*this};
};

}  // namespace mlplab::loops
