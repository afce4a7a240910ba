// Small weighted least squares with coefficients that cannot be negative: seconds of serial work, of parallel work, of
// overhead. Used by law_fit.cpp; a model adds a column.
#pragma once

#include <cstddef>
#include <vector>

namespace mlplab {

/// Finds the c >= 0 [columns] that minimise sum_i weights[i]·(y[i] - sum_j rows[i][j]·c[j])². Every subset of the
/// columns is tried (at most a handful of columns); what depends on the rows alone is computed once, because
/// intervals are made of a thousand fits to other y.
class NonNegativeLeastSquares {
 public:
  // rows is [points, columns], weights is [points]
  NonNegativeLeastSquares(const std::vector<std::vector<double>>& rows, const std::vector<double>& weights);
  /// [columns]; all zero where nothing else is feasible. y is [points].
  std::vector<double> solve(const std::vector<double>& y) const;

 private:
  struct Subset {
    std::vector<std::size_t> columns;             // those that may be above zero
    std::vector<std::vector<double>> projection;  // [columns.size(), points]: coefficients are projection · y
  };
  double error_of(const std::vector<double>& coefficients, const std::vector<double>& y) const;

  std::vector<std::vector<double>> rows_;
  std::vector<double> weights_;
  std::vector<Subset> subsets_;  // all columns first
};

}  // namespace mlplab
