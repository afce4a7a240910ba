#include "core/lessons/study_time.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/data/load.h"
#include "core/data/shapes.h"
#include "core/experiments/comparison/comparison.h"
#include "core/experiments/sweep/sweep_spec.h"
#include "core/launch/configurations.h"
#include "core/launch/execute.h"
#include "core/run/run_control.h"
#include "core/run/run_log.h"

namespace fs = std::filesystem;

namespace mlplab {
namespace {

/// The runs of a study, each with how often it is made.
std::vector<std::pair<RunSpec, int>> runs_of(const Lesson& lesson) {
  std::vector<std::pair<RunSpec, int>> runs;
  if (lesson.comparison) {
    ComparisonSpec spec{.base = lesson.settings,
                        .backends = lesson.comparison->backends.value_or(std::vector<std::string>()),
                        .repeats = 1};
    spec.base.epochs = lesson.comparison->epochs;
    for (const ComparisonRow& row : plan_comparison(spec).rows)
      if (row.available && !find_configuration(row.backend).is_program())
        runs.emplace_back(run_of(spec, row.backend), lesson.comparison->repeats);
  } else if (lesson.sweep) {
    const SweepSpec spec{.base = lesson.settings, .axis = lesson.sweep->axis, .values = lesson.sweep->values};
    for (std::size_t point = 0; point < spec.values.size(); ++point) {
      RunSpec run = run_of(spec, point);
      run.epochs = lesson.sweep->epochs + lesson.sweep->warmup_epochs;
      if (why_not(run).empty()) runs.emplace_back(run, lesson.sweep->repeats);
    }
  } else if (lesson.profile) {
    for (const int batch : lesson.profile->batches) {
      RunSpec run = lesson.settings;
      run.batch = batch;
      run.epochs = lesson.profile->epochs;
      if (why_not(run).empty()) runs.emplace_back(run, 1);
    }
  } else if (why_not(lesson.settings).empty()) {
    runs.emplace_back(lesson.settings, 1);
  }
  return runs;
}

class LogSink : public EventSink {
 public:
  explicit LogSink(RunLog& log) : log_(log) {}
  void on_event(const Event& event) override { log_.apply(event); }

 private:
  RunLog& log_;
};

/// Training images of an epoch, of the data that studies use.
std::size_t images_of(const DataSpec& data) {
  constexpr std::size_t mnist_train = 60'000;
  if (data.train_limit > 0) return data.train_limit;
  return data.source == shapes_name ? shapes_train : mnist_train;
}

/// Trains a few small batches of each run: larger ones take less time for an image. Nothing where none can run here.
std::optional<double> most_s(const Lesson& lesson, const fs::path& resources, const std::atomic<bool>* stop) {
  constexpr int steps = 2, most_batch = 16;
  std::optional<double> total_s;
  for (const auto& [run, times] : runs_of(lesson)) {
    if (stop != nullptr && *stop) return {};
    RunSpec few = run;
    few.epochs = 2;  // the first is for warming up
    few.batch = std::min(run.batch, most_batch);
    few.data.train_limit = static_cast<std::size_t>(steps * few.batch);
    few.data.test_limit = 1;
    const Dataset dataset = load_dataset(few.data, resources, few.seed, {});
    RunControl control;
    RunLog log;
    LogSink sink(log);
    const RunOutcome outcome = execute_run({.spec = few, .dataset = borrowed(dataset)}, sink, control);
    if (outcome.ended.status != RunStatus::done || log.epochs.size() < 2) continue;
    const double image_s = log.epochs[1].epoch_time_s / static_cast<double>(few.data.train_limit);
    total_s = total_s.value_or(0.0) + times * run.epochs * static_cast<double>(images_of(run.data)) * image_s;
  }
  return total_s;
}

bool names_programs(const Lesson& lesson) {
  return lesson.comparison && lesson.comparison->backends &&
         std::ranges::any_of(*lesson.comparison->backends,
                             [](const std::string& name) { return find_configuration(name).is_program(); });
}

std::string long_duration(double s) {
  constexpr double minute_s = 60.0, in_seconds = 120.0;
  return s < in_seconds ? duration(s) : say("%1 minutes", std::llround(s / minute_s));
}

}  // namespace

std::string time_words(const Lesson& lesson, const fs::path& resources, const std::atomic<bool>* stop) {
  if (lesson.operations)
    return say("A variant that would take longer than %1 s at a size is left out there.", lesson.operations->limit_s);
  const std::optional<double> s = most_s(lesson, resources, stop);
  if (!s) return say("Nothing of it can run here.");
  return names_programs(lesson)
             ? say("At most about %1 of training here, as a few small batches tell, without that of other programs.",
                   long_duration(*s))
             : say("At most about %1 of training here, as a few small batches tell.", long_duration(*s));
}

}  // namespace mlplab
