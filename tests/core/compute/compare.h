// Numbers for tests, and how they are compared: NaN first, then infinity, then the error in units of the reference's
// size.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/compute/backend.h"

namespace mlplab {

/// Skewed on purpose: means that differ from column to column, a few large values; symmetric noise would hide a wrong
/// sign or a transposed operand.
inline std::vector<float> skewed(std::size_t count, std::uint32_t salt, float scale = 1.0F) {
  Random random(7, RandomStream::weights, salt);
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = scale * (random.symmetric() + 0.25F + 0.05F * static_cast<float>(i % 7) + (i % 31 == 0 ? 2.0F : 0.0F));
  return values;
}

/// |value - reference| <= bound · (|reference| + its root mean square), element by element.
inline ::testing::AssertionResult close(const std::vector<float>& reference, const std::vector<float>& values,
                                        double bound) {
  if (reference.size() != values.size())
    return ::testing::AssertionFailure() << "sizes " << reference.size() << " and " << values.size();
  double squares = 0.0;
  std::size_t finite = 0;
  for (const float r : reference)
    if (std::isfinite(r)) squares += double{r} * r, ++finite;
  const double size = finite == 0 ? 0.0 : std::sqrt(squares / static_cast<double>(finite));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double r = reference[i], v = values[i];
    const auto differ = [&] {
      return ::testing::AssertionFailure() << "element " << i << " is " << v << ", should be " << r;
    };
    if (std::isnan(r) || std::isnan(v)) {
      if (std::isnan(r) != std::isnan(v)) return differ();
    } else if (std::isinf(r) || std::isinf(v)) {
      if (r != v) return differ();
    } else if (!(std::fabs(v - r) <= bound * (std::fabs(r) + size))) {
      return differ() << " (bound " << bound << ", root mean square " << size << ")";
    }
  }
  return ::testing::AssertionSuccess();
}

/// An array in a backend's memory between two guards that no operation may touch.
class Guarded {
 public:
  Guarded(Backend& backend, const std::vector<float>& values) : backend_(backend), count_(values.size()) {
    std::vector<float> all(count_ + 2 * guard, sentinel);
    std::copy(values.begin(), values.end(), all.begin() + guard);
    buffer_ = backend.allocate(all.size() * sizeof(float));
    backend.upload(all.data(), all.size() * sizeof(float), buffer_.data());
  }
  float* data() { return buffer_.as<float>() + guard; }
  std::vector<float> values() const {
    std::vector<float> all(count_ + 2 * guard);
    backend_.wait();
    backend_.download(buffer_.data(), all.size() * sizeof(float), all.data());
    for (std::size_t i = 0; i < guard; ++i) {
      EXPECT_EQ(all[i], sentinel) << "written before the array, " << guard - i << " floats";
      EXPECT_EQ(all[guard + count_ + i], sentinel) << "written past the array, " << i + 1 << " floats";
    }
    return {all.begin() + guard, all.begin() + static_cast<std::ptrdiff_t>(guard + count_)};
  }

 private:
  static constexpr std::ptrdiff_t guard = 32;
  static constexpr float sentinel = -12345.5F;
  Backend& backend_;
  std::size_t count_;
  Buffer buffer_;
};

/// Any plain values in a backend's memory.
template <class T>
class Uploaded {
 public:
  Uploaded(Backend& backend, const std::vector<T>& values) : backend_(backend), count_(values.size()) {
    buffer_ = backend.allocate(std::max<std::size_t>(count_, 1) * sizeof(T));
    backend.upload(values.data(), count_ * sizeof(T), buffer_.data());
  }
  T* data() { return buffer_.template as<T>(); }
  std::vector<T> values() const {
    std::vector<T> all(count_);
    backend_.wait();
    backend_.download(buffer_.data(), count_ * sizeof(T), all.data());
    return all;
  }

 private:
  Backend& backend_;
  std::size_t count_;
  Buffer buffer_;
};

}  // namespace mlplab
