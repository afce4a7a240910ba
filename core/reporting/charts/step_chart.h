// The batches that a person stepped, on the curve of their run.
#pragma once

#include <cstdint>
#include <vector>

#include "core/reporting/charts/run_charts.h"

namespace mlplab {

/// The mean loss of a batch with the weights before its step, which is that of the training, and after it.
struct SteppedBatch {
  std::int64_t step = 0;  // of the run, from 1
  double before = 0.0, after = 0.0;
};

/// The loss of `run` by step, zoomed in on the last of `stepped`: in their order, one at least.
Chart step_chart(const DrawnRun& run, const std::vector<SteppedBatch>& stepped);

}  // namespace mlplab
