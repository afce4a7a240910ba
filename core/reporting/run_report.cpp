// The two forms of each table.
#include "core/reporting/run_report.h"

#include <algorithm>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/base/unreachable.h"
#include "core/reporting/work_words.h"
#include "core/run/configuration.h"
#include "core/study/equivalence.h"

namespace mlplab {
namespace {

constexpr int loss_digits = 4, accuracy_digits = 4;

std::string known_exact(const std::optional<double>& value) { return value ? exact(*value) : std::string(); }

std::string known_loss(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? significant(*value, loss_digits) : "–";
}

std::string known_share(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? percent(*value, accuracy_digits) : "–";
}

std::string positive(double value) { return value > 0.0 && std::isfinite(value) ? significant(value) : "–"; }

std::optional<double> best_accuracy(const RunLog& log) {
  const int best = log.best_epoch();
  const auto found = std::ranges::find(log.epochs, best, &EpochDone::epoch);
  return found == log.epochs.end() ? std::nullopt : found->accuracy_test;
}

std::string same_words(const ListedRun& listed, bool in_file) {
  const bool differs = !listed.held_against.empty() && listed.same_result == Equivalence::differs;
  if (!differs && !is_confirmed(listed.run->log)) return in_file ? "not verified" : say("not verified");
  if (listed.held_against.empty()) return in_file ? "" : "–";
  return same_result_words(listed.same_result, in_file);
}

std::string speedup_words(const ListedRun& listed) {
  if (!listed.speedup) return "–";
  const std::string over = listed.held_against;
  return say("%1, over %2", speed_words(*listed.speedup), over);
}

/// As in files that programs read: the same in every language.
std::string ended_in_file(const RunLog& log) {
  return log.ended ? to_string(log.ended->status) : "without an end";  // untranslated: a value of the CSV file
}

std::string ended_as(const RunLog& log) {
  if (!log.ended) return say("without an end");
  switch (log.ended->status) {
    case RunStatus::done:
      return say("done");
    case RunStatus::stopped:
      return say("stopped");
    case RunStatus::failed:
      return say("failed");
  }
  unreachable();
}

bool any_epoch(const RunLog& log, std::optional<double> EpochDone::*member) {
  return std::ranges::any_of(log.epochs, [&](const EpochDone& epoch) { return (epoch.*member).has_value(); });
}

}  // namespace

Table runs_table_exact(const std::vector<ListedRun>& runs) {
  Table table{{"run", "folder", "backend", "workers", "device", "batch", "learning_rate", "seed", "epochs_done",
               "status", "train_time_s", "images_per_s", "accuracy_test", "best_accuracy_test", "best_epoch", "speedup",
               "speedup_low", "speedup_high", "same_result"},
              {}};
  for (const ListedRun& listed : runs) {
    const RunSpec& spec = listed.run->spec;
    const RunLog& log = listed.run->log;
    table.rows.push_back({listed.id, listed.run->folder.filename().string(), configuration_name(spec),
                          std::to_string(log.started.workers), log.started.device, std::to_string(spec.batch),
                          exact(spec.optimizer.learning_rate), std::to_string(spec.seed),
                          std::to_string(log.last_epoch()), ended_in_file(log), exact(log.train_time_s()),
                          log.epochs.empty() ? "" : exact(log.images_per_s()), known_exact(log.last_accuracy_test()),
                          known_exact(best_accuracy(log)), log.best_epoch() > 0 ? std::to_string(log.best_epoch()) : "",
                          listed.speedup ? exact(listed.speedup->factor) : "",
                          listed.speedup ? exact(listed.speedup->interval.low) : "",
                          listed.speedup ? exact(listed.speedup->interval.high) : "", same_words(listed, true)});
  }
  return table;
}

Table runs_table(const std::vector<ListedRun>& runs) {
  Table table{{say("run"), say("backend"), say("workers"), say("batch"), say("learning rate"), say("epochs"),
               say("ended"), say("training s"), say("images/s"), say("test accuracy"), say("best"), say("in epoch"),
               say("speedup"), say("same result")},
              {}};
  for (const ListedRun& listed : runs) {
    const RunSpec& spec = listed.run->spec;
    const RunLog& log = listed.run->log;
    table.rows.push_back(
        {listed.name, configuration_name(spec), std::to_string(log.started.workers), std::to_string(spec.batch),
         exact(spec.optimizer.learning_rate), std::to_string(log.last_epoch()), ended_as(log),
         positive(log.train_time_s()), positive(log.images_per_s()), known_share(log.last_accuracy_test()),
         known_share(best_accuracy(log)), log.best_epoch() > 0 ? std::to_string(log.best_epoch()) : "–",
         speedup_words(listed), same_words(listed, false)});
  }
  return table;
}

Table epochs_table_exact(const RunLog& log) {
  Table table{
      {"epoch", "loss_train", "accuracy_train", "loss_test", "accuracy_test", "loss_validation", "accuracy_validation",
       "epoch_time_s", "images_per_s", "train_time_s", "test_time_s", "validation_time_s"},
      {}};
  for (const EpochDone& epoch : log.epochs)
    table.rows.push_back({std::to_string(epoch.epoch), exact(epoch.loss_train), exact(epoch.accuracy_train),
                          known_exact(epoch.loss_test), known_exact(epoch.accuracy_test),
                          known_exact(epoch.loss_validation), known_exact(epoch.accuracy_validation),
                          exact(epoch.epoch_time_s), exact(epoch.images_per_s), exact(epoch.train_time_s),
                          exact(epoch.test_time_s), exact(epoch.validation_time_s)});
  return table;
}

Table epochs_table(const RunLog& log, std::size_t most) {
  const bool validates = any_epoch(log, &EpochDone::loss_validation);
  Table table{{say("epoch"), say("training loss"), say("test loss"), say("training accuracy"), say("test accuracy")},
              {}};
  if (validates) table.header.insert(table.header.end(), {say("validation loss"), say("validation accuracy")});
  table.header.insert(table.header.end(), {say("epoch s"), say("images/s"), say("training s so far")});
  const std::size_t count = log.epochs.size();
  const std::size_t every = count > most && most > 1 ? (count + most - 2) / (most - 1) : 1;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % every != 0 && i + 1 != count) continue;
    const EpochDone& epoch = log.epochs[i];
    std::vector<std::string> row{std::to_string(epoch.epoch), known_loss(epoch.loss_train), known_loss(epoch.loss_test),
                                 known_share(epoch.accuracy_train), known_share(epoch.accuracy_test)};
    if (validates) row.insert(row.end(), {known_loss(epoch.loss_validation), known_share(epoch.accuracy_validation)});
    row.insert(row.end(), {positive(epoch.epoch_time_s), positive(epoch.images_per_s), positive(epoch.train_time_s)});
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace mlplab
