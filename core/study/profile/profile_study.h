// Where a step's time goes over batch sizes and data placements: one short profiled run a point.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/run/event.h"
#include "core/run/run_control.h"
#include "core/run/run_spec.h"
#include "core/study/noise_guard.h"
#include "core/study/profile/ceilings.h"
#include "core/study/rounds.h"

namespace mlplab {

struct ProfileStudySpec {
  RunSpec base;  // batch and profile_steps are set for each point
  std::vector<int> batches = {16, 32, 64, 512, 4096};
  std::vector<std::string> placements;  // values of the backend's option 'placement'; empty: what `base` says
  int steps = 50;                       // profiled steps of each epoch (at most those an epoch has)
};

/// The profile of the last epoch of one run.
struct ProfilePoint {
  std::string backend, placement;
  int workers = 1;
  std::string device;
  int batch = 0;
  std::optional<ModelSpec> model;  // what was trained; none in older files
  /// On which data, how many training images per epoch and how many epochs: '' and 0 in older files.
  std::string data;
  std::int64_t images = 0;
  int epochs = 0;
  int rows = 0;  // of a batch, that the profiled process computes: one of several has its share
  /// multiply_add_peak() of as many workers, measured when the run was over; 0 where it is not known.
  double peak_flop_per_s = 0.0;
  StepProfile profile;
  double unprofiled_step_s = 0.0;
  /// Whether the first step of the run, which touches its memory for the first time, is the profiled one or all there
  /// is to compare it with; false in older files.
  bool cold = false;
  /// The noise guard's findings during the run; for a run that was too short, those since the study began. Empty in
  /// older files.
  std::vector<Finding> noise;
  double images_per_s = 0.0;  // training, the profiled steps included
  double epoch_time_s = 0.0;  // median of the epochs
  std::optional<double> accuracy_test;
  std::string failure;               // why the point could not be measured, or ''
  std::optional<Failure> failed_as;  // its kind; not kept in files
};

/// Points of one machine and day; kept as a file, shipped in resources/published/ or saved by the user.
struct ProfileStudy {
  std::string machine;   // 'AMD EPYC 9B14, 2 cores; NVIDIA H200'
  std::string date;      // '2026-11-21'
  std::string recorded;  // '' for one measured just now; of one that was read 'recorded on MACHINE, DATE', its label
  std::vector<ProfilePoint> points;
  /// Measured when the last point was done, with as many workers; nothing for a GPU, for processes, in older files, and
  /// where the study was stopped before.
  std::optional<Ceilings> ceilings;
};

/// Observers of a study, on its thread; all optional.
struct ProfileHooks {
  std::function<void(const StudyProgress&)> on_progress = {};  // before each run, and while it goes on
  std::function<void(const ProfileStudy&)> on_point = {};      // the study so far, whenever a point is done: its last
  std::function<NoiseReading()> noise = read_noise;
};

/// One run a placement and batch, in that order; a point that fails keeps its reason, the others go on. Stops early
/// where `control` is stopped. Where any batch makes so few steps that the first epoch is cold
/// (ProfiledEpoch::is_cold_at_first), all are trained for two epochs at least.
/// Throws UsageError for a study that cannot be run at all (no batch, an unknown placement).
ProfileStudy run_profile_study(const ProfileStudySpec& spec, const Dataset& dataset, RunControl& control,
                               const ProfileHooks& hooks = {});

/// Takes from the run's first event: backend, workers, device, network, rows.
void take_start(ProfilePoint& point, const RunStarted& started, int batch);
/// take_start(), and the profile itself.
void take_sample(ProfilePoint& point, const RunStarted& started, const ProfileSample& sample);

/// 'batch 64', or 'batch 64, pinned'.
std::string point_in_words(int batch, const std::string& placement);

/// The cautions about a measured point's figures, beside distrust(): a cold step, noise. Each without a full stop.
std::vector<std::string> cautions_of(const ProfilePoint& point);

/// The advice on the largest part, each sentence with the measured values; the most important first.
std::vector<std::string> advise(const ProfileStudy& study, const ProfilePoint& point);

void save_profile_study(const std::filesystem::path& file, const ProfileStudy& study);  // Throws InputError
ProfileStudy read_profile_study(const std::filesystem::path& file);                     // Throws InputError
/// Recorded studies of `resources`/published, by name of file. A file that cannot be read costs its own study alone:
/// `left_out` (optional) says which, and why.
std::vector<ProfileStudy> recorded_profile_studies(const std::filesystem::path& resources,
                                                   std::vector<std::string>* left_out = nullptr);

/// A timeline as a Chrome trace (opens in Perfetto): the 'Trace Event Format', JSON object form; or several, each a
/// process of its own. Throws InputError, also where nothing was recorded.
void save_chrome_trace(const std::filesystem::path& file, const ProfilePoint& point);
void save_chrome_trace(const std::filesystem::path& file, const std::vector<ProfilePoint>& points);

/// As in files and in `mlplab-cli profile --json`: figures of a point that failed are null.
void to_json(nlohmann::json& json, const ProfilePoint& point);
void from_json(const nlohmann::json& json, ProfilePoint& point);  // Throws Error or a json exception

}  // namespace mlplab
