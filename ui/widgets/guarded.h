// Values that two threads share: one leaves them, the other takes or looks at them.
#pragma once

#include <mutex>
#include <utility>

namespace mlplab {

template <class Values>
class Guarded {
 public:
  /// `visit(values)` must be quick: the other thread waits.
  template <class Visit>
  void with(Visit visit) {
    const std::lock_guard lock(mutex_);
    visit(values_);
  }
  Values take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(values_, {});
  }

 private:
  std::mutex mutex_;
  Values values_;
};

}  // namespace mlplab
