// Convolutions by NVIDIA's cuDNN, which is opened while the program runs: one that was built with its header starts
// without it, and says what is missing only when it is asked for.
#pragma once

#include <memory>
#include <string>

#include "gpu/kernels/sliding.h"
#include "gpu/memory.h"

namespace mlplab::gpu {

/// Whether this program can use cuDNN where it is found.
bool built_with_cudnn();
/// '' where cuDNN can be used, else the exact reason. Opens the library, which takes a while.
std::string cudnn_why_not();
/// Likewise, were cuDNN the library of this file name; '' where this program can use none.
std::string cudnn_why_not(const std::string& library);

/// Arrays as in gpu/kernels/convolution.h. Only those algorithms of cuDNN are used that give the same bits each time
/// and, except with TF32, sum products as own kernels do.
class Cudnn {
 public:
  /// Throws BackendError with the reason where there is none. `tf32`: inputs are rounded to 10 bits of mantissa.
  Cudnn(const Stream& stream, bool tf32);
  ~Cudnn();
  Cudnn(const Cudnn&) = delete;
  Cudnn& operator=(const Cudnn&) = delete;

  /// y = x * w; bias and activation are left to the caller: cuDNN's own ReLU may turn NaN into 0.
  void convolution(const SlidingWindow& s, const float* x, const float* w, float* y);
  void input_gradient(const SlidingWindow& s, const float* dy, const float* w, float* dx);
  void weight_gradient(const SlidingWindow& s, const float* x, const float* dy, float* dw);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace mlplab::gpu
