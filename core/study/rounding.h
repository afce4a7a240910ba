// How far rounding alone moves the losses of a training: it is trained again with initial weights that are some
// rounding errors away. Where that goes beyond the bounds of equivalence.h, losses do not tell right from wrong.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/run/run_control.h"
#include "core/run/run_spec.h"
#include "core/study/equivalence.h"

namespace mlplab {

struct Rounding {
  /// [epochs]: the largest difference of the mean training loss of epoch i + 1 from that of the unmoved weights, as a
  /// share of it. Infinite where one of the two diverged.
  std::vector<double> moved;
  int draws = 0;        // of moved weights that were trained
  std::string why_not;  // '' or why no more is known
  /// The largest of the epochs up to `epoch` (from 1); nothing where that one is not known.
  std::optional<double> up_to(int epoch) const;
  bool operator==(const Rounding&) const = default;
};

/// Trains `spec` once from its initial weights and up to eight times from moved ones, on the fastest backend of one
/// thread, as far as `wanted` says: the epoch (from 1) that has to be known or known better, 0 when nothing has.
/// Keeps nothing, and evaluates nothing before the run's last epoch. Ends soon after control.stop(). Never throws: what
/// goes wrong is in `why_not`.
Rounding measure_rounding(const RunSpec& spec, const Dataset& dataset, RunControl& control,
                          const std::function<int(const Rounding& so_far)>& wanted);

/// compare_losses(), with what rounding alone does to these losses: where that accounts for every difference, they are
/// the same within rounding, unless it may do more than the largest bound that any epoch has.
struct LossVerdict {
  Equivalence state = Equivalence::not_compared;
  int epoch = 0;       // the first one beyond its bound where rounding alone accounts for that; 0: there is none
  double moved = 0.0;  // by how much rounding alone moves the losses up to that epoch
  bool open = false;   // they differ, and whether rounding accounts for that is still to be measured: not compared
  /// The effect of rounding on the losses, in half a sentence; '' where it does not matter.
  std::string reason() const;
};
/// `rounding`: null where it was not measured. `awaited`: it will be, as after the last run of a study.
LossVerdict judge_losses(const RunLog& expected, const RunLog& got, const Rounding* rounding, bool awaited = false);
/// The epoch that measure_rounding() has to look at for a verdict on the two: the first that `so_far` does not account
/// for. 0 where they do not differ, or for reasons of their own (Verification, batch-norm=local).
int epoch_to_measure(const RunLog& expected, const RunLog& got, const Rounding& so_far);

/// Whether measure_rounding() may change the verdict on the two; `known`: null where it was not measured yet.
bool is_open(const RunLog& expected, const RunLog& got, const Rounding* known);

/// Several runs held against one: whether any is open, and measure_rounding() as far as all of them need.
bool any_open(const RunLog& expected, const std::vector<RunLog>& got, const Rounding* known);
Rounding measure_rounding(const RunSpec& spec, const Dataset& dataset, RunControl& control, const RunLog& expected,
                          const std::vector<RunLog>& got);

/// In a kept run's folder: rounding.json. Throws InputError.
void keep_rounding(const std::filesystem::path& folder, const Rounding& rounding);
/// Nothing where it was not kept there, or cannot be read.
std::optional<Rounding> kept_rounding(const std::filesystem::path& folder);
void to_json(nlohmann::json& json, const Rounding& rounding);
void from_json(const nlohmann::json& json, Rounding& rounding);  // Throws nlohmann's exceptions

}  // namespace mlplab
