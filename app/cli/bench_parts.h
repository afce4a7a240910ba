// Shared by the measurements of `mlplab-cli bench`.
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/compute/backend_table.h"

namespace mlplab {

/// A backend with a number of workers; `name` is the benchmark's.
struct Subject {
  BackendEntry entry;
  std::string name;
  int workers = 1;
  double peak = 0.0;  // of all its workers; 0 where unknown
};

/// `count` numbers from -0.9 to 1.1 in a backend's memory, others for each `salt`.
Buffer random_operand(Backend& backend, std::size_t count, std::uint32_t salt);

/// Runs `work` as often as Google Benchmark asks, on our own clock so that the rates are plain numbers.
void measure(benchmark::State& state, double operations, double peak, double images, const std::function<void()>& work);

/// Single convolutions, forward and both gradients, at the shapes of docs/performance.md, for each way of a backend
/// to compute them.
void register_convolutions(const std::vector<std::shared_ptr<const Subject>>& subjects);

/// bench --gpu: the ladder of matrix products on the GPU.
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
