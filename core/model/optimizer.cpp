#include "core/model/optimizer.h"

#include <algorithm>
#include <cmath>
#include <numbers>

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

std::string to_string(OptimizerKind value) { return name_of(optimizers, value); }
std::string to_string(ScheduleKind value) { return name_of(schedules, value); }
std::string optimizer_names() { return list_of(optimizers); }
OptimizerKind parse_optimizer(const std::string& text) {
  return value_of(optimizers, text, to_say("optimizer"), "optimizer.kind");
}
ScheduleKind parse_schedule(const std::string& text) {
  return value_of(schedules, text, to_say("schedule"), "optimizer.schedule");
}

}  // namespace mlplab
