#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

inline constexpr int most_window_kernel = 64;

/// product [kernel, kernel] = the window of rows `width` apart × filter [kernel, kernel]; kernel up to
/// most_window_kernel.
struct WindowProduct {
  const float* window = nullptr;
  int width = 0;
  const float* filter = nullptr;
  float* product = nullptr;
  int kernel = 0;
};

/// The three ways of the published study: a thread for each number, one thread with three loops, and both operands
/// brought into shared memory first.
cudaError_t window_product_elements(cudaStream_t stream, const WindowProduct& p);
cudaError_t window_product_loops(cudaStream_t stream, const WindowProduct& p);
cudaError_t window_product_tile(cudaStream_t stream, const WindowProduct& p);

}  // namespace mlplab::gpu
