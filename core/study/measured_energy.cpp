#include "core/study/measured_energy.h"

#include <algorithm>
#include <span>

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
  if (!file.has("idle_w", std::isfinite(energy.idle_w))) return;  // before 2026-11-28, or not measured
  file.amount("idle_w", energy.idle_w);
  file.amount("idle_time_s", energy.idle_time_s);
  if (file.has("idle_busy_cpus", energy.idle_busy_cpus.has_value()))
    file.amount("idle_busy_cpus", energy.idle_busy_cpus);
};

bool is_short(double idle_time_s) { return idle_time_s < least_energy_window_s; }
bool is_busy(const std::optional<double>& cpus) { return cpus.value_or(0.0) > most_idle_busy_cpus; }

}  // namespace

double RunEnergy::epoch_j_without_idle() const { return epoch_j - idle_w * epoch_s; }
bool RunEnergy::uncertain_idle() const { return is_short(idle_time_s) || is_busy(idle_busy_cpus); }

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
  if (const EnergyScope& scope = log.started.energy; energy.known() && scope.idle_w) {
    energy.idle_w = *scope.idle_w;
    energy.idle_time_s = scope.idle_time_s;
    energy.idle_busy_cpus = scope.idle_busy_cpus;
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

namespace {

/// Each session has an idle power of its own.
void add_idle(RepeatedEnergy& all, const RunEnergy& run) {
  all.idle_w = {std::fmin(all.idle_w.low, run.idle_w), std::fmax(all.idle_w.high, run.idle_w)};
  all.idle_time_s = std::fmin(all.idle_time_s, run.idle_time_s);  // which pass over what is not known
  all.busy_idle = all.busy_idle || is_busy(run.idle_busy_cpus);
}

void summarize(RepeatedJoules& all, const std::vector<double>& joules, Interval (*interval)(std::span<const double>)) {
  all.epoch_j = median(joules);
  all.epoch_ci = interval(joules);
  all.edp_js = median(all.edps_js);
  all.edp_ci = interval(all.edps_js);
}

void relate(RepeatedJoules& point, const RepeatedJoules& base, bool same_meters) {
  const bool comparable = same_meters && base.known() && point.known() && base.edp_js > 0.0;
  point.relative_edp = comparable ? point.edp_js / base.edp_js : not_known;
  point.relative_ci = !comparable                     ? Interval{}
                      : point.edps_js == base.edps_js ? Interval{1.0, 1.0}
                                                      : time_ratio_interval(point.edps_js, base.edps_js);
  point.relative_uncertain = comparable && (base.uncertain || point.uncertain);
}

}  // namespace

RepeatedEnergy energy_of_runs(const std::vector<RunEnergy>& runs) {
  RepeatedEnergy all;
  const auto first = std::ranges::find_if(runs, &RunEnergy::known);
  if (first == runs.end()) {
    all.why_not = runs.empty() ? say("no run has ended") : runs.front().why_not;
    return all;
  }
  all.scopes = first->scopes;
  std::vector<double> joules, own_joules, watts;
  for (const RunEnergy& run : runs) {
    if (!run.known() || run.scopes != all.scopes) continue;
    joules.push_back(run.epoch_j);
    watts.push_back(run.mean_w());
    all.with_idle.edps_js.push_back(run.edp_js());
    all.short_windows = all.with_idle.uncertain = all.short_windows || run.short_windows;
    if (!run.knows_idle()) continue;
    own_joules.push_back(run.epoch_j_without_idle());
    all.without_idle.edps_js.push_back(run.edp_js_without_idle());
    all.without_idle.uncertain = all.without_idle.uncertain || run.short_windows || run.uncertain_idle();
    add_idle(all, run);
  }
  all.mean_w = median(watts);
  summarize(all.with_idle, joules, median_time_interval);  // they are above zero, as times are
  summarize(all.without_idle, own_joules, median_interval);
  return all;
}

void relate_energy(const std::vector<RepeatedEnergy*>& points, const RepeatedEnergy& baseline) {
  const RepeatedEnergy base = baseline;  // it may be one of them
  for (RepeatedEnergy* point : points) {
    relate(point->with_idle, base.with_idle, base.scopes == point->scopes);
    relate(point->without_idle, base.without_idle, base.scopes == point->scopes);
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

namespace {

/// The idle powers that joules without idle rest on.
std::vector<std::string> idle_notes(const std::vector<const RepeatedEnergy*>& points) {
  RepeatedEnergy all;  // what the idle powers of all points have in common
  bool missing = false, negative = false;
  for (const RepeatedEnergy* point : points) {
    if (!point->known()) continue;
    missing = missing || !point->without_idle.known();
    negative = negative || point->without_idle.epoch_j < 0.0;
    all.idle_w = {std::fmin(all.idle_w.low, point->idle_w.low), std::fmax(all.idle_w.high, point->idle_w.high)};
    all.idle_time_s = std::fmin(all.idle_time_s, point->idle_time_s);
    all.busy_idle = all.busy_idle || point->busy_idle;
  }
  if (!all.idle_w.known()) return {say("Without idle: not known, for the idle machine's power was not measured.")};
  const std::string low = significant(all.idle_w.low), high = significant(all.idle_w.high);
  std::vector<std::string> notes;
  notes.push_back(
      say("Without idle: less the idle machine's %1 W, as measured before the first run of a session, in the same "
          "seconds.",
          low == high ? low : say("%1 to %2", low, high)));
  if (missing) notes.push_back(say("Where it is missing, the idle machine's power was not measured."));
  if (is_short(all.idle_time_s))
    notes.push_back(say("≈ marks what is without idle, too: the idle machine was measured for %1 s, less than %2 s.",
                        significant(all.idle_time_s, 2), significant(least_energy_window_s, 1)));
  if (all.busy_idle)
    notes.push_back(
        say("≈ marks what is without idle, too: the machine was not idle before the first run, so that too much is "
            "taken off. Close other programs and measure again."));
  if (negative)
    notes.push_back(say("Joules below 0: the training took less than the idle machine's power differs by itself."));
  return notes;
}

}  // namespace

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
  for (std::string& note : idle_notes(points)) notes.push_back(std::move(note));
  return notes;
}

}  // namespace mlplab
