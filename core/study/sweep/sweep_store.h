// A sweep on disk: a folder with sweep.json (what is measured, on which machine; written once) and runs.jsonl (one line
// for each finished run, appended and flushed), and rounding.json where rounding.h was asked. A killed program loses at
// most the run in progress (docs/measuring.md).
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/run/run_log.h"
#include "core/study/finding.h"
#include "core/study/measured_energy.h"
#include "core/study/measured_machine.h"
#include "core/study/measured_memory.h"
#include "core/study/measured_step.h"
#include "core/study/rounding.h"
#include "core/study/rounds.h"
#include "core/study/sweep/sweep_spec.h"

namespace mlplab {

/// One finished run; a line of runs.jsonl.
struct SweepRun {
  std::string value;    // of the axis
  std::string across;   // of the second axis; '' where there is none, as in every run of a slice
  int repeat = 0;       // 0-based, or reference_repeat
  std::string started;  // UTC, '2026-11-21T14:30:05Z'
  int workers = 1;
  std::optional<int> host_threads;  // of this machine (core/launch/demand.h); not in files of before 2026-11-25
  int batch = 0;
  std::string device;
  std::string dataset_hash;
  std::vector<double> epoch_times_s;  // training only, warm-up epochs first
  double time_s = not_known;          // mean of the epochs after the warm-up; weak scaling: whole_step_s()
  double images_per_s = not_known;    // in those epochs
  double test_time_s = not_known;     // of one evaluation on the test set, and on the validation set
  double validation_time_s = not_known;
  double wall_s = 0.0;               // all of it: set-up, warm-up, evaluation
  double loss_epoch1 = not_known;    // mean training loss of the very first epoch
  double loss_train = not_known;     // of the last epoch
  std::int64_t steps_per_epoch = 0;  // 0: not known
  std::vector<double> losses;        // mean training loss of each epoch; empty in files of before 2026-11-22
  std::vector<double> losses_test;   // of each epoch, not_known where it was not evaluated, as the next ones
  std::vector<double> accuracies_test, losses_validation, accuracies_validation;
  std::vector<double> accuracies;  // training accuracy of each epoch; this and those of the line before are not
                                   // in files of before 2026-11-28
  std::vector<Verification> verifications;       // empty in files of before 2026-11-25: what another program said
  std::optional<double> tests_s, validations_s;  // of all evaluations together; not in files of before 2026-11-28
  std::optional<double> accuracy_test;
  std::optional<RunEnergy> energy;  // of the epochs after the warm-up; not in files of before 2026-11-23
  std::vector<Finding> warnings;    // of the run itself and of the noise guard
  /// When the program began to measure what it measured without a break, and what the noise guard found from there to
  /// this run's end, where runs were too short to be judged alone; '' and empty in files of before 2026-11-25.
  std::string session;
  std::vector<Finding> session_noise;
  RunMemory memory = {};  // not in files of before 2026-11-29, as the next one
  RunStep step = {};      // of the epochs after the warm-up; only where the sweep profiles
  std::string failure;    // '' or why it gave no time
  bool done() const { return failure.empty(); }
  /// '4#0', or '4/64#0' with a second axis: names the run within its sweep.
  std::string id() const { return value + (across.empty() ? "" : "/" + across) + "#" + std::to_string(repeat); }
};
/// The run of `spec` as far as its losses can be compared (equivalence.h). Figures of another program whose line does
/// not say whether they were verified count as not verified.
RunLog log_of(const SweepRun& run, const RunSpec& spec);
/// The time of a step with a whole batch, batch / images_per_s: the last step of an epoch is mostly smaller, so an
/// epoch divided by its steps would flatter large batches.
double whole_step_s(const SweepRun& run);
void to_json(nlohmann::json& json, const SweepRun& run);
void from_json(const nlohmann::json& json, SweepRun& run);  // Throws nlohmann's exceptions

/// As difference_of() two machines, for a finished run and the kept runs of its value: the device that computed them,
/// as another GPU of the same machine.
std::string difference_of(const std::vector<SweepRun>& kept, const SweepRun& now);

class SweepStore {
 public:
  /// A new folder (it must not hold a sweep). Throws UsageError for an invalid spec, InputError for the folder.
  static SweepStore create(const std::filesystem::path& folder, const SweepSpec& spec);
  /// An old one; a last line that was cut off is ignored. Throws InputError.
  static SweepStore open(const std::filesystem::path& folder);

  /// Reads again what is kept: another program may have gone on with the sweep since. Throws InputError.
  void reload() { *this = open(folder_); }

  /// Writes the line before it returns. Throws InputError (disk full…).
  void append(const SweepRun& run);

  const std::filesystem::path& folder() const { return folder_; }
  std::string id() const { return folder_.filename().string(); }
  const SweepSpec& spec() const { return spec_; }
  const MeasuredMachine& machine() const { return machine_; }
  const std::vector<SweepRun>& runs() const { return runs_; }
  /// The runs of slices_of(spec())[slice], in memory alone, as a sweep over one axis.
  SweepStore slice(std::size_t slice) const;
  /// The finished run of a value and repeat, or null.
  const SweepRun* find_done(const std::string& value, int repeat, const std::string& across = "") const;
  /// The runs that it lacks, in the order of run_sweep(): its cells are the points of all slices, one slice after the
  /// other.
  std::vector<Turn> missing() const;
  bool complete() const { return missing().empty(); }

  /// How far rounding alone moves the losses of the runs of values[point]; null where nobody had to know. Points that
  /// train the same share it.
  const Rounding* rounding_of(std::size_t point) const;
  /// It will be known: a sweep that goes on here, or that can be resumed, looks at rounding after its last run.
  bool awaits_rounding() const { return goes_on_ || !complete(); }
  void set_going_on(bool on) { goes_on_ = on; }
  /// Writes the file before it returns. Throws InputError.
  void keep_rounding(std::size_t slice, std::size_t point, const Rounding& rounding);

 private:
  std::string rounding_key(std::size_t point) const;

  std::filesystem::path folder_;
  SweepSpec spec_;
  MeasuredMachine machine_;
  std::vector<SweepRun> runs_;
  std::map<std::string, Rounding> rounding_;  // by rounding_key(), after the value of a second axis
  bool goes_on_ = false;
  bool heights_first_ = false;  // of an earlier version, which wrote resolutions as height × width
};

/// $XDG_DATA_HOME/mlplab/sweeps, beside the runs.
std::filesystem::path default_sweeps_folder();
/// Makes a new folder there: '2026-11-21-143005-workers', with -2, -3… if taken. Throws InputError.
std::filesystem::path new_sweep_folder(const std::filesystem::path& sweeps, const SweepSpec& spec);
/// A folder, or the name of one in default_sweeps_folder(). Throws InputError saying where it looked.
std::filesystem::path find_sweep(const std::string& id_or_folder);
/// Folders with a sweep in `sweeps`, newest first, at most `most`.
std::vector<std::filesystem::path> recent_sweeps(const std::filesystem::path& sweeps, std::size_t most);

}  // namespace mlplab
