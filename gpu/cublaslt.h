// Matrix products by NVIDIA's cuBLASLt, which is opened while the program runs: one that was built with it starts
// without it, and says what is missing only when it is asked for.
#pragma once

#include <memory>
#include <string>

#include "gpu/kernels/types.h"
#include "gpu/memory.h"

namespace mlplab::gpu {

/// Whether this program can use cuBLASLt where it is found.
bool built_with_cublaslt();
/// '' where cuBLASLt can be used, else the exact reason. Opens the library, which takes a while.
std::string cublaslt_why_not();

class CublasLt {
 public:
  /// Throws BackendError with the reason where there is none. `tf32`: inputs are rounded to 10 bits of mantissa.
  explicit CublasLt(bool tf32);
  ~CublasLt();
  CublasLt(const CublasLt&) = delete;
  CublasLt& operator=(const CublasLt&) = delete;

  /// C = alpha · op(A) · op(B) + beta · C + bias; the activation is left to the caller: cuBLASLt's own ReLU may turn
  /// NaN into 0 and so hide that a run diverged.
  void product(cudaStream_t stream, const MatrixProduct& p);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace mlplab::gpu
