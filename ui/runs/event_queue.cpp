// Short critical sections only.
#include "ui/runs/event_queue.h"

#include <utility>

namespace mlplab {

void EventQueue::on_event(const Event& event) {
  const std::lock_guard lock(mutex_);
  events_.push_back(event);
}

void EventQueue::on_state(const std::shared_ptr<const TrainingState>& state) {
  const std::lock_guard lock(mutex_);
  state_ = state;
}

std::vector<Event> EventQueue::take_events() {
  const std::lock_guard lock(mutex_);
  return std::exchange(events_, {});
}

std::shared_ptr<const TrainingState> EventQueue::take_state() {
  const std::lock_guard lock(mutex_);
  return std::exchange(state_, nullptr);
}

}  // namespace mlplab
