// Another program that is stopped (Ctrl-Z, SIGSTOP) in the midst of an epoch, with this one or alone: both clocks go
// on, and nothing in what it says of its times shows it.
#pragma once

#include <optional>
#include <string>

#include "core/machine/child_processes.h"
#include "core/machine/standstill.h"
#include "core/run/event.h"

namespace mlplab {

class StopsWatch {
 public:
  /// To be called again and again: a child that is stopped has been since the last call.
  void look(const ChildProcesses& children);
  /// The seconds for which the program stood still in this epoch so far.
  double stood_s();
  /// The warning where the program of `name` did not run for a while in this epoch.
  std::optional<Warned> epoch_done(int epoch, const std::string& name);
  /// The next epoch begins.
  void may_go_on();

 private:
  StandstillWatch ours_;  // a computer that slept, or both programs stopped
  double looked_at_s_ = 0.0, stopped_s_ = 0.0, ours_before_s_ = 0.0;
};

}  // namespace mlplab
