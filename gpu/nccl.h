// Sums over the GPUs of a team by NVIDIA's NCCL, which is opened while the program runs: one that has it starts without
// it, and says what is missing only when a team asks for it.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "core/compute/communicator.h"

namespace mlplab::gpu {

/// '' where NCCL can be used, else the exact reason. Opens the library, which takes a while.
std::string nccl_why_not();

class Nccl {
 public:
  /// Every rank of `communicator` makes one for the current device, which no other rank may compute on. Throws
  /// BackendError on all ranks where one of them cannot.
  explicit Nccl(Communicator& communicator);
  ~Nccl();
  Nccl(const Nccl&) = delete;
  Nccl& operator=(const Nccl&) = delete;

  /// values [count], in device memory, become their sums over the ranks when the stream gets there: the same bits on
  /// every rank. All ranks ask for the same sums in the same order. Can be captured in a graph.
  void sum(cudaStream_t stream, float* values, std::size_t count);

 private:
  struct NcclCommunicator* handle_ = nullptr;
};

}  // namespace mlplab::gpu
