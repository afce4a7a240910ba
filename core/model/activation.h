// Activations as scalar functions, for everything on the host that is not vector code.
#pragma once

#include <cmath>

#include "core/base/unreachable.h"
#include "core/model/kinds.h"

namespace mlplab {

inline float activate(Activation activation, float z) {
  switch (activation) {
    case Activation::identity:
      return z;
    case Activation::relu:
      return z < 0.0F ? 0.0F : z;  // in this order NaN stays NaN
    case Activation::sigmoid:
      return 1.0F / (1.0F + std::exp(-z));
    case Activation::tanh:
      return std::tanh(z);
  }
  unreachable();
}

/// f'(z) in terms of a = f(z).
inline float slope(Activation activation, float a) {
  switch (activation) {
    case Activation::identity:
      return 1.0F;
    case Activation::relu:
      return a > 0.0F ? 1.0F : 0.0F;
    case Activation::sigmoid:
      return a * (1.0F - a);
    case Activation::tanh:
      return 1.0F - a * a;
  }
  unreachable();
}

}  // namespace mlplab
