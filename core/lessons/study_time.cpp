#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/data/load.h"
#include "core/data/shapes.h"
#include "core/launch/configurations.h"
#include "core/launch/execute.h"
#include "core/lessons/study_file.h"
#include "core/run/run_control.h"
#include "core/run/run_log.h"
#include "core/study/comparison/comparison.h"
#include "core/study/sweep/sweep_spec.h"

namespace fs = std::filesystem;

namespace mlplab {
namespace {

bool is_program(const RunSpec& run) {
  const ConfigurationEntry* entry = known_configuration(configuration_name(run));
  return entry != nullptr && entry->is_program();
}

/// The runs of a study that can be made here, each with how often it is.
std::vector<std::pair<RunSpec, int>> runs_of(const Lesson& lesson) {
  std::vector<std::pair<RunSpec, int>> runs;
  const auto add = [&](const RunSpec& run, int times) {
    if (why_not(run).empty()) runs.emplace_back(run, times);
  };
  if (lesson.comparison) {
    ComparisonSpec spec{.base = lesson.settings,
                        .backends = lesson.comparison->backends.value_or(std::vector<std::string>()),
                        .repeats = 1};
    spec.base.epochs = lesson.comparison->epochs;
    for (const ComparisonRow& row : plan_comparison(spec).rows)
      add(run_of(spec, row.backend), lesson.comparison->repeats);
  } else if (lesson.sweep) {
    const SweepSpec spec{.base = lesson.settings,
                         .axis = lesson.sweep->axis,
                         .values = lesson.sweep->values,
                         .across = lesson.sweep->across};
    for (const SweepSpec& slice : slices_of(spec))
      for (std::size_t point = 0; point < slice.values.size(); ++point) {
        RunSpec run = run_of(slice, point);
        run.epochs = lesson.sweep->epochs + lesson.sweep->warmup_epochs;
        add(run, lesson.sweep->repeats);
      }
  } else if (lesson.profile) {
    for (const int batch : lesson.profile->batches) {
      RunSpec run = lesson.settings;
      run.batch = batch;
      run.epochs = lesson.profile->epochs;
      add(run, 1);
    }
  } else {
    add(lesson.settings, 1);
  }
  return runs;
}

bool is_true(const std::atomic<bool>* stop) { return stop != nullptr && *stop; }

/// Keeps a run's log, and ends the run once `stop` is true.
class LogSink : public EventSink {
 public:
  LogSink(RunLog& log, RunControl& control, const std::atomic<bool>* stop)
      : log_(log), control_(control), stop_(stop) {}
  void on_event(const Event& event) override {
    log_.apply(event);
    if (is_true(stop_)) control_.stop();
  }

 private:
  RunLog& log_;
  RunControl& control_;
  const std::atomic<bool>* stop_;
};

/// Training images of an epoch, of the data that studies use.
std::size_t images_of(const DataSpec& data) {
  constexpr std::size_t mnist_train = 60'000;
  if (data.train_limit > 0) return data.train_limit;
  return data.source == shapes_name ? shapes_train : mnist_train;
}

/// Seconds of one of a run's trainings at most, from a few small batches; nothing where they do not come to their end.
std::optional<double> most_s(const RunSpec& run, const fs::path& resources, const std::atomic<bool>* stop) {
  constexpr int steps = 2, most_batch = 16;
  RunSpec few = run;
  few.epochs = 2;  // the first is for warming up
  few.batch = std::min(run.batch, most_batch);
  few.data.train_limit = static_cast<std::size_t>(steps * few.batch);
  few.data.test_limit = 1;
  const Dataset dataset = load_dataset(few.data, resources, few.seed, {});
  RunControl control;
  RunLog log;
  LogSink sink(log, control, stop);
  const RunOutcome outcome = execute_run({.spec = few, .dataset = borrowed(dataset)}, sink, control);
  if (outcome.ended.status != RunStatus::done || log.epochs.size() < 2) return std::nullopt;
  const double image_s = log.epochs[1].epoch_time_s / static_cast<double>(few.data.train_limit);
  return run.epochs * static_cast<double>(images_of(run.data)) * image_s;
}

std::string long_duration(double s) {
  constexpr double minute_s = 60.0, in_seconds = 120.0;
  return s < in_seconds ? duration(s) : say("%1 minutes", std::llround(s / minute_s));
}

}  // namespace

std::string time_words(const Lesson& lesson, const fs::path& resources, OtherPrograms programs,
                       const std::atomic<bool>* stop) {
  if (lesson.operations && lesson.operations->kind == LaboratoryKind::embeddings)
    return say("Each of the pools embeds %1 images, %2 times.", lesson.operations->images, lesson.operations->repeats);
  if (lesson.operations)
    return say("A variant that would take longer than %1 s at a size is left out there.", lesson.operations->limit_s);
  std::optional<double> total_s;
  bool left_out = false;
  for (const auto& [run, times] : runs_of(lesson)) {
    if (programs == OtherPrograms::left_out && is_program(run)) {
      left_out = true;
      continue;
    }
    const std::optional<double> one_s = most_s(run, resources, stop);
    if (is_true(stop)) return {};
    if (one_s) total_s = total_s.value_or(0.0) + times * *one_s;
  }
  if (!total_s)
    return left_out ? say("It trains with another program, which is not started to see how long it takes.")
                    : say("Nothing of it can run here.");
  return left_out
             ? say("At most about %1 of training here, as a few small batches tell, without that of other programs.",
                   long_duration(*total_s))
             : say("At most about %1 of training here, as a few small batches tell.", long_duration(*total_s));
}

}  // namespace mlplab
