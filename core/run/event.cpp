// Events as JSON lines. Doubles are written with all their digits, so that a replayed run is the run; NaN and infinity,
// which JSON lacks, are null.
#include "core/run/event.h"

#include <algorithm>
#include <charconv>
#include <concepts>
#include <limits>
#include <string_view>

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/members.h"
#include "core/run/configuration.h"

namespace mlplab {
namespace {

constexpr Name<RunStatus> statuses[] = {
    {RunStatus::done, to_say("done")}, {RunStatus::stopped, to_say("stopped")}, {RunStatus::failed, to_say("failed")}};

constexpr Name<Verification> verifications[] = {{Verification::not_needed, "not needed"},
                                                {Verification::verified, "verified"},
                                                {Verification::refuted, "refuted"},
                                                {Verification::not_verified, "not verified"}};

constexpr auto start_members = [](auto& file, auto& e) {
  file.plain("spec", e.spec);
  file.plain("device", e.device);
  file.count("workers", e.workers);
  file.plain("dataset_hash", e.dataset_hash);
  file.count("train_examples", e.train_examples);
  file.count("test_examples", e.test_examples);
  if (file.has("validation_examples")) file.count("validation_examples", e.validation_examples);
  file.count("steps_per_epoch", e.steps_per_epoch);
  file.count("first_epoch", e.first_epoch);
  if (file.has("energy", !(e.energy == EnergyScope{}))) file.plain("energy", e.energy);
  if (file.has("preparation", e.preparation.has_value())) file.plain("preparation", e.preparation);
};

constexpr auto step_members = [](auto& file, auto& e) {
  file.count("epoch", e.epoch);
  file.count("step", e.step);
  file.figure("epochs", e.epochs);
  file.figure("loss", e.loss);
  file.share("accuracy", e.accuracy);
  file.amount("images_per_s", e.images_per_s);
  file.figure("learning_rate", e.learning_rate);
  file.amount("train_time_s", e.train_time_s);
};

constexpr auto epoch_members = [](auto& file, auto& e) {
  file.count("epoch", e.epoch, 1);
  file.figure("loss_train", e.loss_train);
  file.share("accuracy_train", e.accuracy_train);
  file.figure("loss_test", e.loss_test);
  file.share("accuracy_test", e.accuracy_test);
  file.figure("loss_validation", e.loss_validation);
  file.share("accuracy_validation", e.accuracy_validation);
  file.amount("epoch_time_s", e.epoch_time_s);
  file.amount("eval_time_s", e.eval_time_s);
  if (file.has("test_time_s")) file.amount("test_time_s", e.test_time_s);
  if (file.has("validation_time_s")) file.amount("validation_time_s", e.validation_time_s);
  file.amount("images_per_s", e.images_per_s);
  file.amount("train_time_s", e.train_time_s);
  if (file.has("energy", e.energy.has_value())) file.plain("energy", e.energy);
  if (!file.has("verification", e.verification != Verification::not_needed)) return;
  file.choice("verification", e.verification, verifications, "verification");
  file.figure("claimed_loss_test", e.claimed_loss_test);
  file.share("claimed_accuracy_test", e.claimed_accuracy_test);
};

constexpr auto sample_members = [](auto& file, auto& e) {
  file.count("epoch", e.epoch);
  file.count("batch", e.batch);
  file.plain("placement", e.placement);
  file.amount("unprofiled_step_s", e.unprofiled_step_s);
};

constexpr auto end_members = [](auto& file, auto& e) {
  file.choice("status", e.status, statuses, "status");
  file.plain("reason", e.reason);
  file.count("epochs_done", e.epochs_done);
  file.amount("train_time_s", e.train_time_s);
  file.amount("eval_time_s", e.eval_time_s);
  file.amount("time_to_target_s", e.time_to_target_s);
};

template <class E, class Members>
nlohmann::json json_of_event(const char* kind, const E& e, const Members& members) {
  nlohmann::json line = json_of(e, members);
  line["event"] = kind;
  return line;
}

nlohmann::json as_json(const RunStarted& e) {
  nlohmann::json line = json_of_event("run_started", e, start_members);
  if (!e.machine.empty()) line["machine"] = parse_json_or_null(e.machine);
  return line;
}

nlohmann::json as_json(const StepDone& e) { return json_of_event("step_done", e, step_members); }
nlohmann::json as_json(const Progress& e) { return json_of_event("progress", e.so_far, step_members); }
nlohmann::json as_json(const EpochDone& e) { return json_of_event("epoch_done", e, epoch_members); }

nlohmann::json as_json(const ProfileSample& e) {
  nlohmann::json line = e.profile;
  line.update(json_of_event("profile_sample", e, sample_members));
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
  nlohmann::json line = json_of_event("run_ended", e, end_members);
  line["failure"] = e.failure ? nlohmann::json(static_cast<int>(*e.failure)) : nlohmann::json();
  return line;
}

template <class E, class Members>
E event_of(const nlohmann::json& o, const Members& members) {
  E e;
  read_from(o, e, members);
  return e;
}

RunStarted run_started(const nlohmann::json& o) {
  auto e = event_of<RunStarted>(o, start_members);
  if (const auto found = o.find("machine"); found != o.end() && found->is_object()) e.machine = dump_json(*found);
  return e;
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

ProfileSample profile_sample(const nlohmann::json& o) {
  auto e = event_of<ProfileSample>(o, sample_members);
  o.get_to(e.profile);
  return e;
}

/// Only failed runs have one. It becomes an exit code, so another program's number is taken where it is one of ours.
std::optional<Failure> failure_of(const nlohmann::json& value, RunStatus status) {
  if (status != RunStatus::failed) return std::nullopt;
  constexpr Failure all[] = {Failure::other, Failure::usage, Failure::input, Failure::backend, Failure::diverged};
  for (const Failure failure : all)
    if (value == static_cast<int>(failure)) return failure;
  return Failure::other;
}

RunEnded run_ended(const nlohmann::json& o) {
  auto e = event_of<RunEnded>(o, end_members);
  e.failure = failure_of(o.at("failure"), e.status);
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
std::string in_words(RunStatus status) { return say(to_string(status)); }

void RunEnded::fail(const std::exception& error) {
  const Error known = as_error(error);
  status = RunStatus::failed;
  failure = known.failure();
  reason = known.what();
}

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
    if (kind == "step_done") return event_of<StepDone>(object, step_members);
    if (kind == "progress") return Progress{event_of<StepDone>(object, step_members)};
    if (kind == "epoch_done") return event_of<EpochDone>(object, epoch_members);
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
