#include "core/training/profiled_epoch.h"

#include <algorithm>

namespace mlplab {
namespace {

constexpr std::int64_t max_warm_up_steps = 20;
constexpr double longest_s = 1.0;

}  // namespace

std::string placement_of(const BackendEntry& entry, const BackendOptions& options) {
  const auto option = std::ranges::find(entry.options, "placement", &BackendOption::name);
  if (option == entry.options.end()) return {};
  if (const auto chosen = options.values.find("placement"); chosen != options.values.end()) return chosen->second;
  return option->values.empty() ? "" : option->values.front();
}

ProfiledEpoch::ProfiledEpoch(int wanted, std::int64_t steps, std::int64_t full_steps)
    : steps_(steps), full_steps_(full_steps) {
  if (wanted <= 0) return;
  count_ = std::clamp<std::int64_t>(wanted, 1, std::max<std::int64_t>(steps / 2, 1));
  first_ = std::min(max_warm_up_steps, (steps - count_) / 2);
}

std::int64_t ProfiledEpoch::count(std::int64_t step) const {
  const double step_s = others_.empty() ? 0.0 : others_.back().first;
  const double fitting = std::min(longest_s / std::max(step_s, 1e-9), static_cast<double>(count_));
  return std::clamp<std::int64_t>(static_cast<std::int64_t>(fitting), 1, full_steps_ - step);
}

std::int64_t ProfiledEpoch::others_from(std::int64_t step) const {
  if (count_ == 0) return steps_ - step;
  if (!done_ && step < first_) return first_ - step;
  return (step < full_steps_ ? full_steps_ : steps_) - step;
}

void ProfiledEpoch::ran(bool profiled, std::int64_t first, std::int64_t steps, double time_s) {
  if (profiled)
    done_ = true;
  else if (first < full_steps_)
    others_.emplace_back(time_s / static_cast<double>(steps), steps);
}

double ProfiledEpoch::median_step_s() const {
  auto sorted = others_;
  std::ranges::sort(sorted);
  std::int64_t steps = 0, seen = 0;
  for (const auto& other : sorted) steps += other.second;
  for (const auto& [time_s, count] : sorted) {
    seen += count;
    if (2 * seen >= steps) return time_s;
  }
  return 0.0;
}

}  // namespace mlplab
