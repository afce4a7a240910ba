// Events as JSON lines. Doubles are written with all their digits, so that a replayed run is the run; NaN and infinity,
// which JSON lacks, are null.
#include "core/run/event.h"

#include <algorithm>
#include <charconv>
#include <concepts>
#include <limits>
#include <string_view>

#include "core/base/figures.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/names.h"
#include "core/run/configuration.h"

namespace mlplab {
namespace {

constexpr Name<RunStatus> statuses[] = {
    {RunStatus::done, "done"}, {RunStatus::stopped, "stopped"}, {RunStatus::failed, "failed"}};

constexpr Name<Verification> verifications[] = {{Verification::not_needed, "not needed"},
                                                {Verification::verified, "verified"},
                                                {Verification::refuted, "refuted"},
                                                {Verification::not_verified, "not verified"}};

template <class T>
nlohmann::json or_null(const std::optional<T>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json();
}

nlohmann::json as_json(const RunStarted& e) {
  nlohmann::json line = {{"event", "run_started"},
                         {"spec", e.spec},
                         {"device", e.device},
                         {"workers", e.workers},
                         {"dataset_hash", e.dataset_hash},
                         {"train_examples", e.train_examples},
                         {"test_examples", e.test_examples},
                         {"validation_examples", e.validation_examples},
                         {"steps_per_epoch", e.steps_per_epoch},
                         {"first_epoch", e.first_epoch}};
  if (!(e.energy == EnergyScope{})) line["energy"] = e.energy;
  if (e.preparation) line["preparation"] = *e.preparation;
  if (!e.machine.empty()) line["machine"] = parse_json_or_null(e.machine);
  return line;
}

nlohmann::json as_json(const StepDone& e) {
  return {{"event", "step_done"},
          {"epoch", e.epoch},
          {"step", e.step},
          {"epochs", e.epochs},
          {"loss", e.loss},
          {"accuracy", e.accuracy},
          {"images_per_s", e.images_per_s},
          {"learning_rate", e.learning_rate},
          {"train_time_s", e.train_time_s}};
}

nlohmann::json as_json(const Progress& e) {
  nlohmann::json line = as_json(e.so_far);
  line["event"] = "progress";
  return line;
}

nlohmann::json as_json(const EpochDone& e) {
  nlohmann::json line = {{"event", "epoch_done"},
                         {"epoch", e.epoch},
                         {"loss_train", e.loss_train},
                         {"accuracy_train", e.accuracy_train},
                         {"loss_test", or_null(e.loss_test)},
                         {"accuracy_test", or_null(e.accuracy_test)},
                         {"loss_validation", or_null(e.loss_validation)},
                         {"accuracy_validation", or_null(e.accuracy_validation)},
                         {"epoch_time_s", e.epoch_time_s},
                         {"eval_time_s", e.eval_time_s},
                         {"test_time_s", e.test_time_s},
                         {"validation_time_s", e.validation_time_s},
                         {"images_per_s", e.images_per_s},
                         {"train_time_s", e.train_time_s}};
  if (e.energy) line["energy"] = *e.energy;
  if (e.verification == Verification::not_needed) return line;
  line["verification"] = to_string(e.verification);
  line["claimed_loss_test"] = or_null(e.claimed_loss_test);
  line["claimed_accuracy_test"] = or_null(e.claimed_accuracy_test);
  return line;
}

nlohmann::json as_json(const ProfileSample& e) {
  nlohmann::json line = e.profile;
  line["event"] = "profile_sample";
  line["epoch"] = e.epoch;
  line["batch"] = e.batch;
  line["placement"] = e.placement;
  line["unprofiled_step_s"] = e.unprofiled_step_s;
  return line;
}

nlohmann::json as_json(const LoadSampled& e) {
  nlohmann::json line = load_json(e.load);
  line["event"] = "load_sampled";
  line["at_s"] = e.at_s;
  return line;
}

nlohmann::json as_json(const Rewound&) { return {{"event", "rewound"}}; }
nlohmann::json as_json(const Warned& e) { return {{"event", "warned"}, {"message", e.message}}; }

nlohmann::json as_json(const RunEnded& e) {
  return {{"event", "run_ended"},
          {"status", to_string(e.status)},
          {"reason", e.reason},
          {"failure", e.failure ? nlohmann::json(static_cast<int>(*e.failure)) : nlohmann::json()},
          {"epochs_done", e.epochs_done},
          {"train_time_s", e.train_time_s},
          {"eval_time_s", e.eval_time_s},
          {"time_to_target_s", or_null(e.time_to_target_s)}};
}

Event run_started(const nlohmann::json& o) {
  RunStarted e;
  from_json(o.at("spec"), e.spec);
  e.device = o.at("device").get<std::string>();
  e.workers = read_count<int>(o, "workers");
  e.dataset_hash = o.at("dataset_hash").get<std::string>();
  e.train_examples = read_count<std::int64_t>(o, "train_examples");
  e.test_examples = read_count<std::int64_t>(o, "test_examples");
  e.validation_examples = o.contains("validation_examples") ? read_count<std::int64_t>(o, "validation_examples") : 0;
  e.steps_per_epoch = read_count<std::int64_t>(o, "steps_per_epoch");
  e.first_epoch = read_count<int>(o, "first_epoch");
  if (const auto found = o.find("energy"); found != o.end()) from_json(*found, e.energy);
  if (const auto found = o.find("preparation"); found != o.end()) from_json(*found, e.preparation.emplace());
  if (const auto found = o.find("machine"); found != o.end() && found->is_object()) e.machine = dump_json(*found);
  return e;
}

StepDone step_done(const nlohmann::json& o) {
  return StepDone{.epoch = read_count<int>(o, "epoch"),
                  .step = read_count<std::int64_t>(o, "step"),
                  .epochs = read_figure(o, "epochs"),
                  .loss = read_figure(o, "loss"),
                  .accuracy = read_share(o, "accuracy"),
                  .images_per_s = read_amount(o, "images_per_s"),
                  .learning_rate = read_figure(o, "learning_rate"),
                  .train_time_s = read_amount(o, "train_time_s")};
}

/// A line from its begin on, as to_line() writes it; of no account once something else stands there.
class WrittenLine {
 public:
  explicit WrittenLine(std::string_view line) : rest_(line) {}
  void words(std::string_view expected) {
    fits_ = fits_ && rest_.starts_with(expected);
    if (fits_) rest_.remove_prefix(expected.size());
  }
  template <std::integral T>
  void number(T& value) {
    take(token("-0123456789"), value);
  }
  void number(double& value) {
    const std::string_view text = token("+-.0123456789eE");
    if (text.empty() && rest_.starts_with("null")) {
      words("null");
      value = std::numeric_limits<double>::quiet_NaN();
      return;
    }
    // JSON has a digit on both sides of the point.
    const std::size_t point = text.find('.');
    const auto digit = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
    fits_ = fits_ && (point == std::string_view::npos || (point > 0 && digit(point - 1) && digit(point + 1)));
    take(text, value);
  }
  bool ended() const { return fits_ && rest_.empty(); }

 private:
  std::string_view token(const char* letters) {
    const std::string_view text = rest_.substr(0, std::min(rest_.find_first_not_of(letters), rest_.size()));
    const std::size_t first = text.starts_with('-') ? 1 : 0;
    const bool leading_zero = text.size() > first + 1 && text[first] == '0' && text[first + 1] >= '0' &&
                              text[first + 1] <= '9';  // is none of JSON's
    fits_ = fits_ && !leading_zero;
    return text;
  }
  template <class T>
  void take(std::string_view text, T& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    fits_ = fits_ && error == std::errc() && end == text.data() + text.size();
    if (fits_) rest_.remove_prefix(text.size());
  }

  std::string_view rest_;
  bool fits_ = true;
};

/// A log has ten of them an epoch, and the window reads the last runs when it starts: this takes a tenth of the time.
/// Nothing where the line is not as to_line() writes it; then it is read as any JSON.
std::optional<StepDone> step_as_written(std::string_view line) {
  StepDone step;
  WrittenLine written(line);
  written.words(R"({"accuracy":)");
  written.number(step.accuracy);
  written.words(R"(,"epoch":)");
  written.number(step.epoch);
  written.words(R"(,"epochs":)");
  written.number(step.epochs);
  written.words(R"(,"event":"step_done","images_per_s":)");
  written.number(step.images_per_s);
  written.words(R"(,"learning_rate":)");
  written.number(step.learning_rate);
  written.words(R"(,"loss":)");
  written.number(step.loss);
  written.words(R"(,"step":)");
  written.number(step.step);
  written.words(R"(,"train_time_s":)");
  written.number(step.train_time_s);
  written.words("}");
  // Impossible values are left to the JSON reader, which names the member.
  const bool possible =
      !(step.accuracy < 0.0 || step.accuracy > 1.0 || step.images_per_s < 0.0 || step.train_time_s < 0.0);
  return written.ended() && possible ? std::optional(step) : std::nullopt;
}

Event epoch_done(const nlohmann::json& o) {
  EpochDone e{.epoch = read_count<int>(o, "epoch", 1),
              .loss_train = read_figure(o, "loss_train"),
              .accuracy_train = read_share(o, "accuracy_train"),
              .loss_test = maybe_figure(o, "loss_test"),
              .accuracy_test = maybe_share(o, "accuracy_test"),
              .loss_validation = maybe_figure(o, "loss_validation"),
              .accuracy_validation = maybe_share(o, "accuracy_validation"),
              .epoch_time_s = read_amount(o, "epoch_time_s"),
              .eval_time_s = read_amount(o, "eval_time_s"),
              .test_time_s = maybe_amount(o, "test_time_s").value_or(0.0),
              .validation_time_s = maybe_amount(o, "validation_time_s").value_or(0.0),
              .images_per_s = read_amount(o, "images_per_s"),
              .train_time_s = read_amount(o, "train_time_s")};
  if (const auto found = o.find("verification"); found != o.end())
    e.verification = parse_verification(found->get<std::string>());
  if (const auto found = o.find("energy"); found != o.end()) from_json(*found, e.energy.emplace());
  e.claimed_loss_test = maybe_figure(o, "claimed_loss_test");
  e.claimed_accuracy_test = maybe_share(o, "claimed_accuracy_test");
  return e;
}

Event profile_sample(const nlohmann::json& o) {
  return ProfileSample{.epoch = read_count<int>(o, "epoch"),
                       .batch = read_count<int>(o, "batch"),
                       .placement = o.at("placement").get<std::string>(),
                       .profile = o.get<StepProfile>(),
                       .unprofiled_step_s = read_amount(o, "unprofiled_step_s")};
}

/// Only failed runs have one. It becomes an exit code, so another program's number is taken where it is one of ours.
std::optional<Failure> failure_of(const nlohmann::json& value, RunStatus status) {
  if (status != RunStatus::failed) return std::nullopt;
  constexpr Failure all[] = {Failure::other, Failure::usage, Failure::input, Failure::backend, Failure::diverged};
  for (const Failure failure : all)
    if (value == static_cast<int>(failure)) return failure;
  return Failure::other;
}

Event run_ended(const nlohmann::json& o) {
  RunEnded e;
  e.status = value_of(statuses, o.at("status").get<std::string>(), "status");
  e.reason = o.at("reason").get<std::string>();
  e.failure = failure_of(o.at("failure"), e.status);
  e.epochs_done = read_count<int>(o, "epochs_done");
  e.train_time_s = read_amount(o, "train_time_s");
  e.eval_time_s = read_amount(o, "eval_time_s");
  e.time_to_target_s = maybe_amount(o, "time_to_target_s");
  return e;
}

}  // namespace

void check_workers(const RunStarted& started) {
  const int asked = workers_asked(started.spec);
  const BackendEntry* backend = known_backend(started.spec.backend);
  if (asked <= 0 || backend == nullptr || (!started.spec.team && backend->on_device()))
    return;  // a GPU's are no threads
  if (started.workers != asked) refuse_figure("workers", started.workers, to_say("another number was asked for"));
}

std::string to_string(Verification verification) { return name_of(verifications, verification); }

Verification parse_verification(const std::string& text) { return value_of(verifications, text, "verification"); }

std::string to_string(RunStatus status) { return name_of(statuses, status); }

const StepDone* report_of(const Event& event) {
  if (const auto* progress = std::get_if<Progress>(&event)) return &progress->so_far;
  return std::get_if<StepDone>(&event);
}

std::string to_line(const Event& event) {
  return std::visit([](const auto& e) { return dump_json(as_json(e)); }, event);
}

std::string hello_line() { return dump_json(nlohmann::json{{"event", "hello"}, {"protocol", event_protocol}}); }

std::optional<Event> parse_line(const std::string& line, bool with_energy) {
  if (const std::optional<StepDone> step = step_as_written(line)) return *step;
  try {
    nlohmann::json object = parse_json(line);
    const auto kind = object.at("event").get<std::string>();
    if (!with_energy) object.erase("energy");
    if (kind == "hello") {
      if (const int protocol = read_count<int>(object, "protocol"); protocol > event_protocol)
        throw InputError(say("the event stream is of protocol %1, newer than this program's %2; use a newer version",
                             protocol, event_protocol));
      return std::nullopt;
    }
    if (kind == "run_started") return run_started(object);
    if (kind == "step_done") return step_done(object);
    if (kind == "progress") return Progress{step_done(object)};
    if (kind == "epoch_done") return epoch_done(object);
    if (kind == "profile_sample") return profile_sample(object);
    if (kind == "load_sampled") return LoadSampled{.at_s = read_amount(object, "at_s"), .load = load_of(object)};
    if (kind == "rewound") return Rewound{};
    if (kind == "warned") return Warned{object.at("message").get<std::string>()};
    if (kind == "run_ended") return run_ended(object);
    return std::nullopt;
  } catch (const InputError&) {
    throw;
  } catch (const std::exception& error) {
    throw InputError(say("a line of the event stream is not understood (%1): %2", error.what(), line.substr(0, 80)));
  }
}

}  // namespace mlplab
