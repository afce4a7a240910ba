// Small weighted least squares with coefficients that cannot be negative: seconds of serial work, of parallel work, of
// overhead. Used by scaling.cpp; a model adds a column.
#pragma once

#include <vector>

namespace mlplab {

/// The c >= 0 [columns] that minimises sum_i weights[i]·(y[i] - sum_j rows[i][j]·c[j])². Every subset of the columns is
/// tried (at most a handful of columns). All zero where nothing else is feasible.
std::vector<double> non_negative_least_squares(const std::vector<std::vector<double>>& rows,
                                               const std::vector<double>& y, const std::vector<double>& weights);

/// (XᵀWX)⁻¹ [columns, columns], row by row; empty where the columns are not independent.
std::vector<std::vector<double>> normal_inverse(const std::vector<std::vector<double>>& rows,
                                                const std::vector<double>& weights);

}  // namespace mlplab
