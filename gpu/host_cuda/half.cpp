#include "half.h"

#include <cmath>
#include <limits>
#include <vector>

namespace host_cuda {

std::uint16_t to_half(float value) {
  const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
  if (std::isnan(value)) return static_cast<std::uint16_t>(sign | 0x7fff);
  const float size = std::fabs(value);
  if (size >= 65520.0F) return static_cast<std::uint16_t>(sign | 0x7c00);
  int exponent = -14;  // of the smallest normal numbers; smaller ones have steps of the same size
  if (size >= 0x1p-14F) exponent = std::ilogb(size);
  // In steps of the last bit: exact in double, and nearbyint takes the even one of two that are as near.
  const auto steps = static_cast<int>(std::nearbyint(std::ldexp(static_cast<double>(size), 10 - exponent)));
  // 1024 steps more are the next exponent, from the largest subnormal number on.
  return static_cast<std::uint16_t>(sign + ((exponent + 14) << 10) + steps);
}

float from_half(std::uint16_t half) {
  const int exponent = (half >> 10) & 31, fraction = half & 1023;
  float size = 0.0F;
  if (exponent == 31)
    size = fraction == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
  else
    size = exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                         : std::ldexp(static_cast<float>(1024 + fraction), exponent - 25);
  return (half & 0x8000) != 0 ? -size : size;
}

float from_half_quickly(std::uint16_t half) {
  static const std::vector<float> table = [] {
    std::vector<float> values;
    for (int i = 0; i < 65536; ++i) values.push_back(from_half(static_cast<std::uint16_t>(i)));
    return values;
  }();
  return table[half];
}

}  // namespace host_cuda
