// The joules of experiments: of one run's timed epochs, of several runs, and against a baseline. Energy is measured
// wherever a run is trained (core/launch/energy_watch.h); here it is only summed up.
#pragma once

#include <cmath>
#include <nlohmann/json_fwd.hpp>
#include <optional>
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
  // The idle machine before the first run of the session; not known where it was not measured.
  double idle_w = not_known, idle_time_s = not_known;
  std::optional<double> idle_busy_cpus = {};  // IdlePower::busy_cpus
  bool known() const { return std::isfinite(epoch_j); }
  double mean_w() const { return epoch_j / epoch_s; }
  double edp_js() const { return epoch_j * epoch_s; }
  bool knows_idle() const { return known() && std::isfinite(idle_w); }
  /// Less what the idle machine takes in the same seconds; noise may make it negative.
  double epoch_j_without_idle() const;
  double edp_js_without_idle() const { return epoch_j_without_idle() * epoch_s; }
  /// Its window was short, or something computed meanwhile.
  bool uncertain_idle() const;
};
/// Without the first `skipped` epochs.
RunEnergy energy_of_run(const RunLog& log, int skipped = 0);
void to_json(nlohmann::json& json, const RunEnergy& energy);
void from_json(const nlohmann::json& json, RunEnergy& energy);  // Throws nlohmann's exceptions

/// Medians over runs, of joules per epoch and of their product with its seconds. Intervals are those of the runs,
/// unknown for a single one.
struct RepeatedJoules {
  double epoch_j = not_known, edp_js = not_known;
  double relative_edp = not_known;  // that of the baseline is 1; not known where other meters measured it
  Interval epoch_ci = {}, edp_ci = {};
  Interval relative_ci = {};         // 1 to 1 of the baseline itself; unknown where a product is not above 0
  bool uncertain = false;            // of any run
  bool relative_uncertain = false;   // these or the baseline's
  std::vector<double> edps_js = {};  // of each run
  bool known() const { return std::isfinite(epoch_j); }
};

/// The figures of the runs of a point or row.
struct RepeatedEnergy {
  std::vector<std::string> scopes;
  RepeatedJoules with_idle;
  RepeatedJoules without_idle;  // of the runs whose idle power is known
  double mean_w = not_known;
  Interval idle_w;                 // of the sessions of these runs, the lowest and the highest
  double idle_time_s = not_known;  // the shortest
  bool short_windows = false;      // of any run
  bool busy_idle = false;          // of any session
  std::string why_not;             // '' where there are figures
  bool known() const { return with_idle.known(); }
};
/// Takes the runs that have figures and that the same meters measured as the first of them.
RepeatedEnergy energy_of_runs(const std::vector<RunEnergy>& runs);
/// Sets relative_edp of each, with idle and without, and whether it is uncertain.
void relate_energy(const std::vector<RepeatedEnergy*>& points, const RepeatedEnergy& baseline);

/// The notes on the figures of all points that have runs: the scopes measured, what is uncertain, or why there is no
/// figure. Empty where there is no point.
std::vector<std::string> energy_notes(const std::vector<const RepeatedEnergy*>& points, const std::string& baseline);
/// The meters of the points: 'package 0', or 'package 0; GPU board 0' where the points had different ones; '' for none.
std::string meters_in_words(const std::vector<const RepeatedEnergy*>& points);
/// Whether any has figures, so that a table has columns for them.
bool any_energy(const std::vector<const RepeatedEnergy*>& points);

}  // namespace mlplab
