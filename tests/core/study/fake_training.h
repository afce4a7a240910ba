// Runs with times that the test chooses, and a folder for a sweep: the real trainer's times could not be tested
// against.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/study/sweep/sweep.h"

namespace mlplab {

/// The message of the Error that `action` throws.
template <class F>
std::string message_of(F&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

/// A training that takes no time and says it took time(run) seconds an epoch; the first epoch of each run takes ten
/// times as long. Stops where the control says so.
inline TrainFunction fake_training(std::function<double(const RunSpec&)> time) {
  return [time](const RunSpec& spec, const Dataset& dataset, EventSink& sink, RunControl& control) {
    RunStarted started;
    started.spec = spec;
    started.device = "imagined";
    started.workers = std::max(1, spec.options.workers);
    started.train_examples = 1000;
    started.steps_per_epoch = 10;
    started.dataset_hash = dataset.content_hash;
    sink.on_event(started);
    RunEnded ended;
    for (int epoch = 1; epoch <= spec.epochs; ++epoch) {
      if (control.stopped()) {
        ended.status = RunStatus::stopped;
        break;
      }
      StepDone step;
      step.epochs = epoch - 0.5;
      sink.on_event(step);
      EpochDone done;
      done.epoch = epoch;
      done.epoch_time_s = time(spec) * (epoch == 1 ? 10.0 : 1.0);
      done.loss_train = 2.0 / epoch;
      if (epoch == spec.epochs) done.accuracy_test = 0.9;
      sink.on_event(done);
      ended.epochs_done = epoch;
    }
    sink.on_event(ended);
    return ended;
  };
}

class QuietSweep : public SweepSink {
 public:
  void on_progress(const StudyProgress& progress) override {
    progresses.push_back(progress);
    if (at_progress) at_progress(progress);
  }
  void on_run(const SweepRun& run) override {
    order.push_back(run.id());
    if (after_run) after_run(run);
  }
  std::vector<StudyProgress> progresses;
  std::vector<std::string> order;
  std::function<void(const SweepRun&)> after_run;
  std::function<void(const StudyProgress&)> at_progress;
};

class SweepFolder : public testing::Test {
 protected:
  SweepFolder() : folder_(std::filesystem::temp_directory_path() / ("mlplab-sweep-" + std::to_string(getpid()))) {
    std::filesystem::remove_all(folder_);
  }
  ~SweepFolder() override { std::filesystem::remove_all(folder_); }

  /// Over the batch size, because every build has a backend for it.
  static SweepSpec batches() {
    SweepSpec spec = over(SweepAxis::batch, {"16", "32", "64"});
    spec.base.epochs = 2;
    spec.repeats = 3;
    return spec;
  }
  /// Each value once.
  static SweepSpec over(SweepAxis axis, std::vector<std::string> values) {
    SweepSpec spec;
    spec.base.backend = "sequential";
    spec.axis = axis;
    spec.values = std::move(values);
    spec.repeats = 1;
    return spec;
  }
  static bool says(const std::vector<std::string>& sentences, const std::string& part) {
    return std::ranges::any_of(sentences, [&](const std::string& s) { return s.find(part) != std::string::npos; });
  }

  std::filesystem::path folder_;
  Dataset dataset_;
};

/// A finished run as a store keeps it, of the batch that a sweep has by itself.
inline SweepRun made_run(const std::string& value, int repeat, int workers, double time_s) {
  SweepRun run;
  run.batch = RunSpec().batch;
  run.value = value;
  run.repeat = repeat;
  run.workers = workers;
  run.time_s = time_s;
  run.epoch_times_s = {time_s};
  run.images_per_s = 60000.0 / time_s;
  run.loss_epoch1 = 0.5;
  run.accuracy_test = 0.9;
  return run;
}

}  // namespace mlplab
