// Whether two runs computed the same thing: the rule that the sweep, the comparison and the window share.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run/run_log.h"

namespace mlplab {

/// Within rounding: further apart than the bounds, and no further than rounding explains, which was measured
/// (rounding.h). Not compared: one of the two has no loss to compare or did not run to its end, they were
/// never meant to be the same, or rounding moves them too far to tell. Each is worse than the one before it.
enum class Equivalence { equal, within_rounding, not_compared, differs };

/// Whether the times of the two may be held against each other.
constexpr bool is_same_training(Equivalence losses) { return losses <= Equivalence::within_rounding; }

/// How much more room options have that call themselves approximate (BackendOption::approximate).
inline constexpr double approximate_factor = 20.0;

/// How far apart the mean training losses of the same epoch (from 1) may be, as a share of the expected one: 1e-4 in
/// the first epoch where it has up to 1000 steps, in proportion more where it has more, ten times as much in each epoch
/// after it, at most 2 %. Sums in another order round differently and training amplifies that from step to step:
/// docs/marks.md has the measurements. `approximate`: approximate_factor times as much.
double loss_tolerance(int epoch, std::int64_t steps_per_epoch, bool approximate = false);
/// That of late epochs.
double largest_loss_tolerance(bool approximate);

/// Every epoch that both have is compared; NaN and infinity differ from everything.
Equivalence compare_losses(std::span<const double> expected, std::span<const double> got, std::int64_t steps_per_epoch,
                           bool approximate = false);
/// Compares the training losses of two runs, whose specs say whether they are approximate. A run of another program
/// differs where its own weights refute its figures (Verification). It is not compared where none of its epochs was
/// verified, nor is any run whose expected one is not confirmed. Where one of the two was verified, the test losses
/// that its weights gave here are compared as well, with the next epoch's tolerance: they are of the epoch's end. Where
/// no common epoch differs and one of the two did not run to its end, the runs are not compared: an epoch that diverged
/// or was broken off leaves no loss that could differ.
Equivalence compare_losses(const RunLog& expected, const RunLog& got);

/// The differences of two runs in one epoch, as a share of the expected loss; infinite where one of the two is no
/// number.
struct EpochDifference {
  int epoch = 0;                                   // from 1
  double train = 0.0;                              // of the mean training losses
  double test = 0.0;                               // of the test losses; 0 where they are not compared
  bool train_beyond = false, test_beyond = false;  // the bound
};
std::vector<EpochDifference> differences_of(const RunLog& expected, const RunLog& got);

/// Whether a run's own figures hold. Those of this program's runs do. In another program's run no epoch may be refuted,
/// at least one must be verified, and the last may not lack it: times that are doubted once stay so.
bool is_confirmed(const RunLog& log);

/// Whether a run was done: neither failed nor stopped, interrupted or still going on.
bool ran_to_its_end(const RunLog& log);

/// True where an option of the spec's backend rounds more coarsely than single precision does (TF32).
bool is_approximate(const RunSpec& spec);
/// Whether two runs are judged with the room of such options: one of them has one.
bool any_approximate(const RunLog& expected, const RunLog& got);

}  // namespace mlplab
