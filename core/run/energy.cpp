#include "core/run/energy.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/members.h"
#include "core/machine/energy/meter.h"
#include "core/run/run_log.h"

namespace mlplab {
namespace {

double total_of(const std::vector<double>& joules) { return std::accumulate(joules.begin(), joules.end(), 0.0); }

using Scopes = std::vector<std::string>;

bool is_of(const EpochEnergy& energy, const Scopes& scopes) { return energy.scopes.empty() || energy.scopes == scopes; }

bool is_known(const EpochEnergy& energy, const Scopes& scopes) {
  return energy.why_not.empty() && is_of(energy, scopes) && energy.train_j.size() == scopes.size() &&
         std::isfinite(total_of(energy.train_j)) && energy.train_window_s > 0.0;
}

constexpr auto scope_members = [](auto& file, auto& scope) {
  file.plain("scopes", scope.scopes);
  file.plain("missing", scope.missing);
  file.amount("idle_w", scope.idle_w);
  file.amount("idle_time_s", scope.idle_time_s);
  if (file.has("idle_busy_cpus", scope.idle_busy_cpus.has_value())) file.amount("idle_busy_cpus", scope.idle_busy_cpus);
};

constexpr auto energy_members = [](auto& file, auto& energy) {
  if (file.has("scopes", !energy.scopes.empty())) file.plain("scopes", energy.scopes);
  file.amounts("train_j", energy.train_j);
  file.amounts("eval_j", energy.eval_j);
  file.amount("train_window_s", energy.train_window_s);
  file.amount("eval_window_s", energy.eval_window_s);
  file.plain("why_not", energy.why_not);
};

}  // namespace

std::optional<double> IdlePower::watts_of(const Scopes& of) const {
  double sum_w = 0.0;
  for (const std::string& scope : of) {
    const auto found = std::ranges::find(scopes, scope);
    if (found == scopes.end()) return std::nullopt;
    sum_w += watts[static_cast<std::size_t>(found - scopes.begin())];
  }
  return of.empty() ? std::nullopt : std::optional(sum_w);
}

std::string energy_scope_words(const Scopes& scopes) { return joined(scopes, ", ", energy_scope_in_words); }

std::optional<double> epoch_joules(const EpochDone& epoch, const EnergyScope& scope) {
  if (!epoch.energy || scope.scopes.empty() || !is_known(*epoch.energy, scope.scopes)) return std::nullopt;
  return total_of(epoch.energy->train_j);
}

std::optional<EnergyFigures> energy_figures(const RunLog& log) {
  const EnergyScope& scope = log.started.energy;
  EnergyFigures figures;
  EnergyFigures::WithoutIdle without_idle;
  figures.train_j_of.assign(scope.scopes.size(), 0.0);
  for (const EpochDone& epoch : log.epochs) {
    const std::optional<double> joules = epoch_joules(epoch, scope);
    if (!joules) continue;
    ++figures.epochs;
    const double train_j = *joules;
    figures.train_j += train_j;
    if (scope.idle_w && epoch.epoch > log.started.first_epoch) {
      ++without_idle.epochs;
      without_idle.of_train_j += train_j;
      without_idle.train_j += train_j - *scope.idle_w * epoch.energy->train_window_s;
    }
    for (std::size_t s = 0; s < figures.train_j_of.size(); ++s) figures.train_j_of[s] += epoch.energy->train_j[s];
    figures.train_s += epoch.energy->train_window_s;
    figures.eval_j += total_of(epoch.energy->eval_j);
    figures.short_windows = figures.short_windows || epoch.energy->train_window_s < least_energy_window_s;
    figures.short_eval_windows = figures.short_eval_windows || epoch.energy->eval_window_s < least_energy_window_s;
  }
  if (figures.epochs == 0) return std::nullopt;
  const double images = static_cast<double>(figures.epochs) * static_cast<double>(log.started.train_examples);
  figures.image_j = images > 0.0 ? figures.train_j / images : std::numeric_limits<double>::quiet_NaN();
  if (without_idle.epochs > 0) figures.without_idle = without_idle;
  figures.short_idle_window = figures.without_idle && scope.idle_time_s < least_energy_window_s;
  figures.busy_idle_window = figures.without_idle && scope.idle_busy_cpus.value_or(0.0) > most_idle_busy_cpus;
  return figures;
}

std::string why_no_energy(const RunLog& log) {
  if (energy_figures(log)) return {};
  const EnergyScope& scope = log.started.energy;
  if (!scope.scopes.empty()) {
    for (const EpochDone& epoch : log.epochs)
      if (epoch.energy && !epoch.energy->why_not.empty()) return epoch.energy->why_not;
    for (const EpochDone& epoch : log.epochs)
      if (epoch.energy && !is_of(*epoch.energy, scope.scopes))
        return say("the epochs from before the run was resumed were measured by other meters");
    return say(log.epochs.empty() ? "no epoch was trained to its end"
                                  : "a meter could not be read to the end of an epoch");
  }
  if (scope.missing.empty()) return say("it was not measured when the run was trained");
  return scope.missing.front();
}

void to_json(nlohmann::json& json, const EnergyScope& scope) { json = json_of(scope, scope_members); }
void from_json(const nlohmann::json& json, EnergyScope& scope) { read_from(json, scope, scope_members); }
void to_json(nlohmann::json& json, const EpochEnergy& energy) { json = json_of(energy, energy_members); }
void from_json(const nlohmann::json& json, EpochEnergy& energy) { read_from(json, energy, energy_members); }

}  // namespace mlplab
