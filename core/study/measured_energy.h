// The joules of experiments: of one run's timed epochs, of several runs, and against a baseline. Energy is measured
// wherever a run is trained (core/launch/energy_watch.h); here it is only summed up.
#pragma once

#include <cmath>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/run/run_log.h"
#include "core/statistics/statistics.h"

namespace mlplab {

/// Means over the training of a run's timed epochs.
struct RunEnergy {
  std::vector<std::string> scopes;  // what was measured, as EnergyScope names it
  double epoch_j = not_known;       // of an epoch
  double epoch_s = not_known;       // between the readings
  bool short_windows = false;       // shorter than least_energy_window_s: uncertain
  std::string why_not;              // '' where there are figures
  bool known() const { return std::isfinite(epoch_j); }
  double mean_w() const { return epoch_j / epoch_s; }
  double edp_js() const { return epoch_j * epoch_s; }
};
/// Without the first `skipped` epochs.
RunEnergy energy_of_run(const RunLog& log, int skipped = 0);
void to_json(nlohmann::json& json, const RunEnergy& energy);
void from_json(const nlohmann::json& json, RunEnergy& energy);  // Throws nlohmann's exceptions

/// Medians over the runs of a point or row.
struct RepeatedEnergy {
  std::vector<std::string> scopes;
  double epoch_j = not_known, mean_w = not_known, edp_js = not_known;
  Interval epoch_ci;                // of epoch_j; unknown for a single run
  double relative_edp = not_known;  // that of the baseline is 1; not known where other meters measured it
  Interval relative_ci;             // unknown for single runs; 1 to 1 of the baseline itself
  bool short_windows = false;       // of any run
  bool relative_uncertain = false;  // the point's windows were short, or the baseline's
  std::string why_not;              // '' where there are figures
  std::vector<double> edps_js;      // of each run
  bool known() const { return std::isfinite(epoch_j); }
};
/// Takes the runs that have figures and that the same meters measured as the first of them.
RepeatedEnergy energy_of_runs(const std::vector<RunEnergy>& runs);
/// Sets relative_edp of each, and whether it is uncertain.
void relate_energy(const std::vector<RepeatedEnergy*>& points, const RepeatedEnergy& baseline);

/// The notes on the figures of all points that have runs: the scopes measured, what is uncertain, or why there is no
/// figure. Empty where there is no point.
std::vector<std::string> energy_notes(const std::vector<const RepeatedEnergy*>& points, const std::string& baseline);
/// The meters of the points: 'package 0', or 'package 0; GPU board 0' where the points had different ones; '' for none.
std::string meters_in_words(const std::vector<const RepeatedEnergy*>& points);
/// Whether any has figures, so that a table has columns for them.
bool any_energy(const std::vector<const RepeatedEnergy*>& points);

}  // namespace mlplab
