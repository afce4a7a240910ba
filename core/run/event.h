// The events of a run. The window, the progress bar, the run's file and the tests consume this one stream; as text it
// is one JSON object per line, the first {"event":"hello","protocol":1} (docs/file-formats.md).
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <variant>

#include "core/base/error.h"
#include "core/compute/profile.h"
#include "core/data/preparation.h"
#include "core/model/training_state.h"
#include "core/run/energy.h"
#include "core/run/load.h"
#include "core/run/run_spec.h"

namespace mlplab {

inline constexpr int event_protocol = 1;

/// Also sent when a run is resumed: first_epoch > 0 epochs are already done, and what came after them is void.
struct RunStarted {
  RunSpec spec;
  std::string device;
  int workers = 1;
  std::string dataset_hash;
  std::int64_t train_examples = 0;
  std::int64_t test_examples = 0;
  std::int64_t validation_examples = 0;  // set by the process that keeps the run, as energy and preparation
  std::int64_t steps_per_epoch = 0;
  int first_epoch = 0;
  EnergyScope energy;                      // set by the process that keeps the run (core/launch/energy_watch.h)
  std::optional<Preparation> preparation;  // of the images; likewise filled in
  std::string machine;  // the facts of host.json of another machine that computes, as JSON; '' where this one does
  bool operator==(const RunStarted&) const = default;
};

/// At fixed points of an epoch (core/run/curve_grid.h), whatever the clock says; means are over the steps since the
/// last one. Other programs may report at points of their own.
struct StepDone {
  int epoch = 0;            // 0-based: the epoch in progress
  std::int64_t step = 0;    // steps done since the run's start
  double epochs = 0.0;      // epochs done, with the fraction: the x of the charts
  double loss = 0.0;        // mean training loss
  double accuracy = 0.0;    // fraction of training examples answered correctly
  double images_per_s = 0;  // training only
  double learning_rate = 0;
  double train_time_s = 0;  // since the run's start, evaluation and pauses excluded
  bool operator==(const StepDone&) const = default;
};

/// A report between two of those, about 30 per second at most, for observers. A run's folder does not keep it.
struct Progress {
  StepDone so_far;  // means are over the steps since the last StepDone
  bool operator==(const Progress&) const = default;
};

/// Whether the state that another program returned gives, evaluated here, what the program says. Not needed: our own
/// code trained. Not verified: there was no state of that epoch to evaluate.
enum class Verification { not_needed, verified, refuted, not_verified };
std::string to_string(Verification verification);
/// Throws UsageError for a word that is none of them.
Verification parse_verification(const std::string& text);

struct EpochDone {
  int epoch = 0;  // 1-based: epochs done
  double loss_train = 0.0;
  double accuracy_train = 0.0;
  std::optional<double> loss_test;  // with accuracy_test, where this epoch was evaluated
  std::optional<double> accuracy_test;
  std::optional<double> loss_validation;  // where there is a validation split
  std::optional<double> accuracy_validation;
  double epoch_time_s = 0.0;  // training only
  double eval_time_s = 0.0;   // the two below together
  double test_time_s = 0.0;
  double validation_time_s = 0.0;
  double images_per_s = 0.0;
  double train_time_s = 0.0;  // since the run's start
  /// For another program's run: the test figures above are ours, these are its own.
  Verification verification = Verification::not_needed;
  std::optional<double> claimed_loss_test, claimed_accuracy_test;
  std::optional<EpochEnergy> energy;  // where there is a meter
  bool operator==(const EpochDone&) const = default;
};

/// Where the time of a few steps of an epoch went; only where the spec asks for it (RunSpec::profile_steps).
struct ProfileSample {
  int epoch = 0;  // 0-based: the epoch in progress
  int batch = 0;
  std::string placement;  // of the data, where the backend has a choice ('resident', 'pinned'); else ''
  StepProfile profile;
  double unprofiled_step_s = 0.0;  // the median step of the same epoch outside the profile: what profiling itself costs
  bool operator==(const ProfileSample&) const = default;
};

/// The load, twice per second; only of a run that is watched (RunRequest::watch_load).
struct LoadSampled {
  double at_s = 0.0;  // since the run began, pauses and evaluations included
  LoadReading load;
  bool operator==(const LoadSampled&) const = default;
};

/// Back at the initial weights, bit for bit; everything since the start is void.
struct Rewound {
  bool operator==(const Rewound&) const = default;
};

struct Warned {
  std::string message;
  bool operator==(const Warned&) const = default;
};

enum class RunStatus { done, stopped, failed };

struct RunEnded {
  RunStatus status = RunStatus::done;
  std::string reason;              // one sentence when failed or stopped early; else ''
  std::optional<Failure> failure;  // when failed
  int epochs_done = 0;
  double train_time_s = 0.0;
  double eval_time_s = 0.0;
  std::optional<double> time_to_target_s;  // training time until target_accuracy was reached
  /// Sets status, failure and reason.
  void fail(const std::exception& error);
  bool operator==(const RunEnded&) const = default;
};

using Event =
    std::variant<RunStarted, StepDone, Progress, EpochDone, ProfileSample, LoadSampled, Rewound, Warned, RunEnded>;

/// The report in a StepDone or a Progress; null for other events.
const StepDone* report_of(const Event& event);

/// The way out of a run. Called on the trainer's thread: returns at once, and never throws.
class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual void on_event(const Event& event) = 0;
  /// (optional) The weights at the start, after every epoch, and whenever RunControl::request_snapshot was called;
  /// default: ignored.
  virtual void on_state(const std::shared_ptr<const TrainingState>& state) { (void)state; }
};

/// Throws InputError where a log says that a run had other workers than its spec asks for. Not a part of
/// parse_line(): what another program says while it runs is corrected, with a warning.
void check_workers(const RunStarted& started);

std::string to_string(RunStatus status);
std::string in_words(RunStatus status);
/// One line of the stream, without the newline.
std::string to_line(const Event& event);
std::string hello_line();
/// Nothing for 'hello' and for kinds this version does not know. Throws InputError for a line that is not of the
/// protocol (not JSON, a member missing or ill-typed, or a newer protocol). `with_energy` false: what the line says of
/// energy is not looked at, well-formed or not.
std::optional<Event> parse_line(const std::string& line, bool with_energy = true);

}  // namespace mlplab
