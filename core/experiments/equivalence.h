// Whether two runs computed the same thing: the rule that the sweep, the comparison and the window share.
#pragma once

#include <cmath>

namespace mlplab {

/// Runs that compute the same thing must have the same mean training loss after their first epoch, within this share.
inline constexpr double loss_tolerance = 1e-3;

/// False where either is not a finite number.
inline bool same_loss(double expected, double got) {
  return std::isfinite(expected) && std::abs(got - expected) <= loss_tolerance * std::abs(expected);
}

}  // namespace mlplab
