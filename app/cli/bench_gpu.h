// mlplab-cli bench --gpu: the ladder of matrix products on the GPU.
#pragma once

#include <string>

namespace mlplab {

struct GpuBenchOptions {
  std::string filter = ".";  // a regular expression over 'shape/rung'
  double time_s = 0.05;      // of each repeat, at least
  int repeats = 5;
  bool json = false;
};

/// Prints the ladder; returns the exit code. Throws BackendError with the reason where there is no GPU, UsageError
/// where the filter fits nothing.
int bench_gpu(const GpuBenchOptions& options);

}  // namespace mlplab
