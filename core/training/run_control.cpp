#include "core/training/run_control.h"

namespace mlplab {

void RunControl::stop() {
  const std::lock_guard lock(mutex_);
  stop_ = true;
  changed_.notify_all();
}

void RunControl::pause() {
  const std::lock_guard lock(mutex_);
  mode_ = Mode::paused;
}

void RunControl::resume() {
  const std::lock_guard lock(mutex_);
  mode_ = Mode::running;
  changed_.notify_all();
}

void RunControl::step_batch() {
  const std::lock_guard lock(mutex_);
  mode_ = Mode::step;
  changed_.notify_all();
}

void RunControl::step_epoch() {
  const std::lock_guard lock(mutex_);
  mode_ = Mode::epoch;
  epoch_entered_ = false;
  changed_.notify_all();
}

void RunControl::rewind() {
  const std::lock_guard lock(mutex_);
  rewind_ = true;
  mode_ = Mode::paused;
  changed_.notify_all();
}

void RunControl::request_snapshot() {
  const std::lock_guard lock(mutex_);
  snapshot_ = true;
  changed_.notify_all();
}

bool RunControl::stopped() const {
  const std::lock_guard lock(mutex_);
  return stop_;
}

bool RunControl::paused() const {
  const std::lock_guard lock(mutex_);
  return mode_ == Mode::paused;
}

RunControl::Order RunControl::next(bool at_epoch_start) {
  std::unique_lock lock(mutex_);
  if (mode_ == Mode::epoch && at_epoch_start && epoch_entered_) mode_ = Mode::paused;
  changed_.wait(lock, [&] { return stop_ || rewind_ || snapshot_ || mode_ != Mode::paused; });
  if (stop_) return Order::stop;
  if (rewind_) {
    rewind_ = false;
    return Order::rewind;
  }
  if (mode_ == Mode::paused) return Order::snapshot;
  if (mode_ == Mode::step) {
    mode_ = Mode::paused;
    return Order::one_step;
  }
  epoch_entered_ = true;
  return Order::run;
}

bool RunControl::take_snapshot_request() { return snapshot_.exchange(false); }

}  // namespace mlplab
