// One line on stderr that follows a run: epoch, %, ETA, images/s, loss, accuracy. Silent where stderr is no terminal.
#pragma once

#include "app/cli/live_line.h"
#include "core/run/event.h"

namespace mlplab {

class ProgressBar : public EventSink {
 public:
  explicit ProgressBar(bool visible) : line_(visible) {}
  void on_event(const Event& event) override;

 private:
  void draw(const StepDone& step);

  LiveLine line_;
  RunStarted started_;
  double accuracy_test_ = -1.0;
  double first_step_time_s_ = 0.0, first_epochs_ = -1.0;
  double overhead_s_an_epoch_ = 0.0;  // evaluation, for the ETA
};

/// One line on stderr while images are read; nothing where stderr is no terminal.
LoadProgress loading_line();

}  // namespace mlplab
