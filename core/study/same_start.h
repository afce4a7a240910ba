// Runs that begin alike ought to have the same losses: which of them, and against which one a run is held. Train's
// table and the lab report both ask here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/run/run_log.h"
#include "core/run/run_spec.h"

namespace mlplab {

/// A run of a list.
struct StartedRun {
  const RunSpec* spec = nullptr;
  const RunLog* log = nullptr;
  int number = 0;  // the older of two has the smaller one
};

/// The place of a backend in the table, or the table's size for one that is not in it.
std::size_t configuration_place(const std::string& name);

/// For each run the index of the one whose losses its own ought to be: of all that have an epoch and begin alike, data,
/// network and steps, the one whose backend comes first in the table, then the oldest; itself where it is that one.
/// Those that did not run to their end come last, before them those whose processes normalise each for itself
/// (has_local_statistics).
/// Nothing where no other run begins alike. Backend, workers, tests and length do not matter, unless the learning
/// rate's schedule depends on the length.
std::vector<std::optional<std::size_t>> references_of(const std::vector<StartedRun>& runs);

/// Whether a training loss is no number, or clearly more than guessing costs.
bool is_wild(const RunSpec& spec, double loss);
/// A state of its own, whatever is drawn beside it: the loss of the run is no number any more, or is twice what
/// guessing costs and does not fall.
bool diverged(const RunSpec& spec, const RunLog& log);
/// The first epoch whose training loss is no number, or clearly more than guessing costs; 0 for none.
int diverged_epoch(const RunSpec& spec, const RunLog& log);

}  // namespace mlplab
