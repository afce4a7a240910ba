// Convolutions as matrix products, as any student writes them second: the pixels under each window become a column of a
// matrix ('im2col'), and the product with the weights is the backend's gemm. For backends on ordinary memory.
#pragma once

#include <vector>

#include "core/compute/backend.h"
#include "core/model/reference/sliding.h"

namespace mlplab {

/// The operations of Backend with the same names. `backend` outlives it.
class ProductConvolution {
 public:
  explicit ProductConvolution(Backend& backend) : backend_(backend) {}
  void convolution(const Sliding& s, const float* x, const float* w, const float* bias, Activation activation,
                   float* y);
  void input_gradient(const Sliding& s, const float* dy, const float* w, float* dx);
  void weight_gradient(const Sliding& s, const float* x, const float* dy, float* dw);

 private:
  /// Calls work(first image, images, columns) for groups of images whose columns make a product worth its call.
  template <class Work>
  void for_groups(const Sliding& s, const Work& work);

  Backend& backend_;
  std::vector<float> columns_;  // [taps, images · out_plane]
  std::vector<float> outputs_;  // [out.channels, images · out_plane]
};

}  // namespace mlplab
