// Numbers for tests, and how they are compared: NaN first, then infinity, then the error in units of the reference's
// size.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/compute/backend.h"

namespace mlplab {

/// Skewed on purpose: means that differ from column to column, a few large values; symmetric noise would hide a wrong
/// sign or a transposed operand.
std::vector<float> skewed(std::size_t count, std::uint32_t salt, float scale = 1.0F);

/// |value - reference| <= bound · (|reference| + its root mean square), element by element.
::testing::AssertionResult close(const std::vector<float>& reference, const std::vector<float>& values, double bound);

/// An array in a backend's memory between two guards that no operation may touch.
class Guarded {
 public:
  Guarded(Backend& backend, const std::vector<float>& values);
  float* data();
  /// Fails the test where a guard was written to.
  std::vector<float> values() const;

 private:
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
