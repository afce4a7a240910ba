// Convolutions as matrix products, as any student writes them second: the pixels under each window become a column of a
// matrix ('im2col'), and the product with the weights is the backend's gemm. For backends on ordinary memory, which
// derive from it and add their product.
#pragma once

#include <vector>

#include "core/compute/scalar_backend.h"

namespace mlplab {

class ProductBackend : public ScalarBackend {
 public:
  void convolution(const Sliding& s, const float* x, const float* w, const float* bias, Activation activation,
                   float* y) override;
  void convolution_input_gradient(const Sliding& s, const float* dy, const float* w, float* dx) override;
  void convolution_weight_gradient(const Sliding& s, const float* x, const float* dy, float* dw) override;

 private:
  /// Calls work(first image, images, columns) for groups of images whose columns make a product worth its call.
  template <class Work>
  void for_groups(const Sliding& s, const Work& work);

  std::vector<float> columns_;  // [taps, images · out_plane]
  std::vector<float> outputs_;  // [out.channels, images · out_plane]
};

}  // namespace mlplab
