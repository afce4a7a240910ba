// The rates of this machine's processors, measured by the backends that can. The list is made from the add_provider
// lines (cmake/backends.cmake), the first that is usable for so many workers first.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace mlplab {

struct MachineRates {
  std::string backend;  // that computes it, and has so many workers
  /// The multiply-add units of `workers` processors, in operations per second. Takes some 50 ms.
  std::function<double(int workers)> peak;
  /// Reading, in bytes per second of `workers` together, each its own `bytes`.
  std::function<double(int workers, std::size_t bytes)> reading;
};

const std::vector<MachineRates>& machine_rates();

/// Measured by the first that can; 0 where none can. Throws BackendError.
double multiply_add_peak(int workers);
double reading_rate(int workers, std::size_t bytes);

}  // namespace mlplab
