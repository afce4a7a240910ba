// How a kept run ended, from the last lines of its events alone: a long run's log has a hundred megabytes.
#pragma once

#include <filesystem>
#include <optional>

#include "core/run/event.h"

namespace mlplab {

struct RunTail {
  std::optional<RunEnded> ended;  // where it is the last event
  int epochs_done = 0;
  std::optional<double> accuracy_test, loss_test;  // of the last epoch that was evaluated
  std::optional<double> loss_train, train_j;       // of the last epoch done; the joules where they are known
  double train_time_s = 0.0;                       // training only, up to the last epoch done
};

/// Lines without their end are left out, as read_run() does; lines that are no events are skipped. Throws InputError
/// where the file cannot be read. `most_bytes`: how far back it looks; what lies before is not known.
RunTail read_run_tail(const std::filesystem::path& events, std::uint64_t most_bytes = std::uint64_t{1} << 22);

}  // namespace mlplab
