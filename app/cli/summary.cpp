#include "app/cli/summary.h"

#include <algorithm>

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/launch/processes/share_words.h"
#include "core/launch/processes/transport.h"
#include "core/reporting/energy_report.h"
#include "core/run/configuration.h"
#include "core/run/run_spec.h"
#include "core/training/share_fit.h"

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

/// The profile of the last profiled epoch, without its timeline (which is in the run's events).
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

/// null where the run was too short to be looked at, or is not watched.
Json load_summary_json(const RunLog& log) {
  const std::optional<LoadSummary> load = log.load_summary();
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

std::string hundredths(double fraction) { return share_figure(fraction, 2); }

/// A list of the ranks; null in a run without a team.
Json team_json(const RunLog& log) {
  const RunSpec& spec = log.started.spec;
  if (!spec.team) return {};
  const std::vector<int> weights = weights_of(*spec.team);
  const std::vector<double> waits_s =
      log.profiles.empty() ? std::vector<double>() : log.profiles.back().profile.waits_s;
  const std::vector<Compute> computes = computes_of(spec);
  Json ranks = Json::array();
  for (std::size_t rank = 0; rank < computes.size(); ++rank) {
    const BackendOptions& options = computes[rank].options;
    const auto device = options.values.find(device_option);
    const auto rows = share_of_rank(static_cast<std::size_t>(spec.batch), static_cast<int>(rank),
                                    static_cast<int>(computes.size()), weights)
                          .count;
    ranks.push_back({{"backend", computes[rank].backend},
                     {"device", device == options.values.end() ? Json() : Json(device->second)},
                     {"host", ""},  // a hostfile says where each is
                     {"workers", std::max(1, options.workers)},
                     {"share", weights.empty() ? 1 : weights[rank]},
                     {"rows", rows},
                     {"wait_s", rank < waits_s.size() ? Json(waits_s[rank]) : Json()}});
  }
  return ranks;
}

}  // namespace

Json summary_json(const RunLog& log, const std::filesystem::path& folder) {
  const RunSpec& spec = log.started.spec;
  const RunEnded ended = log.ended.value_or(RunEnded{.status = RunStatus::stopped});
  Json json;
  json["status"] = to_string(ended.status);
  json["reason"] = ended.reason;
  const Configuration configuration = configuration_of(spec);
  json["backend"] = configuration.name;
  json["device"] = log.started.device;
  json["workers"] = log.started.workers;
  json["backend_options"] = configuration.options;
  json["network"] = spec.model.widths();
  json["network_name"] = spec.model.name();
  json["dataset"] = spec.data.source;
  json["dataset_title"] = title_of(spec.data);
  json["augmentation"] = to_string(spec.data.augmentation);
  json["dataset_hash"] = log.started.dataset_hash;
  json["train_examples"] = log.started.train_examples;
  json["validation_examples"] = log.started.validation_examples;
  json["test_examples"] = log.started.test_examples;
  json["warnings"] = log.warnings;
  json["images"] = log.started.preparation ? Json(words_of(*log.started.preparation)) : Json();
  json["batch"] = spec.batch;
  json["batch_per_rank"] = spec.batch_per_rank > 0 ? Json(spec.batch_per_rank) : Json();
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
  json["team"] = team_json(log);
  json["ceiling"] = spec.team && spec.team->fit ? Json(ceiling_of(*spec.team->fit)) : Json();
  json["reached"] = or_null(reached_of_ceiling(log));
  json["energy"] = energy_json(log);
  json["load"] = load_summary_json(log);
  json["profile"] = profile_json(log);
  json["run_dir"] = folder.string();
  return json;
}

std::string summary_text(const RunLog& log, const std::filesystem::path& folder) {
  const RunSpec& spec = log.started.spec;
  const RunEnded ended = log.ended.value_or(RunEnded{.status = RunStatus::stopped});
  const double validation_s = sum_of(log, &EpochDone::validation_time_s);
  const auto seconds = [](double time_s) { return with_decimals(time_s, 3); };
  std::vector<std::string> lines = {
      say("%1: %2 on %3 (%4), %5, batch %6, seed %7", in_words(ended.status), spec.model.name(),
          configuration_name(spec), device_in_words(spec, log.started.device), count_of(log.started.workers, "worker"),
          spec.batch, spec.seed),
      spec.data.augmentation.any()
          ? say("data %1, augmented by %2", title_of(spec.data), to_string(spec.data.augmentation))
          : say("data %1", title_of(spec.data))};
  const auto images = [](std::int64_t count) { return with_decimals(static_cast<double>(count), 0); };
  lines.push_back(say("images: %1 to train, %2 to validate, %3 to test", images(log.started.train_examples),
                      images(log.started.validation_examples), images(log.started.test_examples)));
  if (const std::string claims = claims_in_words(spec); !claims.empty()) lines.push_back(claims);
  for (const std::string& warning : log.warnings) lines.push_back(say("warning: %1", warning));
  if (spec.batch_per_rank > 0)
    lines.insert(lines.begin() + 1, say("batch %1 is %2 for each worker: compare it with runs of the whole batch",
                                        spec.batch, spec.batch_per_rank));
  std::string times = say("epochs %1 of %2, training %3 s, test %4 s, ", ended.epochs_done, spec.epochs,
                          seconds(log.train_time_s()), seconds(sum_of(log, &EpochDone::eval_time_s) - validation_s));
  if (log.started.validation_examples > 0) times += say("validation %1 s, ", seconds(validation_s));
  lines.push_back(times + say("median %1 images/s", with_decimals(log.images_per_s(), 0)));
  for (const std::string& sentence : share_sentences(log)) lines.push_back(sentence);
  if (const std::optional<LoadSummary> load = log.load_summary())
    lines.push_back(say("busy: %1 of %2 on average, at most %3 of memory", significant(load->run_cpus),
                        count_of(load->cpus, "CPU"), bytes_in_words(static_cast<double>(load->memory_bytes))));
  if (const int best = log.best_epoch(); best > 0)
    lines.push_back(say("test accuracy %1 % (best: %2 % after epoch %3)",
                        hundredths(log.last_accuracy_test().value_or(0.0)),
                        hundredths(log.epoch(best)->accuracy_test.value_or(0.0)), best));
  if (!log.epochs.empty() && log.epochs.back().accuracy_validation)
    lines.push_back(say("validation accuracy %1 %", hundredths(*log.epochs.back().accuracy_validation)));
  if (!log.profiles.empty()) {
    const StepProfile& p = log.profiles.back().profile;
    const auto share = [&](double time_s) { return with_decimals(100.0 / std::max(p.wall_s, 1e-12) * time_s, 1); };
    lines.push_back(
        say("a step of %1 us: host-to-device %2 %, kernel %3 %, device-to-host %4 %, communication %5 %, host %6 %, "
            "unrecorded %7 % (mean of %8)",
            with_decimals(1e6 * p.wall_s, 1), share(p.h2d_s), share(p.kernel_s), share(p.d2h_s),
            share(p.communication_s), share(p.host_s), share(p.unrecorded_s), p.steps));
    if (const std::string why = distrust(p); !why.empty()) lines.push_back(why);
  }
  for (const std::string& sentence : energy_sentences(log)) lines.push_back(sentence);
  if (!ended.reason.empty()) lines.push_back(ended.reason);
  lines.push_back(say("run kept in %1", folder.string()));
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace mlplab
