// Runs the points of a study. Files: profile_file.cpp; sentences: advisor.cpp; timelines: chrome_trace.cpp.
#include "core/study/profile/profile_study.h"

#include <algorithm>
#include <string_view>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/compute/backend_table.h"
#include "core/compute/backends.h"
#include "core/data/load.h"
#include "core/launch/execute.h"
#include "core/machine/host_info.h"
#include "core/run/configuration.h"
#include "core/run/run_log.h"
#include "core/statistics/statistics.h"
#include "core/training/profiled_epoch.h"

namespace mlplab {
namespace {

constexpr const char* placement = "placement";

std::string today() { return date_stamp().substr(0, std::string_view("2026-11-21").size()); }

std::string machine_for(const BackendEntry& entry) {
  const HostInfo host = host_info();
  std::string text =
      host.cpu + ", " + std::to_string(host.physical_cores) + (host.physical_cores == 1 ? " core" : " cores");
  if (entry.on_device() && entry.why_not().empty()) text += "; " + entry.device();
  return text;
}

void check(const ProfileStudySpec& spec, const BackendEntry& entry) {
  check_is_here(spec.base);
  if (spec.batches.empty()) throw UsageError(say("a profile needs at least one batch size"));
  if (spec.steps < 1) throw UsageError(say("a profile needs at least one step of each epoch"));
  if (spec.placements.empty()) return;
  const auto option = std::ranges::find(entry.options, placement, &BackendOption::name);
  if (option == entry.options.end())
    throw UsageError(say("the backend %1 has no choice of placement; leave it out", entry.name));
  for (const std::string& value : spec.placements) {
    if (std::ranges::find(option->values, value) != option->values.end()) continue;
    throw UsageError(say("there is no placement '%1' on the backend %2; valid are %3", value, entry.name,
                         in_one_line(option->values)));
  }
}

/// The peak is not measured for a GPU, nor for processes: how many of them compute at a time is not known.
double peak_beside(const RunSpec& base, const ProfilePoint& point) {
  if (base.team || !find_backend(base.backend).on_host() || point.profile.nodes.empty()) return 0.0;
  try {
    return multiply_add_peak(point.workers);
  } catch (const BackendError&) {
    return 0.0;
  }
}

/// As peak_beside(), of the whole machine.
std::optional<Ceilings> ceilings_beside(const RunSpec& base, const ProfileStudy& study) {
  const auto measured = std::ranges::find(study.points, std::string(), &ProfilePoint::failure);
  if (base.team || !find_backend(base.backend).on_host() || measured == study.points.end()) return std::nullopt;
  try {
    Ceilings ceilings = measure_ceilings(measured->workers);
    if (ceilings.peak_flop_per_s > 0.0) return ceilings;
  } catch (const BackendError&) {    // as many workers are not to be had now
  } catch (const std::bad_alloc&) {  // nor the memory: what was measured is worth more
  }
  return std::nullopt;
}

ProfiledEpoch epoch_of(int wanted, std::size_t examples, int batch) {
  const auto count = static_cast<std::int64_t>(examples);
  return {wanted, (count + batch - 1) / batch, count / batch};
}

/// All points have the same number of epochs, because their accuracies are compared.
int epochs_of(const ProfileStudySpec& spec, const Dataset& dataset) {
  const bool cold = std::ranges::any_of(spec.batches, [&](int batch) {
    return batch > 0 && epoch_of(spec.steps, dataset.train.size(), batch).is_cold_at_first();
  });
  return cold ? std::max(spec.base.epochs, 2) : spec.base.epochs;
}

void take_figures(ProfilePoint& point, const RunLog& log) {
  take_sample(point, log.started, log.profiles.back());
  point.images_per_s = log.images_per_s();
  point.accuracy_test = log.last_accuracy_test();
  point.epoch_time_s = median(mapped(log.epochs, &EpochDone::epoch_time_s));
}

}  // namespace

void take_start(ProfilePoint& point, const RunStarted& started, int batch) {
  point.backend = configuration_name(started.spec);
  point.workers = started.workers;
  point.device = started.device;
  point.batch = batch;
  point.model = started.spec.model;
  point.data = title_of(started.spec.data);
  point.images = started.train_examples;
  point.epochs = started.spec.epochs;
  point.rows =
      started.spec.team ? (batch + point.workers - 1) / point.workers : batch;  // the first rank's: the longest share
}

void take_sample(ProfilePoint& point, const RunStarted& started, const ProfileSample& sample) {
  take_start(point, started, sample.batch);
  point.placement = sample.placement;
  point.profile = sample.profile;
  point.unprofiled_step_s = sample.unprofiled_step_s;
  const auto examples = static_cast<std::size_t>(started.train_examples);
  point.cold = sample.epoch == started.first_epoch &&
               epoch_of(started.spec.profile_steps, examples, sample.batch).is_cold_at_first();
}

std::string point_in_words(int batch, const std::string& placement) {
  return placement.empty() ? say("batch %1", batch) : say("batch %1, %2", batch, placement);
}

namespace {

/// A profile for the loop: its cells are the placements, each with all batches.
class ProfileRuns : public StudyRuns {
 public:
  ProfileRuns(const ProfileStudySpec& spec, const Dataset& dataset, const ProfileHooks& hooks)
      : dataset_(dataset), hooks_(hooks) {
    const BackendEntry& entry = find_backend(spec.base.backend);
    check(spec, entry);
    study.machine = machine_for(entry);
    study.date = today();
    const std::size_t placements = std::max<std::size_t>(spec.placements.size(), 1);
    for (std::size_t p = 0; p < placements; ++p)
      for (const int batch : spec.batches) {
        RunSpec& run = runs_.emplace_back(spec.base);
        run.batch = batch;
        run.batch_per_rank = 0;
        run.profile_steps = spec.steps;
        run.epochs = epochs_of(spec, dataset);
        if (!spec.placements.empty()) run.options.values[placement] = spec.placements[p];
      }
  }

  std::vector<Turn> turns() const {
    std::vector<Turn> all;
    for (std::size_t cell = 0; cell < runs_.size(); ++cell) all.push_back({cell, 0});
    return all;
  }

  std::string name_of(std::size_t cell) const override { return point_in_words(runs_[cell].batch, placement_at(cell)); }
  RunEnded train(const Turn& turn, EventSink& events, RunControl& control) override {
    return execute_run({.spec = runs_[turn.cell], .dataset = borrowed(dataset_)}, events, control).ended;
  }
  void on_progress(const StudyProgress& progress) override {
    if (hooks_.on_progress) hooks_.on_progress(progress);
  }

  void take(const Turn& turn, MadeRun made) override {
    if (made.ended.status == RunStatus::stopped) return;
    const RunSpec& run = runs_[turn.cell];
    ProfilePoint point;
    point.backend = configuration_name(run);
    point.placement = placement_at(turn.cell);
    point.workers = workers_asked(run);
    point.batch = run.batch;
    if (made.ended.status == RunStatus::failed) {
      point.failure = made.ended.reason;
      point.failed_as = made.ended.failure;
    } else if (made.log.profiles.empty()) {
      point.failure = say("the backend %1 does not report where a step's time goes", point.backend);
    } else {
      take_figures(point, made.log);
      point.noise = made.noise;
      if (made.too_short) add_findings(point.noise, made.session_noise);
      point.peak_flop_per_s = peak_beside(run, point);
    }
    study.points.push_back(point);
    if (hooks_.on_point) hooks_.on_point(study);
  }

  ProfileStudy study;

 private:
  std::string placement_at(std::size_t cell) const {
    return placement_of(find_backend(runs_[cell].backend), runs_[cell].options);
  }

  const Dataset& dataset_;
  const ProfileHooks& hooks_;
  std::vector<RunSpec> runs_;
};

}  // namespace

ProfileStudy run_profile_study(const ProfileStudySpec& spec, const Dataset& dataset, RunControl& control,
                               const ProfileHooks& hooks) {
  ProfileRuns runs(spec, dataset, hooks);
  const std::vector<Turn> turns = runs.turns();
  if (Rounds(runs, control, hooks.noise).run(turns, static_cast<int>(turns.size())))
    runs.study.ceilings = ceilings_beside(spec.base, runs.study);
  return runs.study;
}

}  // namespace mlplab
