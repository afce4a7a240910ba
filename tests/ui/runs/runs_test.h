// Runs made by hand, for tests of tables and charts.
#pragma once

#include "core/run/configuration.h"
#include "ui/runs/run.h"

namespace mlplab {

/// A finished run with these training losses, one per epoch.
inline std::unique_ptr<Run> made_run(int number, const std::string& backend, const std::vector<double>& losses,
                                     double epoch_time_s = 0.5) {
  auto run = std::make_unique<Run>();
  run->number = number;
  run->machine = "a processor, 2";
  set_configuration(run->spec, {.name = backend, .options = {}});
  run->spec.epochs = static_cast<int>(losses.size());
  run->log.apply(RunStarted{.spec = run->spec,
                            .device = "a device",
                            .workers = 2,
                            .dataset_hash = "h",
                            .train_examples = 1000,
                            .test_examples = 100,
                            .steps_per_epoch = 10});
  double time_s = 0;
  for (std::size_t i = 0; i < losses.size(); ++i) {
    const int epoch = static_cast<int>(i);
    const double this_s = epoch_time_s * (1.0 + 0.1 * static_cast<double>(i % 3));
    for (int part = 1; part <= 10; ++part) {
      run->log.apply(StepDone{.epoch = epoch,
                              .step = epoch * 10 + part,
                              .epochs = epoch + part / 10.0,
                              .loss = losses[i],
                              .accuracy = 0.9,
                              .images_per_s = 1000 / this_s,
                              .learning_rate = 0.1,
                              .train_time_s = time_s + this_s * part / 10.0});
    }
    time_s += this_s;
    EpochDone done{.epoch = epoch + 1, .loss_train = losses[i]};
    done.loss_test = losses[i] * 1.1;
    done.accuracy_test = 0.9 + 0.01 * epoch;
    done.epoch_time_s = this_s;
    done.images_per_s = 1000 / this_s;
    done.train_time_s = time_s;
    run->log.apply(done);
  }
  run->log.apply(RunEnded{.status = RunStatus::done, .epochs_done = run->spec.epochs, .train_time_s = time_s});
  return run;
}

}  // namespace mlplab
