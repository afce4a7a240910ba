// A run's joules as its events report them, and the figures made of them. A new figure: a member of EnergyFigures, and
// its place in app/cli/summary.cpp and docs/measuring.md.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace mlplab {

struct RunLog;     // core/run/run_log.h
struct EpochDone;  // core/run/event.h

/// The scopes measured while a run goes on: parts of the machine, with everything else that runs on it.
struct EnergyScope {
  std::vector<std::string> scopes;       // 'package 0', 'memory of package 0', 'GPU board 0'; none: nothing is measured
  std::vector<std::string> missing;      // what is not measured and why, in sentences
  std::optional<double> idle_w;          // mean power of all scopes before the run; where it was asked for
  double idle_time_s = 0.0;              // over how long
  std::optional<double> idle_busy_cpus;  // IdlePower::busy_cpus of it
  bool operator==(const EnergyScope&) const = default;
};

/// The power of the idle machine, for the runs that follow.
struct IdlePower {
  std::vector<std::string> scopes = {};  // as in EnergyScope; none: nothing was measured
  std::vector<double> watts = {};        // [scopes] the mean
  double time_s = 0.0;                   // over how long
  /// CPUs' worth of time that something computed meanwhile, for whomever: the machine was not idle then. Nothing where
  /// nobody looked.
  std::optional<double> busy_cpus = {};
  /// The power of these scopes together; nothing where one of them was not measured.
  std::optional<double> watts_of(const std::vector<std::string>& of) const;
};
/// A machine of which more CPUs' worth is busy is not idle: as the noise guard judges other programs.
inline constexpr double most_idle_busy_cpus = 0.2;

/// The energy of one epoch, read at the edges of its phases.
struct EpochEnergy {
  /// The scopes of this epoch: a resumed run may be on another machine. Empty in files of versions that did not keep
  /// them.
  std::vector<std::string> scopes = {};
  std::vector<double> train_j, eval_j;               // [scopes]
  double train_window_s = 0.0, eval_window_s = 0.0;  // between the readings
  std::string why_not;  // why the joules are not those of the epoch: it was paused…; '' where they are
  bool operator==(const EpochEnergy&) const = default;
};

/// Counters are read at the edges of windows; in shorter ones their steps (1 ms of a processor's, up to 100 ms of a
/// GPU's) and what else the machine does count for too much.
inline constexpr double least_energy_window_s = 5.0;

/// Figures of the training of all epochs whose joules are known, for the scopes of the last start; evaluation is apart.
struct EnergyFigures {
  int epochs = 0;
  double train_j = 0.0, train_s = 0.0, eval_j = 0.0;
  std::vector<double> train_j_of;  // [scopes]
  double epoch_j() const { return train_j / epochs; }
  double image_j = 0.0;  // a training image, once
  double mean_w() const { return train_j / train_s; }
  /// The energy-delay products E·t and E·t² of the training.
  double edp_js() const { return train_j * train_s; }
  double ed2p_js2() const { return train_j * train_s * train_s; }
  /// E - idle power · t, where the idle power was measured: of the epochs since that start of the run, for a resumed
  /// one may be on another machine.
  struct WithoutIdle {
    int epochs = 0;
    double train_j = 0.0, of_train_j = 0.0;
  };
  std::optional<WithoutIdle> without_idle;
  // Windows shorter than least_energy_window_s: the training of an epoch, its evaluation, the measurement of idle
  // power.
  bool short_windows = false, short_eval_windows = false, short_idle_window = false;
  bool busy_idle_window = false;  // more than most_idle_busy_cpus while idle power was measured
};

/// The joules of the training of one epoch, all scopes of the run's last start together; nothing where they are not
/// known.
std::optional<double> epoch_joules(const EpochDone& epoch, const EnergyScope& scope);
/// Nothing where no epoch's joules are known; why_no_energy() then says why.
std::optional<EnergyFigures> energy_figures(const RunLog& log);
/// One sentence; '' where there are figures.
std::string why_no_energy(const RunLog& log);
/// 'package 0, memory of package 0', in the language that was set.
std::string energy_scope_words(const std::vector<std::string>& scopes);

void to_json(nlohmann::json& json, const EnergyScope& scope);
void from_json(const nlohmann::json& json, EnergyScope& scope);
void to_json(nlohmann::json& json, const EpochEnergy& energy);
void from_json(const nlohmann::json& json, EpochEnergy& energy);

}  // namespace mlplab
