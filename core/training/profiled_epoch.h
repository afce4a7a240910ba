// Which steps of an epoch are profiled, and what its other steps took beside them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/compute/backend_table.h"
#include "core/compute/profile.h"

namespace mlplab {

/// The value of the backend's option 'placement', its default, or '' where there is no such choice.
std::string placement_of(const BackendEntry& entry, const BackendOptions& options);

/// Adds a recording of the steps that follow those of `all`: means over the steps of both, one timeline.
void join(StepProfile& all, const StepProfile& next);

/// Profiled steps follow a short warm-up and one another; the trainer takes them in several parts where a point of the
/// curve lies between them. Half of the epoch's steps are left to compare with. A last step with a smaller batch is
/// neither profiled nor compared with.
class ProfiledEpoch {
 public:
  /// `wanted` 0: none. `full_steps` of the epoch's `steps` have a whole batch.
  ProfiledEpoch(int wanted, std::int64_t steps, std::int64_t full_steps);

  /// Also true later, where a user stepped past the place.
  bool begins_at(std::int64_t step) const { return count_ > 0 && step >= first_ && step < full_steps_; }
  /// How many are left to profile from `step` on: fewer than asked for where all would take longer than a second, in
  /// which nobody could stop or pause the run.
  std::int64_t count(std::int64_t step) const;
  /// How many others come next: the smaller step by itself.
  std::int64_t others_from(std::int64_t step) const;
  /// The `steps` steps from `first` on took `time_s`.
  void ran(bool profiled, std::int64_t first, std::int64_t steps, double time_s);

  /// The recording of profiled steps that ran() was told of.
  void add(const Profiler& profiler);
  /// How long each rank of the team worked in all profiled steps together, [ranks]: by how much the longest is longer,
  /// the others waited for it.
  void set_work(const std::vector<double>& work_s);
  /// The profile of all profiled steps; its `steps` are 0 where there is none.
  const StepProfile& profile() const { return profile_; }
  /// Median of the whole steps outside the profile, each step counting once; 0 where there were none.
  double median_step_s() const;
  /// Whether steps are so few that in a run's first epoch the first step of all, which touches its memory for the first
  /// time, is the profiled one or all there is to compare it with.
  bool is_cold_at_first() const { return count_ > 0 && full_steps_ > 0 && full_steps_ < 3; }

 private:
  std::int64_t steps_, full_steps_;
  std::int64_t first_ = 0, count_ = 0;  // count_: that are left to profile
  bool begun_ = false;
  StepProfile profile_;
  std::vector<std::pair<double, std::int64_t>> others_;  // time of a step, and for how many steps
};

}  // namespace mlplab
