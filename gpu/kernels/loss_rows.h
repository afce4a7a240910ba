#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// How the rows of a batch are shared out: a thread each (naive), or a warp each.
enum class RowWorkers : int { thread, warp };

/// The loss of each row into results [batch], its gradient with respect to outputs [batch, classes] into gradient
/// [batch, classes] (formulas in core/compute/backend.h); y [batch].
cudaError_t loss_rows(cudaStream_t stream, RowWorkers workers, Loss kind, int batch, int classes, int mean_over,
                      const float* outputs, const std::int32_t* y, float* gradient, RowResult* results);

/// Adds results [batch] to totals, always in the same order: the same bits from the same run.
cudaError_t add_totals(cudaStream_t stream, int batch, const RowResult* results, Totals* totals);

}  // namespace mlplab::gpu
