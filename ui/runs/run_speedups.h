// How much faster the listed runs were than their references. An interval is drawn thousands of times: anew only where
// what it depends on has changed, and of many runs a part at a time, so that the window goes on.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/study/run_speedup.h"
#include "ui/runs/run.h"

namespace mlplab {

class RunSpeedups {
 public:
  /// Until those of about so many epochs were drawn anew; the others are unknown until the next call. Whether all are
  /// known now. `marks`: of the runs, in their order.
  bool compare(const RunList& runs, const std::vector<StartMark>& marks, std::size_t epochs);
  /// Nothing where the run has no speedup.
  std::optional<RunSpeedup> of(const Run& run) const;
  bool any() const;

 private:
  /// All that a speedup depends on.
  struct MadeOf {
    std::vector<double> times_s, reference_times_s;
    std::string machine, reference_machine;
    Equivalence losses = Equivalence::not_compared;
    bool operator==(const MadeOf&) const = default;
  };
  struct Known {
    MadeOf made_of;
    std::optional<RunSpeedup> value;
  };
  std::map<int, Known> known_;  // by the run's number: the list gets longer and shorter
};

}  // namespace mlplab
