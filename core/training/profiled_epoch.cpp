#include "core/training/profiled_epoch.h"

#include <algorithm>

namespace mlplab {
namespace {

constexpr std::int64_t max_warm_up_steps = 20;
constexpr double longest_s = 1.0;
constexpr int timeline_steps = 8;

/// The figures of a profile that are means over its steps.
constexpr double StepProfile::*const step_means[] = {&StepProfile::wall_s,          &StepProfile::h2d_s,
                                                     &StepProfile::kernel_s,        &StepProfile::d2h_s,
                                                     &StepProfile::communication_s, &StepProfile::host_s,
                                                     &StepProfile::unrecorded_s,    &StepProfile::h2d_bytes,
                                                     &StepProfile::d2h_bytes,       &StepProfile::communication_bytes};

}  // namespace

std::string placement_of(const BackendEntry& entry, const BackendOptions& options) {
  const auto option = std::ranges::find(entry.options, "placement", &BackendOption::name);
  if (option == entry.options.end()) return {};
  if (const auto chosen = options.values.find("placement"); chosen != options.values.end()) return chosen->second;
  return option->values.empty() ? "" : option->values.front();
}

void join(StepProfile& all, const StepProfile& next) {
  if (all.steps == 0) {
    all = next;
    return;
  }
  const double begin_s = all.wall_s * all.steps;
  const double share = static_cast<double>(next.steps) / (all.steps + next.steps);
  const auto mix = [share](double& mean, double added) { mean += share * (added - mean); };
  for (double StepProfile::*const mean : step_means) mix(all.*mean, next.*mean);
  for (std::size_t node = 0; node < all.nodes.size(); ++node) {
    mix(all.nodes[node].forward_s, next.nodes[node].forward_s);
    mix(all.nodes[node].input_gradient_s, next.nodes[node].input_gradient_s);
    mix(all.nodes[node].weight_gradient_s, next.nodes[node].weight_gradient_s);
  }
  std::vector<ProfileOperation> added = next.operations;
  for (ProfileOperation& operation : all.operations) {
    const auto same = std::ranges::find_if(added, [&](const ProfileOperation& other) {
      return other.name == operation.name && other.part == operation.part;
    });
    mix(operation.time_s, same == added.end() ? 0.0 : same->time_s);
    mix(operation.calls, same == added.end() ? 0.0 : same->calls);
    if (same != added.end()) added.erase(same);
  }
  for (ProfileOperation& operation : added) {
    operation.time_s *= share;
    operation.calls *= share;
    all.operations.push_back(std::move(operation));
  }
  std::ranges::stable_sort(all.operations, std::ranges::greater{}, &ProfileOperation::time_s);
  for (ProfileSpan span : next.spans) {
    span.step += all.steps;
    span.start_s += begin_s;
    span.end_s += begin_s;
    all.spans.push_back(std::move(span));
  }
  all.steps += next.steps;
}

ProfiledEpoch::ProfiledEpoch(int wanted, std::int64_t steps, std::int64_t full_steps)
    : steps_(steps), full_steps_(full_steps) {
  if (wanted <= 0) return;
  count_ = std::clamp<std::int64_t>(wanted, 1, std::max<std::int64_t>(steps / 2, 1));
  first_ = std::min(max_warm_up_steps, (steps - count_) / 2);
}

std::int64_t ProfiledEpoch::count(std::int64_t step) const {
  const double step_s = begun_ || others_.empty() ? 0.0 : others_.back().first;
  const double fitting = std::min(longest_s / std::max(step_s, 1e-9), static_cast<double>(count_));
  return std::clamp<std::int64_t>(static_cast<std::int64_t>(fitting), 1, full_steps_ - step);
}

std::int64_t ProfiledEpoch::others_from(std::int64_t step) const {
  if (!begun_ && count_ == 0) return steps_ - step;
  if (!begun_ && step < first_) return first_ - step;
  return (step < full_steps_ ? full_steps_ : steps_) - step;
}

void ProfiledEpoch::ran(bool profiled, std::int64_t first, std::int64_t steps, double time_s) {
  if (profiled) {
    count_ = count(first) - steps;
    begun_ = true;
  } else if (first < full_steps_) {
    others_.emplace_back(time_s / static_cast<double>(steps), steps);
  }
}

void ProfiledEpoch::add(const Profiler& profiler) {
  join(profile_, profiler.result(std::max(timeline_steps - profile_.steps, 0)));
}

void ProfiledEpoch::set_work(const std::vector<double>& work_s) {
  profile_.waits_s.clear();
  if (profile_.steps == 0 || work_s.size() < 2) return;
  const double longest_s = std::ranges::max(work_s);
  for (const double own_s : work_s) profile_.waits_s.push_back((longest_s - own_s) / profile_.steps);
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
