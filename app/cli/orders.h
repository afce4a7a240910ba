// The orders that a program which computes a run gets from the one that started it, and the events and states that it
// sends back.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>

#include "core/launch/exchange.h"
#include "core/run/event.h"
#include "core/run/run_control.h"

namespace mlplab {

/// Orders line by line. When they end, the program that started the run is gone, and the run stops.
class Orders {
 public:
  RunControl control;

  void take(const std::string& line) {
    if (line != state_taken_word) control.obey(line);
    const std::lock_guard lock(mutex_);
    if (line == state_taken_word) ++taken_;
    changed_.notify_all();
  }
  void end() {
    control.stop();
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  }
  /// Until the state that was saved as number `count` has been read.
  void wait_until_taken(int count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ended_ || taken_ >= count; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int taken_ = 0;
  bool ended_ = false;
};

/// The event stream. A state is with the other side before the event that speaks of it.
class OrderedStream : public EventSink {
 public:
  explicit OrderedStream(Orders& orders) : orders_(orders) {}
  void on_event(const Event& event) override {
    if (std::holds_alternative<EpochDone>(event)) {
      held_ = to_line(event);
      return;
    }
    starts_ = std::holds_alternative<RunStarted>(event) || std::holds_alternative<Rewound>(event);
    send_line(to_line(event));
  }
  void on_state(const std::shared_ptr<const TrainingState>& state) override {
    if (std::exchange(starts_, false)) return;  // the other side has that one
    send_state(*state);
    send_line(held_.empty() ? state_saved_line : held_);
    held_.clear();
    orders_.wait_until_taken(++saved_);
  }

 protected:
  virtual void send_line(const std::string& line) = 0;
  /// Where it cannot, it ends the process.
  virtual void send_state(const TrainingState& state) = 0;

 private:
  Orders& orders_;
  std::string held_;
  bool starts_ = false;
  int saved_ = 0;
};

}  // namespace mlplab
