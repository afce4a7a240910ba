#include "core/study/measured_energy.h"

#include <algorithm>

#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/members.h"
#include "core/base/numbers.h"
#include "core/run/energy.h"
#include "core/statistics/few_repeats.h"

namespace mlplab {
namespace {

constexpr auto run_energy_members = [](auto& file, auto& energy) {
  file.amount("epoch_j", energy.epoch_j);
  file.amount("epoch_s", energy.epoch_s);
  file.plain("short_windows", energy.short_windows);
  file.plain("why_not", energy.why_not);
};

}  // namespace

RunEnergy energy_of_run(const RunLog& log, int skipped) {
  RunLog timed;
  timed.started = log.started;
  for (const EpochDone& epoch : log.epochs)
    if (skipped-- <= 0) timed.epochs.push_back(epoch);
  RunEnergy energy{.scopes = log.started.energy.scopes, .why_not = why_no_energy(timed)};
  if (const std::optional<EnergyFigures> figures = energy_figures(timed)) {
    energy.epoch_j = figures->epoch_j();
    energy.epoch_s = figures->train_s / figures->epochs;
    energy.short_windows = figures->short_windows;
  }
  return energy;
}

void to_json(nlohmann::json& json, const RunEnergy& energy) {
  json = json_of(energy, run_energy_members);
  json["scopes"] = energy.scopes;
}

void from_json(const nlohmann::json& json, RunEnergy& energy) {
  if (const auto words = json.find("scope"); words != json.end())  // of before 2026-11-23: in the language of that day
    energy.scopes = {words->get<std::string>()};
  else
    json.at("scopes").get_to(energy.scopes);
  read_from(json, energy, run_energy_members);
}

RepeatedEnergy energy_of_runs(const std::vector<RunEnergy>& runs) {
  RepeatedEnergy all;
  const auto first = std::ranges::find_if(runs, &RunEnergy::known);
  if (first == runs.end()) {
    all.why_not = runs.empty() ? say("no run has ended") : runs.front().why_not;
    return all;
  }
  all.scopes = first->scopes;
  std::vector<double> joules, watts;
  for (const RunEnergy& run : runs) {
    if (!run.known() || run.scopes != all.scopes) continue;
    joules.push_back(run.epoch_j);
    watts.push_back(run.mean_w());
    all.edps_js.push_back(run.edp_js());
    all.short_windows = all.short_windows || run.short_windows;
  }
  all.epoch_j = median(joules);
  all.epoch_ci = median_time_interval(joules);  // they are above zero, as times are
  all.mean_w = median(watts);
  all.edp_js = median(all.edps_js);
  return all;
}

void relate_energy(const std::vector<RepeatedEnergy*>& points, const RepeatedEnergy& baseline) {
  const RepeatedEnergy base = baseline;  // it may be one of them
  for (RepeatedEnergy* point : points) {
    const bool comparable = base.known() && point->known() && base.scopes == point->scopes && base.edp_js > 0.0;
    point->relative_edp = comparable ? point->edp_js / base.edp_js : not_known;
    point->relative_ci = !comparable                      ? Interval{}
                         : point->edps_js == base.edps_js ? Interval{1.0, 1.0}
                                                          : time_ratio_interval(point->edps_js, base.edps_js);
    point->relative_uncertain = comparable && (base.short_windows || point->short_windows);
  }
}

std::string meters_in_words(const std::vector<const RepeatedEnergy*>& points) {
  std::vector<std::string> meters;
  for (const RepeatedEnergy* point : points) {
    if (!point->known()) continue;
    const std::string words = energy_scope_words(point->scopes);
    if (std::ranges::find(meters, words) == meters.end()) meters.push_back(words);
  }
  return joined(meters, "; ");
}

bool any_energy(const std::vector<const RepeatedEnergy*>& points) {
  return std::ranges::any_of(points, [](const RepeatedEnergy* point) { return point->known(); });
}

std::vector<std::string> energy_notes(const std::vector<const RepeatedEnergy*>& points, const std::string& baseline) {
  if (points.empty()) return {};
  if (!any_energy(points)) return {say("energy: no figure, %1", points.front()->why_not)};
  bool uncertain = false, mixed = false;
  const RepeatedEnergy* first = nullptr;
  for (const RepeatedEnergy* point : points) {
    if (!point->known()) continue;
    if (first == nullptr) first = point;
    mixed = mixed || point->scopes != first->scopes;
    uncertain = uncertain || point->short_windows;
  }
  std::vector<std::string> notes;
  notes.push_back(
      say("Energy: joules and mean power of the training of an epoch (%1, with all that ran there), medians; EDP is "
          "joules times seconds, relative to %2.",
          meters_in_words(points), baseline));
  if (mixed)
    notes.push_back(say("Not all were measured by the same meters: EDP is compared only between those that were."));
  if (uncertain)
    notes.push_back(
        say("≈ marks energy of epochs shorter than %1 s: the meters' resolution and the machine's other work weigh "
            "heavily.",
            significant(least_energy_window_s, 1)));
  return notes;
}

}  // namespace mlplab
