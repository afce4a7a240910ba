// Comparisons made by hand.
#pragma once

#include "core/compute/backend_table.h"
#include "core/run/configuration.h"
#include "core/study/comparison/comparison.h"

namespace mlplab {

/// A run of `epochs` epochs of `epoch_s` seconds each.
inline RunLog made_run(const std::string& backend, double epoch_s, int epochs) {
  RunLog log;
  RunSpec spec;
  set_configuration(spec, {.name = backend, .options = {}});
  spec.epochs = epochs;
  log.apply(RunStarted{.spec = spec, .workers = 1, .train_examples = 100, .steps_per_epoch = 10});
  for (int epoch = 0; epoch < epochs; ++epoch) {
    for (int part = 1; part <= 4; ++part) {
      const double done = epoch + part / 4.0;
      log.apply(StepDone{.epoch = epoch,
                         .step = 1,
                         .epochs = done,
                         .loss = 1.0 / (1.0 + done),
                         .images_per_s = 100 / epoch_s,
                         .train_time_s = done * epoch_s});
    }
    EpochDone end{.epoch = epoch + 1, .loss_train = 1.0 / (1.5 + epoch)};
    end.loss_test = 1.0 / (1.4 + epoch);
    end.accuracy_test = 0.96 + 0.01 * epoch;
    end.epoch_time_s = epoch_s;
    end.images_per_s = 100 / epoch_s;
    end.train_time_s = (epoch + 1) * epoch_s;
    log.apply(end);
  }
  log.apply(RunEnded{.status = RunStatus::done, .epochs_done = epochs, .train_time_s = epochs * epoch_s});
  return log;
}

/// A finished row of one run.
inline ComparisonRow made_row(const std::string& backend, double epoch_s, int epochs) {
  ComparisonRow row;
  row.backend = row.title = backend;
  row.technology = "C++";
  row.parallelism = "none";
  row.available = true;
  add_run(row, {.round = 0, .log = made_run(backend, epoch_s, epochs), .noise = {}}, 0.97);
  return row;
}

/// Two that are done, one that cannot run.
inline Comparison made_comparison() {
  Comparison comparison;
  comparison.spec.base.epochs = 3;
  comparison.rows = {made_row("sequential", 2.0, 3), made_row("simd", 0.01, 3)};
  ComparisonRow absent;
  absent.backend = absent.title = "absent";
  absent.reason = "no device: driver not found";
  comparison.rows.push_back(absent);
  return comparison;
}

}  // namespace mlplab
