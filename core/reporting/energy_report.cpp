#include "core/reporting/energy_report.h"

#include <cmath>

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/study/figure.h"

namespace mlplab {

nlohmann::ordered_json energy_json(const RunLog& log) {
  using Json = nlohmann::ordered_json;
  const EnergyScope& scope = log.started.energy;
  const std::optional<EnergyFigures> figures = energy_figures(log);
  const auto known = [&](auto figure) { return figures ? Json(figure(*figures)) : Json(); };
  Json json;
  json["scopes"] = scope.scopes;
  json["missing"] = scope.missing;
  json["why_not"] = why_no_energy(log);
  json["epochs"] = figures ? figures->epochs : 0;
  json["train_j"] = known([](const EnergyFigures& f) { return f.train_j; });
  json["train_j_of_scopes"] = known([](const EnergyFigures& f) { return f.train_j_of; });
  json["train_window_s"] = known([](const EnergyFigures& f) { return f.train_s; });
  json["eval_j"] = known([](const EnergyFigures& f) { return f.eval_j; });
  json["epoch_j"] = known([](const EnergyFigures& f) { return f.epoch_j(); });
  json["image_j"] = known([](const EnergyFigures& f) { return f.image_j; });
  json["mean_w"] = known([](const EnergyFigures& f) { return f.mean_w(); });
  json["edp_js"] = known([](const EnergyFigures& f) { return f.edp_js(); });
  json["ed2p_js2"] = known([](const EnergyFigures& f) { return f.ed2p_js2(); });
  json["idle_w"] = scope.idle_w ? Json(*scope.idle_w) : Json();
  const bool without_idle = figures && figures->without_idle;
  json["train_j_without_idle"] = without_idle ? Json(figures->without_idle->train_j) : Json();
  json["epochs_without_idle"] = without_idle ? figures->without_idle->epochs : 0;
  json["idle_time_s"] = scope.idle_time_s;
  json["short_windows"] = known([](const EnergyFigures& f) { return f.short_windows; });
  json["short_eval_windows"] = known([](const EnergyFigures& f) { return f.short_eval_windows; });
  json["short_idle_window"] = known([](const EnergyFigures& f) { return f.short_idle_window; });
  json["idle_busy_cpus"] = scope.idle_busy_cpus ? Json(*scope.idle_busy_cpus) : Json();
  json["busy_idle_window"] = known([](const EnergyFigures& f) { return f.busy_idle_window; });
  return json;
}

std::vector<std::string> energy_sentences(const RunLog& log) {
  const EnergyScope& scope = log.started.energy;
  const std::optional<EnergyFigures> figures = energy_figures(log);
  if (!figures) return {say("energy: no figure, %1", why_no_energy(log))};
  std::vector<std::string> sentences;
  sentences.push_back(
      say("energy (%1, with all that ran there): %2 J per epoch of training, %3 mJ per image, mean power %4 W",
          energy_scope_words(scope.scopes), significant(figures->epoch_j()), significant(1e3 * figures->image_j),
          significant(figures->mean_w())));
  std::string products = say("energy-delay of %1: E·t %2 J·s, E·t² %3 J·s²", count_of(figures->epochs, "epoch"),
                             significant(figures->edp_js()), significant(figures->ed2p_js2()));
  if (const auto& without = figures->without_idle) {
    products += say("; without the idle power of %1 W %2 of %3 J", significant(*scope.idle_w),
                    significant(without->train_j), significant(without->of_train_j));
    if (without->epochs < figures->epochs)
      products += say(" (of %1 since the run was resumed)", count_of(without->epochs, "epoch"));
  }
  if (figures->short_idle_window)
    products += say(" (uncertain: the idle power was measured over %1 s, less than %2 s)",
                    significant(scope.idle_time_s, 2), significant(least_energy_window_s, 1));
  if (figures->busy_idle_window)
    products += say(" (uncertain: %1 CPUs' worth of time were busy while the idle power was measured)",
                    significant(*scope.idle_busy_cpus, 2));
  sentences.push_back(products);
  if (figures->short_windows)
    sentences.push_back(
        say("the joules of epochs shorter than %1 s are uncertain: the counters' steps and what else the machine does "
            "count for much",
            significant(least_energy_window_s, 1)));
  for (const std::string& what : scope.missing) sentences.push_back(say("energy: %1", what));
  return sentences;
}

nlohmann::ordered_json energy_json(const RepeatedEnergy& energy) {
  using Json = nlohmann::ordered_json;
  const RepeatedJoules &all = energy.with_idle, &own = energy.without_idle;
  const auto number = [](double value) { return finite_or_null<Json>(value); };
  return {{"epoch_j", number(all.epoch_j)},
          {"epoch_ci_j", interval_json(all.epoch_ci)},
          {"mean_w", number(energy.mean_w)},
          {"relative_edp", number(all.relative_edp)},
          {"relative_edp_ci", interval_json(all.relative_ci)},
          {"scopes", energy.scopes},
          {"short_windows", energy.short_windows},
          {"relative_uncertain", all.relative_uncertain},
          {"why_not", energy.why_not},
          {"edp_js", number(all.edp_js)},
          {"edp_ci_js", interval_json(all.edp_ci)},
          {"without_idle",
           {{"epoch_j", number(own.epoch_j)},
            {"epoch_ci_j", interval_json(own.epoch_ci)},
            {"edp_js", number(own.edp_js)},
            {"edp_ci_js", interval_json(own.edp_ci)},
            {"relative_edp", number(own.relative_edp)},
            {"relative_edp_ci", interval_json(own.relative_ci)},
            {"runs", own.edps_js.size()},
            {"uncertain", own.known() ? Json(own.uncertain) : Json()},
            {"relative_uncertain", std::isfinite(own.relative_edp) ? Json(own.relative_uncertain) : Json()},
            {"idle_w", interval_json(energy.idle_w)},
            {"idle_time_s", number(energy.idle_time_s)},
            {"busy_idle", own.known() ? Json(energy.busy_idle) : Json()}}}};
}

}  // namespace mlplab
