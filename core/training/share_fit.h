// Fitted shares: how many rows of a batch each rank of a team takes, so that all are done at the same time. A few steps
// of each rank at a few sizes give its time T(n) = a + b·n; the shares then minimise the slowest rank's time.
#pragma once

#include <span>
#include <vector>

#include "core/run/team.h"
#include "core/training/trainer.h"

namespace mlplab {

/// The rows [ranks], `batch` in all, that minimise max over i of fixed_s[i] + row_s[i] · rows[i], where a rank without
/// rows takes no time. Exact: the ranks are filled up to a common time, and what is left goes row by row to the rank
/// that has it done first. row_s > 0, fixed_s ≥ 0.
std::vector<int> fit_rows(std::span<const double> fixed_s, std::span<const double> row_s, int batch);

/// The step of the slowest rank, without the exchange.
double slowest_s(const ShareFit& fit);
/// By how much a step of the whole team is faster than the best rank alone: what can be reached at best.
double ceiling_of(const ShareFit& fit);

/// Measures the ranks of `plan` and fits their shares; every rank calls it, and all get the same. Ranks compute side by
/// side while they are timed, and one by one for the time of the best alone. Takes some steps of each rank, a second
/// or so with small networks. Throws BackendError.
ShareFit measure_shares(const RankPlan& plan, const RunSpec& spec, const Dataset& dataset);

}  // namespace mlplab
