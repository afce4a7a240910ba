#include "core/run/run_control.h"

#include <utility>

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

void RunControl::tell_anew() {
  const std::lock_guard lock(mutex_);
  told_ = Mode::paused;
  told_stop_ = false;
  epoch_entered_ = false;
}

std::vector<std::string> RunControl::take_orders(bool epoch_done) {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> words;
  if (stop_ && !std::exchange(told_stop_, true)) words.emplace_back("stop");
  if (std::exchange(rewind_, false)) {
    words.emplace_back("rewind");
    told_ = Mode::paused;  // as it is then over there
  }
  if (snapshot_.exchange(false)) words.emplace_back("snapshot");
  if (epoch_done && mode_ == Mode::epoch && epoch_entered_) mode_ = told_ = Mode::paused;
  if (mode_ == Mode::step) {
    words.emplace_back("step");
    mode_ = told_ = Mode::paused;
  } else if (mode_ == Mode::epoch && !epoch_entered_) {
    words.emplace_back("epoch");
    told_ = Mode::epoch;
    epoch_entered_ = true;
  } else if (mode_ != told_) {
    words.emplace_back(mode_ == Mode::paused ? "pause" : "resume");
    told_ = mode_;
  }
  return words;
}

void RunControl::obey(const std::string& word) {
  if (word == "stop") stop();
  if (word == "pause") pause();
  if (word == "resume") resume();
  if (word == "step") step_batch();
  if (word == "epoch") step_epoch();
  if (word == "rewind") rewind();
  if (word == "snapshot") request_snapshot();
}

}  // namespace mlplab
