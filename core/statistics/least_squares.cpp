// Normal equations solved by Gauss-Jordan elimination with pivoting: two or three unknowns, values of one magnitude.
#include "core/statistics/least_squares.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace mlplab {

namespace {

using Matrix = std::vector<std::vector<double>>;

// Inverts a [n, n]; empty where it is singular.
Matrix inverse(Matrix a) {
  const std::size_t n = a.size();
  Matrix result(n, std::vector<double>(n, 0.0));
  double largest = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    result[i][i] = 1.0;
    for (const double value : a[i]) largest = std::max(largest, std::fabs(value));
  }
  for (std::size_t column = 0; column < n; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column + 1; row < n; ++row) {
      if (std::fabs(a[row][column]) > std::fabs(a[pivot][column])) pivot = row;
    }
    if (!(std::fabs(a[pivot][column]) > 1e-12 * largest)) return {};
    std::swap(a[pivot], a[column]);
    std::swap(result[pivot], result[column]);
    const double scale = 1.0 / a[column][column];
    for (std::size_t k = 0; k < n; ++k) {
      a[column][k] *= scale;
      result[column][k] *= scale;
    }
    for (std::size_t row = 0; row < n; ++row) {
      if (row == column) continue;
      const double factor = a[row][column];
      for (std::size_t k = 0; k < n; ++k) {
        a[row][k] -= factor * a[column][k];
        result[row][k] -= factor * result[column][k];
      }
    }
  }
  return result;
}

// (XᵀWX)⁻¹·XᵀW [columns, points] of the chosen columns; empty where they are not independent.
Matrix projection_of(const Matrix& rows, const std::vector<double>& weights, const std::vector<std::size_t>& columns) {
  const std::size_t count = columns.size();
  Matrix normal(count, std::vector<double>(count, 0.0));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      for (std::size_t k = 0; k < count; ++k) normal[j][k] += weights[i] * rows[i][columns[j]] * rows[i][columns[k]];
    }
  }
  const Matrix inverted = inverse(std::move(normal));
  Matrix result(inverted.size(), std::vector<double>(rows.size(), 0.0));
  for (std::size_t j = 0; j < inverted.size(); ++j) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t k = 0; k < count; ++k) result[j][i] += inverted[j][k] * rows[i][columns[k]] * weights[i];
    }
  }
  return result;
}

}  // namespace

NonNegativeLeastSquares::NonNegativeLeastSquares(const Matrix& rows, const std::vector<double>& weights)
    : rows_(rows), weights_(weights) {
  const std::size_t columns = rows.empty() ? 0 : rows.front().size();
  for (unsigned bits = (1U << columns) - 1U; bits > 0; --bits) {
    Subset subset;
    for (std::size_t j = 0; j < columns; ++j) {
      if ((bits >> j & 1U) != 0U) subset.columns.push_back(j);
    }
    subset.projection = projection_of(rows, weights, subset.columns);
    if (!subset.projection.empty()) subsets_.push_back(std::move(subset));
  }
}

double NonNegativeLeastSquares::error_of(const std::vector<double>& coefficients, const std::vector<double>& y) const {
  double error = 0.0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    double residual = y[i];
    for (std::size_t j = 0; j < coefficients.size(); ++j) residual -= rows_[i][j] * coefficients[j];
    error += weights_[i] * residual * residual;
  }
  return error;
}

std::vector<double> NonNegativeLeastSquares::solve(const std::vector<double>& y) const {
  const std::size_t columns = rows_.empty() ? 0 : rows_.front().size();
  std::vector<double> best(columns, 0.0);
  double best_error = std::numeric_limits<double>::infinity();
  for (const Subset& subset : subsets_) {
    std::vector<double> coefficients(columns, 0.0);
    bool feasible = true;
    for (std::size_t k = 0; k < subset.columns.size() && feasible; ++k) {
      double value = 0.0;
      for (std::size_t i = 0; i < y.size(); ++i) value += subset.projection[k][i] * y[i];
      coefficients[subset.columns[k]] = value;
      feasible = value >= 0.0;
    }
    if (!feasible) continue;
    // Nothing can be below the minimum without bounds.
    if (subset.columns.size() == columns) return coefficients;
    const double error = error_of(coefficients, y);
    if (error < best_error) {
      best_error = error;
      best = coefficients;
    }
  }
  return best;
}

}  // namespace mlplab
