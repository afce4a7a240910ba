// Sine and cosine made of exactly rounded operations only: the C library's differ in the last bit from one to another,
// and images that are made here have to be the same everywhere.
#pragma once

namespace mlplab {

struct Direction {
  double cosine = 1.0, sine = 0.0;
};

/// The direction of `degrees` in [-360, 360], right to some 1e-15.
inline Direction direction_of(double degrees) {
  constexpr double radians_a_degree = 0.017453292519943295;
  // An eighth of the angle is at most 45°, where few terms do; the double-angle formulas bring it back.
  const double x = degrees * radians_a_degree / 8.0, square = x * x;
  double sine = 0.0, cosine = 0.0;
  for (int n = 9; n >= 0; --n) {  // Horner's scheme, from the last term
    sine = 1.0 - square / ((2.0 * n + 2.0) * (2.0 * n + 3.0)) * (n == 9 ? 1.0 : sine);
    cosine = 1.0 - square / ((2.0 * n + 1.0) * (2.0 * n + 2.0)) * (n == 9 ? 1.0 : cosine);
  }
  sine *= x;
  for (int doubled = 0; doubled < 3; ++doubled) {
    const double twice = 2.0 * sine * cosine;
    cosine = 1.0 - 2.0 * sine * sine;
    sine = twice;
  }
  return {cosine, sine};
}

}  // namespace mlplab
