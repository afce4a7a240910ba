// Kernels of matrix products that stand one above the other, each what one more improvement is worth, on a device. The
// list is made from the add_provider lines (cmake/backends.cmake), one for each kind of device.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace mlplab {

/// One rung, at one size.
struct ProductRung {
  std::string name;
  std::string why_not;  // '' or why there is no time: a wrong result, a library that is missing
  bool wrong = false;   // the first of these
  double time_s = 0.0;  // median of the repeats
  double spread = 0.0;  // (largest - smallest) / median of the repeats
};

struct ProductLadder {
  std::string backend;                              // whose device it is
  std::function<std::vector<std::string>()> rungs;  // their names, lowest first; callable where it cannot run, too
  /// All rungs at the product of n × n matrices, each verified first. Throws BackendError.
  std::function<std::vector<ProductRung>(int n, int repeats, double time_s)> climb;
};

const std::vector<ProductLadder>& product_ladders();

}  // namespace mlplab
