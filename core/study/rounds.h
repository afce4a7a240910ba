// The loop of every study: the runs that it still lacks, one after the other, each between two looks at the machine.
// The study says what a cell is, whose turn it is and what is kept of a run (StudyRuns).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/machine/topology.h"
#include "core/run/energy.h"
#include "core/run/event.h"
#include "core/run/run_control.h"
#include "core/run/run_log.h"
#include "core/run/run_spec.h"
#include "core/statistics/statistics.h"
#include "core/study/finding.h"
#include "core/study/measured_memory.h"
#include "core/study/noise_guard.h"

namespace mlplab {

/// How long the programs measure the idle machine before the first run of a study: the shortest time whose joules are
/// certain.
inline constexpr double study_idle_power_s = least_energy_window_s;

/// The repeat of a run that only gives the losses that others are held against.
inline constexpr int reference_repeat = -1;

/// A run that a study wants.
struct Turn {
  std::size_t cell = 0;
  int repeat = 0;  // 0-based, or reference_repeat
};

struct StudyProgress {
  Turn turn;         // the run in progress
  std::string name;  // of its cell, for people: '4, batch 64', 'openmp'
  int runs_done = 0;
  int runs_total = 0;
  double run_fraction = 0.0;  // of the run in progress; 0 before its first step
  double fraction = 0.0;      // of the study, by runs
  double eta_s = not_known;   // until its end; unknown until there is something to judge by
  bool idle = false;          // no run is in progress: the power of the idle machine is measured before the first
};

/// A run that was made, to its end or not.
struct MadeRun {
  RunLog log;
  RunEnded ended;
  std::string started;                 // UTC, '2026-11-21T14:30:05Z'
  double wall_s = 0.0;                 // all of it: set-up, training, evaluation
  std::vector<Finding> noise;          // what the noise guard found while it ran
  std::string session;                 // when the program began to measure what it measured without a break, UTC
  std::vector<Finding> session_noise;  // from there to this run's end
  bool too_short = false;              // to be judged alone
  bool short_session = false;          // so is the whole session
  RunMemory memory;
};

/// A study, as far as the loop has to know it.
class StudyRuns {
 public:
  virtual ~StudyRuns() = default;
  virtual std::string name_of(std::size_t cell) const = 0;
  /// (optional) The run of a turn, whose meters measure the idle machine before the first one. Default: none does.
  virtual std::optional<RunSpec> spec_of(const Turn& /*turn*/) const { return std::nullopt; }
  /// (optional) Before the clock and the noise guard look at a run: what is loaded once. Default: nothing.
  virtual void prepare(const Turn& /*turn*/) {}
  /// Trains until its end, or soon after control.stop().
  virtual RunEnded train(const Turn& turn, EventSink& events, RunControl& control) = 0;
  /// Keeps a run: done, failed or stopped. May throw: that ends the loop.
  virtual void take(const Turn& turn, MadeRun run) = 0;
  virtual void on_progress(const StudyProgress& progress) = 0;
  /// (optional) Sees the events of a run, too. Default: nobody does.
  virtual EventSink* watcher(const Turn& /*turn*/) { return nullptr; }
  /// (optional) Whether the steps of a run are kept, for its curves. Default: no.
  virtual bool keeps_steps() const { return false; }

  IdlePower idle;  // measured by the loop before its first run, for RunRequest::idle of each
};

class Rounds {
 public:
  /// `idle_s`: how long the idle machine's power is measured before the first run, where a run has a meter; 0: not.
  Rounds(StudyRuns& study, RunControl& control, std::function<NoiseReading()> noise = read_noise, double idle_s = 0.0);

  /// A run that is there already, by which others of its cell are judged.
  void expect(const Turn& turn, double wall_s);
  /// Looks at the machine for a while before the first run.
  std::vector<Finding> look(double seconds);
  /// Makes the runs in this order; `total` is how many the study has with those that are there. A cell whose run fails
  /// is left out from then on; one whose reference fails is not. False where it was stopped before the end.
  bool run(const std::vector<Turn>& turns, int total);
  /// The cells that a run failed of.
  const std::set<std::size_t>& failed() const { return failed_; }

 private:
  class Collector;
  void begin(const NoiseReading& start);
  void measure_idle(const std::vector<Turn>& turns, int total);
  bool make(const std::vector<Turn>& turns, std::size_t at, int total);
  void report(const std::vector<Turn>& turns, std::size_t at, int total, double run_fraction, double spent_s);
  double expected_s(const Turn& turn) const;

  StudyRuns& study_;
  RunControl& control_;
  std::function<NoiseReading()> noise_;
  double idle_s_;
  Topology topology_;
  NoiseReading start_;
  std::string session_;                                                  // '' before it begins
  std::map<std::pair<std::size_t, bool>, std::vector<double>> walls_s_;  // by cell, references apart
  std::set<std::size_t> failed_;
};

}  // namespace mlplab
