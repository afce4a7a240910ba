#include "app/cli/summary.h"

#include <algorithm>
#include <cstdio>

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/reporting/energy_report.h"

namespace mlplab {
namespace {

using Json = nlohmann::ordered_json;

/// null for a missing value; JSON writes NaN and infinity as null by itself.
Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

template <class Member>
Json column(const RunLog& log, Member member) {
  Json list = Json::array();
  for (const EpochDone& epoch : log.epochs) {
    if constexpr (std::is_same_v<std::decay_t<decltype(epoch.*member)>, std::optional<double>>)
      list.push_back(or_null(epoch.*member));
    else
      list.push_back(epoch.*member);
  }
  return list;
}

/// Of the last epoch that was profiled, without its timeline (which is in the run's events).
Json profile_json(const RunLog& log) {
  if (log.profiles.empty()) return Json::object();
  const ProfileSample& sample = log.profiles.back();
  nlohmann::json json = sample.profile;
  json.erase("spans");
  json["epoch"] = sample.epoch + 1;
  json["batch"] = sample.batch;
  json["placement"] = sample.placement;
  json["unprofiled_step_s"] = sample.unprofiled_step_s;
  return json;
}

std::optional<LoadSummary> load_summary(const RunLog& log) {
  std::vector<LoadReading> readings;
  for (const LoadSampled& sample : log.loads) readings.push_back(sample.load);
  return summary_of(readings);
}

/// null where the run was too short to be looked at, or is not watched.
Json load_summary_json(const RunLog& log) {
  const std::optional<LoadSummary> load = load_summary(log);
  if (!load) return nullptr;
  return {{"run_cpus", load->run_cpus},
          {"cpus", load->cpus},
          {"memory_bytes", load->memory_bytes},
          {"cost_cpus", load->cost_cpus},
          {"window_s", load->window_s}};
}

double sum_of(const RunLog& log, double EpochDone::*time) {
  double sum = 0.0;
  for (const EpochDone& epoch : log.epochs) sum += epoch.*time;
  return sum;
}

}  // namespace

Json summary_json(const RunLog& log, const std::filesystem::path& folder) {
  const RunSpec& spec = log.started.spec;
  const RunEnded ended = log.ended.value_or(RunEnded{.status = RunStatus::stopped});
  Json json;
  json["status"] = to_string(ended.status);
  json["reason"] = ended.reason;
  json["backend"] = spec.backend;
  json["device"] = log.started.device;
  json["workers"] = log.started.workers;
  json["backend_options"] = spec.options.values;
  json["network"] = spec.model.widths();
  json["network_name"] = spec.model.name();
  json["dataset"] = spec.data.source;
  json["dataset_title"] = title_of(spec.data);
  json["augmentation"] = to_string(spec.data.augmentation);
  json["dataset_hash"] = log.started.dataset_hash;
  json["train_examples"] = log.started.train_examples;
  json["test_examples"] = log.started.test_examples;
  json["batch"] = spec.batch;
  json["optimizer"] = to_string(spec.optimizer.kind);
  json["lr"] = spec.optimizer.learning_rate;
  json["schedule"] = to_string(spec.optimizer.schedule);
  json["seed"] = spec.seed;
  json["epochs_done"] = ended.epochs_done;
  json["train_time_s"] = log.train_time_s();
  json["eval_time_s"] = sum_of(log, &EpochDone::eval_time_s);
  json["test_time_s"] = sum_of(log, &EpochDone::test_time_s);
  json["validation_time_s"] = sum_of(log, &EpochDone::validation_time_s);
  json["epoch_time_s"] = column(log, &EpochDone::epoch_time_s);
  json["images_per_s"] = log.images_per_s();
  json["loss_train"] = column(log, &EpochDone::loss_train);
  json["loss_test"] = column(log, &EpochDone::loss_test);
  json["accuracy_test"] = column(log, &EpochDone::accuracy_test);
  json["loss_validation"] = column(log, &EpochDone::loss_validation);
  json["accuracy_validation"] = column(log, &EpochDone::accuracy_validation);
  json["best_epoch"] = log.best_epoch();
  json["time_to_target_s"] = or_null(ended.time_to_target_s);
  json["energy"] = energy_json(log);
  json["load"] = load_summary_json(log);
  json["profile"] = profile_json(log);
  json["run_dir"] = folder.string();
  return json;
}

std::string summary_text(const RunLog& log, const std::filesystem::path& folder) {
  const RunSpec& spec = log.started.spec;
  const RunEnded ended = log.ended.value_or(RunEnded{.status = RunStatus::stopped});
  char line[512];
  std::string text;
  std::snprintf(line, sizeof line, "%s: %s on %s (%s), %d %s, batch %d, seed %llu\n", to_string(ended.status).c_str(),
                spec.model.name().c_str(), spec.backend.c_str(), log.started.device.c_str(), log.started.workers,
                log.started.workers == 1 ? "worker" : "workers", spec.batch,
                static_cast<unsigned long long>(spec.seed));
  text += line;
  text += "data " + title_of(spec.data) +
          (spec.data.augmentation.any() ? ", augmented by " + to_string(spec.data.augmentation) : "") + "\n";
  std::snprintf(line, sizeof line, "epochs %d of %d, training %.3f s, test %.3f s, ", ended.epochs_done, spec.epochs,
                log.train_time_s(), sum_of(log, &EpochDone::eval_time_s) - sum_of(log, &EpochDone::validation_time_s));
  text += line;
  if (spec.data.validation_fraction > 0.0) {
    std::snprintf(line, sizeof line, "validation %.3f s, ", sum_of(log, &EpochDone::validation_time_s));
    text += line;
  }
  std::snprintf(line, sizeof line, "median %.0f images/s\n", log.images_per_s());
  text += line;
  if (const std::optional<LoadSummary> load = load_summary(log))
    text += say("busy: %1 of %2 on average, at most %3 of memory\n", significant(load->run_cpus),
                count_of(load->cpus, "CPU"), bytes_in_words(static_cast<double>(load->memory_bytes)));
  if (const int best = log.best_epoch(); best > 0) {
    std::snprintf(line, sizeof line, "test accuracy %.2f %% (best: %.2f %% after epoch %d)\n",
                  100.0 * log.last_accuracy_test().value_or(0.0),
                  100.0 * log.epochs[static_cast<std::size_t>(best) - 1].accuracy_test.value_or(0.0), best);
    text += line;
  }
  if (!log.epochs.empty() && log.epochs.back().accuracy_validation) {
    std::snprintf(line, sizeof line, "validation accuracy %.2f %%\n", 100.0 * *log.epochs.back().accuracy_validation);
    text += line;
  }
  if (!log.profiles.empty()) {
    const StepProfile& p = log.profiles.back().profile;
    const double percent = 100.0 / std::max(p.wall_s, 1e-12);
    std::snprintf(line, sizeof line,
                  "a step of %.1f us: host-to-device %.1f %%, kernel %.1f %%, device-to-host %.1f %%, "
                  "communication %.1f %%, host %.1f %%, unrecorded %.1f %% (mean of %d)\n",
                  1e6 * p.wall_s, percent * p.h2d_s, percent * p.kernel_s, percent * p.d2h_s,
                  percent * p.communication_s, percent * p.host_s, percent * p.unrecorded_s, p.steps);
    text += line;
    if (const std::string why = distrust(p); !why.empty()) text += why + "\n";
  }
  for (const std::string& sentence : energy_sentences(log)) text += sentence + "\n";
  if (!ended.reason.empty()) text += ended.reason + "\n";
  return text + "run kept in " + folder.string() + "\n";
}

}  // namespace mlplab
