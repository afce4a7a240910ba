// Runs as folders that were written and not trained.
#pragma once

#include <filesystem>
#include <string>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/run/run_record.h"
#include "tests/ui/short_run.h"

namespace mlplab {

inline RunSpec written_spec(int batch, double learning_rate, std::uint64_t seed) {
  RunSpec spec = short_run({.train = 200, .test = 50});
  spec.batch = batch;
  spec.optimizer.learning_rate = learning_rate;
  spec.seed = seed;
  return spec;
}

/// Its loss of training is that number of seconds too.
inline std::filesystem::path write_run(const std::filesystem::path& folder, const RunSpec& spec, double accuracy,
                                       double time_s) {
  make_folder(folder);
  write_file_atomically(folder / "spec.json", dump_json(nlohmann::json(spec)), false);
  RunStarted started;
  started.spec = spec;
  started.steps_per_epoch = 4;
  EpochDone epoch;
  epoch.epoch = 1;
  epoch.loss_train = epoch.epoch_time_s = epoch.train_time_s = time_s;
  epoch.loss_test = 0.5;
  epoch.accuracy_test = accuracy;
  RunEnded ended;
  ended.epochs_done = 1;
  ended.train_time_s = time_s;
  std::string lines = hello_line() + "\n";
  for (const Event& event : {Event(started), Event(epoch), Event(ended)}) lines += to_line(event) + "\n";
  write_file_atomically(folder / "events.jsonl", lines, false);
  return folder;
}

}  // namespace mlplab
