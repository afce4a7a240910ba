// Looks up, and draws what is not known.
#include "ui/runs/run_speedups.h"

#include <algorithm>

namespace mlplab {

namespace {

std::vector<double> epoch_times_of(const Run& run) {
  std::vector<double> times;
  for (const EpochDone& epoch : run.log.epochs) times.push_back(epoch.epoch_time_s);
  return times;
}

}  // namespace

bool RunSpeedups::compare(const RunList& runs, const std::vector<StartMark>& marks, std::size_t epochs) {
  std::map<int, Known> before;
  before.swap(known_);
  bool all = true;
  std::size_t drawn = 0;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const Run& run = *runs[i];
    const auto reference = std::ranges::find(runs, marks[i].reference, [](const auto& other) { return other->number; });
    if (marks[i].start == SameStart::reference || reference == runs.end()) continue;
    const Run& other = **reference;
    Known now{{epoch_times_of(run), epoch_times_of(other), run.machine, other.machine, marks[i].losses}, {}};
    const auto last = before.find(run.number);
    if (last != before.end() && last->second.made_of == now.made_of) {
      now.value = last->second.value;
    } else if (drawn < epochs) {
      drawn += now.made_of.times_s.size() + now.made_of.reference_times_s.size();
      now.value = speedup_of({other.log, other.machine}, {run.log, run.machine}, marks[i].losses);
    } else {
      all = false;
      continue;
    }
    known_.insert_or_assign(run.number, std::move(now));
  }
  return all;
}

std::optional<RunSpeedup> RunSpeedups::of(const Run& run) const {
  const auto known = known_.find(run.number);
  return known == known_.end() ? std::nullopt : known->second.value;
}

bool RunSpeedups::any() const {
  return std::ranges::any_of(known_, [](const auto& entry) { return entry.second.value.has_value(); });
}

}  // namespace mlplab
