// A comparison of two backends whose runs are made up, on a made-up machine.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "core/compute/backend_table.h"
#include "core/study/comparison/comparison.h"
#include "core/study/comparison/comparison_reading.h"

namespace mlplab {

/// Without a look at the machine before.
inline ComparisonHooks hooks() {
  ComparisonHooks made;
  made.look_before_s = 0.0;
  return made;
}

/// A run that took `time_s`, of two epochs with these losses.
inline RunLog made_log(const std::string& backend, double time_s, double loss = 0.5) {
  RunLog log;
  log.started.spec.backend = backend;
  log.started.workers = 1;
  for (int epoch = 1; epoch <= 2; ++epoch)
    log.epochs.push_back(EpochDone{
        .epoch = epoch, .loss_train = loss / epoch, .images_per_s = 100.0, .train_time_s = 0.5 * epoch * time_s});
  log.ended = RunEnded{.status = RunStatus::done, .epochs_done = 2, .train_time_s = time_s};
  return log;
}

/// Two backends of the table that are never started; `time_s(backend, nth run)` is what a run says it took.
struct Imagined {
  explicit Imagined(std::function<double(const std::string&, int)> time) {
    comparison.spec.base.epochs = 2;
    comparison.spec.baseline = reference_entry().name;
    for (std::size_t i = 0; i < 2; ++i) {
      ComparisonRow& row = comparison.rows.emplace_back();
      row.backend = row.title = backend_table()[i].name;
      row.available = true;
    }
    watch.execute = [this, time](const RunRequest& request, EventSink& sink, RunControl&) {
      const std::string& name = request.spec.backend;
      order.push_back(name);
      const auto nth = static_cast<int>(std::ranges::count(order, name));
      const RunLog log = made_log(name, time(name, nth));
      sink.on_event(log.started);
      for (const EpochDone& epoch : log.epochs) sink.on_event(epoch);
      sink.on_event(*log.ended);
      RunOutcome outcome;
      outcome.ended = *log.ended;
      if (after_run) after_run();
      return outcome;
    };
    // A machine of two CPUs on which a second passes between two readings; others keep `others` CPUs busy.
    watch.noise = [this] {
      now_s += 1.0;
      NoiseReading reading;
      reading.cpus = 2;
      reading.cpu_total_s = 2.0 * now_s;
      reading.own_s = now_s;
      busy_s += others;
      reading.cpu_busy_s = now_s + busy_s;
      return reading;
    };
  }
  void run(RunControl& control) { run_comparison(comparison, {}, control, watch); }
  std::string reading() const {
    std::string text;
    for (const std::string& sentence : read_comparison(comparison)) text += sentence + "\n";
    return text;
  }

  Comparison comparison;
  ComparisonHooks watch = hooks();
  std::vector<std::string> order;
  std::function<void()> after_run;
  double now_s = 0.0, busy_s = 0.0, others = 0.0;
};

inline const std::string& slow() { return reference_entry().name; }
inline const std::string& fast() { return backend_table()[1].name; }

}  // namespace mlplab
