// A backend of plain loops (loops.h). Who runs them is left open: `loops` runs each on one thread, `openmp-loops` opens
// one parallel region per loop. Layers beyond dense ones are the loops of core/model/reference, shared out likewise.
#pragma once

#include <functional>

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

 protected:
  /// Part of a loop: rounds [first, last). Parts write to different places, so that their order changes no number.
  using Part = std::function<void(std::size_t first, std::size_t last)>;
  /// Runs rounds [0, count) of a loop; the parts that threads take are of `grain` rounds, the last one of fewer.
  virtual void run(std::size_t count, std::size_t grain, const Part& part) const;

 private:
  void run_rows(int rows, const std::function<void(int first, int last)>& part) const;
  void run_elements(std::size_t count, const Part& part) const;

  ProductConvolution products_{*this};
};

}  // namespace mlplab::loops
