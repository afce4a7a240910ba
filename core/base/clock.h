// The program's clock: for durations, limits and rates. It never jumps; the time of day is another matter.
#pragma once

#include <chrono>

namespace mlplab {

/// Seconds since some moment of the past. Only a system call at the most, so that it can also be read after a fork.
inline double now_s() noexcept {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace mlplab
