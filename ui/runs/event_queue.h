// Where a trainer's thread leaves its events and newest weights, and the window's timer collects them. Never blocks
// the trainer for longer than a push_back.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "core/run/event.h"

namespace mlplab {

class EventQueue : public EventSink {
 public:
  void on_event(const Event& event) override;
  void on_state(const std::shared_ptr<const TrainingState>& state) override;

  std::vector<Event> take_events();
  /// The newest weights since the last call, or null.
  std::shared_ptr<const TrainingState> take_state();

 private:
  std::mutex mutex_;
  std::vector<Event> events_;
  std::shared_ptr<const TrainingState> state_;
};

}  // namespace mlplab
