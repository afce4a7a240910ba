// Compares the times and workers that another program reports with this program's clock and machine. Where a time is
// impossible, or much less than the time that passed here, the clock's time is used from then on, and the run is not
// verified.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/machine/child_processes.h"
#include "core/machine/standstill.h"
#include "core/run/event.h"

namespace mlplab {

class ClaimedTimes {
 public:
  /// `name`: the backend's. `examples`: of an epoch.
  ClaimedTimes(std::string name, int batch, std::size_t examples)
      : name_(std::move(name)), batch_(batch), examples_(static_cast<double>(examples)) {}

  /// The program is started; it says that it begins; it may go on after an epoch.
  void process_started();
  void run_started();
  void may_go_on();

  /// Corrects impossible times. A claimed epoch time cannot exceed the time that passed between the program's
  /// permission to train and its report of the epoch. A claim of much less than passed since the epoch began is
  /// doubted, too; there is room for work beside training (evaluating, writing the state). Returns the warning for the
  /// user, once.
  /// `stood_s`: in which the program was stopped, so that it need not have trained.
  std::optional<Warned> check(EpochDone& epoch, double stood_s);
  /// Within an epoch no more can be said of a time than that it is a number which the clock allows.
  void check(StepDone& step) const;
  void check(RunEnded& end) const;
  bool doubted() const { return doubted_; }

 private:
  std::string name_;
  int batch_;
  double examples_;
  double process_since_s_ = 0.0, run_since_s_ = 0.0, epoch_since_s_ = 0.0;  // by now_s()
  double said_s_ = 0.0, accepted_s_ = 0.0;                                  // training, after the last epoch
  bool doubted_ = false;
};

/// Corrects a number of workers that is not the one asked for (0: none was), or that this machine cannot have. Returns
/// what the user is told.
std::optional<Warned> check_claimed_workers(RunStarted& start, const std::string& name, int asked);

/// Another program that is stopped (Ctrl-Z, SIGSTOP) in the midst of an epoch, with this one or alone: both clocks go
/// on, and nothing in what it says of its times shows it.
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
