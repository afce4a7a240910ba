// The two forms of each table.
#include "core/reporting/run_report.h"

#include <algorithm>

#include "core/base/language.h"
#include "core/base/numbers.h"
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

std::string ended_as(const RunLog& log) { return log.ended ? in_words(log.ended->status) : say("without an end"); }

bool any_epoch(const RunLog& log, std::optional<double> EpochDone::*member) {
  return std::ranges::any_of(log.epochs, [&](const EpochDone& epoch) { return (epoch.*member).has_value(); });
}

}  // namespace

TableInTwoForms runs_table(const std::vector<ListedRun>& runs) {
  TableInTwoForms table;
  for (const ListedRun& listed : runs) {
    const RunSpec& spec = listed.run->spec;
    const RunLog& log = listed.run->log;
    const RunSpeedup speedup = listed.speedup.value_or(RunSpeedup{.factor = not_known});
    const std::string best_epoch = std::to_string(log.best_epoch());
    table.begin_row();
    table.add(say("run"), "run", listed.name, listed.id);
    table.add("", "folder", listed.run->folder.filename().string());
    table.add(say("backend"), "backend", configuration_name(spec));
    table.add(say("workers"), "workers", std::to_string(log.started.workers));
    table.add("", "device", log.started.device);
    table.add(say("batch"), "batch", std::to_string(spec.batch));
    table.add(say("learning rate"), "learning_rate", exact(spec.optimizer.learning_rate));
    table.add("", "seed", std::to_string(spec.seed));
    table.add(say("epochs"), "epochs_done", std::to_string(log.last_epoch()));
    table.add(say("ended"), "status", ended_as(log), ended_in_file(log));
    table.add(say("training s"), "train_time_s", positive(log.train_time_s()), exact(log.train_time_s()));
    table.add(say("images/s"), "images_per_s", positive(log.images_per_s()),
              log.epochs.empty() ? "" : exact(log.images_per_s()));
    table.add(say("test accuracy"), "accuracy_test", known_share(log.last_accuracy_test()),
              known_exact(log.last_accuracy_test()));
    table.add(say("best"), "best_accuracy_test", known_share(best_accuracy(log)), known_exact(best_accuracy(log)));
    table.add(say("in epoch"), "best_epoch", log.best_epoch() > 0 ? best_epoch : "–",
              log.best_epoch() > 0 ? best_epoch : "");
    table.number(say("speedup"), "speedup", speedup.factor, speedup_words(listed));
    table.number("", "speedup_low", speedup.interval.low);
    table.number("", "speedup_high", speedup.interval.high);
    table.add(say("same result"), "same_result", same_words(listed, false), same_words(listed, true));
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
