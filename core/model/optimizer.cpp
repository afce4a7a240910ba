#include "core/model/optimizer.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/names.h"
#include "core/base/unreachable.h"

namespace mlplab {
namespace {

constexpr Name<OptimizerKind> optimizers[] = {
    {OptimizerKind::sgd, "sgd"}, {OptimizerKind::momentum, "momentum"}, {OptimizerKind::adam, "adam"}};
constexpr Name<ScheduleKind> schedules[] = {{ScheduleKind::constant, "constant"},
                                            {ScheduleKind::step, "step"},
                                            {ScheduleKind::cosine, "cosine"},
                                            {ScheduleKind::one_cycle, "one-cycle"}};

/// From `high` at t = 0 to `low` at t = 1 along half a cosine.
double cosine_between(double high, double low, double t) {
  return low + (high - low) * (1.0 + std::cos(std::numbers::pi * t)) / 2.0;
}

double one_cycle(double peak, double t) {
  constexpr double rise = 0.3, start_divisor = 25.0, end_divisor = 250'000.0;
  if (t < rise) return cosine_between(peak / start_divisor, peak, t / rise);
  return cosine_between(peak, peak / end_divisor, (t - rise) / (1.0 - rise));
}

}  // namespace

int state_slots(OptimizerKind kind) {
  switch (kind) {
    case OptimizerKind::sgd:
      return 0;
    case OptimizerKind::momentum:
      return 1;
    case OptimizerKind::adam:
      return 2;
  }
  unreachable();
}

double learning_rate_at(const OptimizerSpec& spec, std::int64_t step, std::int64_t total_steps) {
  const double peak = spec.learning_rate;
  const std::int64_t total = std::max<std::int64_t>(total_steps, 1);
  const std::int64_t now = std::clamp<std::int64_t>(step, 0, total - 1);
  const double t = static_cast<double>(now) / static_cast<double>(total);
  switch (spec.schedule) {
    case ScheduleKind::constant:
      return peak;
    case ScheduleKind::step: {
      const auto thirds = 3 * now / total;  // whole ones
      return peak * std::pow(0.1, static_cast<double>(thirds));
    }
    case ScheduleKind::cosine:
      return cosine_between(peak, 0.0, t);
    case ScheduleKind::one_cycle:
      return one_cycle(peak, t);
  }
  unreachable();
}

void validate(const OptimizerSpec& spec) {
  const auto check = [](bool valid, const char* sentence, const char* field) {
    if (!valid) throw UsageError(say(sentence), field);  // a comparison with NaN is false, so NaN is refused too
  };
  check(spec.learning_rate > 0.0 && spec.learning_rate <= 1000.0,
        to_say("the learning rate must be above 0 and at most 1000"), "optimizer.learning_rate");
  check(spec.weight_decay >= 0.0 && spec.weight_decay <= 1.0, to_say("the weight decay must be between 0 and 1"),
        "optimizer.weight_decay");
  check(spec.momentum >= 0.0 && spec.momentum < 1.0, to_say("the momentum must be at least 0 and below 1"),
        "optimizer.momentum");
  const char* betas = to_say("beta1 and beta2 must be at least 0 and below 1");
  check(spec.beta1 >= 0.0 && spec.beta1 < 1.0, betas, "optimizer.beta1");
  check(spec.beta2 >= 0.0 && spec.beta2 < 1.0, betas, "optimizer.beta2");
  check(spec.epsilon > 0.0 && spec.epsilon <= 1.0, to_say("epsilon must be above 0 and at most 1"),
        "optimizer.epsilon");
}

std::string to_string(OptimizerKind value) { return name_of(optimizers, value); }
std::string to_string(ScheduleKind value) { return name_of(schedules, value); }
std::string optimizer_names() { return list_of(optimizers); }
std::string schedule_names() { return list_of(schedules); }
OptimizerKind parse_optimizer(const std::string& text) {
  return value_of(optimizers, text, to_say("optimizer"), "optimizer.kind");
}
ScheduleKind parse_schedule(const std::string& text) {
  return value_of(schedules, text, to_say("schedule"), "optimizer.schedule");
}

void to_json(nlohmann::json& json, const OptimizerSpec& spec) {
  json = {{"kind", to_string(spec.kind)},
          {"learning_rate", spec.learning_rate},
          {"weight_decay", spec.weight_decay},
          {"momentum", spec.momentum},
          {"beta1", spec.beta1},
          {"beta2", spec.beta2},
          {"epsilon", spec.epsilon},
          {"schedule", to_string(spec.schedule)}};
}

void from_json(const nlohmann::json& json, OptimizerSpec& spec) {
  JsonReader reader(json, to_say("the optimizer"));
  OptimizerSpec result;
  result.kind = parse_optimizer(reader.required<std::string>("kind"));
  result.learning_rate = reader.required<double>("learning_rate");
  result.weight_decay = reader.optional("weight_decay", result.weight_decay);
  result.momentum = reader.optional("momentum", result.momentum);
  result.beta1 = reader.optional("beta1", result.beta1);
  result.beta2 = reader.optional("beta2", result.beta2);
  result.epsilon = reader.optional("epsilon", result.epsilon);
  result.schedule = parse_schedule(reader.optional<std::string>("schedule", "constant"));
  reader.finish();
  validate(result);
  spec = result;
}

}  // namespace mlplab
