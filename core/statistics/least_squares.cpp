// Normal equations solved by Gauss-Jordan elimination with pivoting: two or three unknowns, values of one magnitude.
#include "core/statistics/least_squares.h"

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

Matrix select_columns(const Matrix& rows, unsigned subset) {
  Matrix chosen(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < rows[i].size(); ++j) {
      if ((subset >> j & 1U) != 0U) chosen[i].push_back(rows[i][j]);
    }
  }
  return chosen;
}

std::vector<double> solve(const Matrix& rows, const std::vector<double>& y, const std::vector<double>& weights) {
  const Matrix inverted = normal_inverse(rows, weights);
  std::vector<double> coefficients(inverted.size(), 0.0);
  for (std::size_t j = 0; j < inverted.size(); ++j) {
    for (std::size_t k = 0; k < inverted.size(); ++k) {
      for (std::size_t i = 0; i < rows.size(); ++i) {
        coefficients[j] += inverted[j][k] * rows[i][k] * weights[i] * y[i];
      }
    }
  }
  return coefficients;
}

}  // namespace

Matrix normal_inverse(const Matrix& rows, const std::vector<double>& weights) {
  const std::size_t columns = rows.empty() ? 0 : rows.front().size();
  Matrix normal(columns, std::vector<double>(columns, 0.0));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      for (std::size_t k = 0; k < columns; ++k) normal[j][k] += weights[i] * rows[i][j] * rows[i][k];
    }
  }
  return inverse(std::move(normal));
}

std::vector<double> non_negative_least_squares(const Matrix& rows, const std::vector<double>& y,
                                               const std::vector<double>& weights) {
  const std::size_t columns = rows.empty() ? 0 : rows.front().size();
  std::vector<double> best(columns, 0.0);
  double best_error = std::numeric_limits<double>::infinity();
  for (unsigned subset = 1; subset < (1U << columns); ++subset) {
    const std::vector<double> found = solve(select_columns(rows, subset), y, weights);
    if (found.empty()) continue;
    std::vector<double> coefficients(columns, 0.0);
    bool feasible = true;
    for (std::size_t j = 0, k = 0; j < columns; ++j) {
      if ((subset >> j & 1U) == 0U) continue;
      coefficients[j] = found[k++];
      feasible = feasible && coefficients[j] >= 0.0;
    }
    if (!feasible) continue;
    double error = 0.0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      double residual = y[i];
      for (std::size_t j = 0; j < columns; ++j) residual -= rows[i][j] * coefficients[j];
      error += weights[i] * residual * residual;
    }
    if (error < best_error) {
      best_error = error;
      best = coefficients;
    }
  }
  return best;
}

}  // namespace mlplab
