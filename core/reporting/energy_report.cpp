#include "core/reporting/energy_report.h"

#include "core/base/json.h"
#include "core/base/numbers.h"

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
  return json;
}

std::vector<std::string> energy_sentences(const RunLog& log) {
  const EnergyScope& scope = log.started.energy;
  const std::optional<EnergyFigures> figures = energy_figures(log);
  if (!figures) return {"energy: no figure, " + why_no_energy(log)};
  std::vector<std::string> sentences;
  sentences.push_back("energy (" + energy_scope_words(scope) +
                      ", with all that ran there): " + significant(figures->epoch_j()) + " J an epoch of training, " +
                      significant(1e3 * figures->image_j) + " mJ an image, mean power " +
                      significant(figures->mean_w()) + " W");
  std::string products = "energy-delay of " + count_of(figures->epochs, "epoch") + ": E·t " +
                         significant(figures->edp_js()) + " J·s, E·t² " + significant(figures->ed2p_js2()) + " J·s²";
  if (const auto& without = figures->without_idle) {
    products += "; without the idle power of " + significant(*scope.idle_w) + " W " + significant(without->train_j) +
                " of " + significant(without->of_train_j) + " J";
    if (without->epochs < figures->epochs)
      products += " (of " + count_of(without->epochs, "epoch") + " since the run was resumed)";
  }
  if (figures->short_idle_window)
    products += " (uncertain: the idle power was measured over " + significant(scope.idle_time_s, 2) +
                " s, less than " + significant(least_energy_window_s, 1) + " s)";
  sentences.push_back(products);
  if (figures->short_windows)
    sentences.push_back("the joules of epochs shorter than " + significant(least_energy_window_s, 1) +
                        " s are uncertain: the counters' steps and what else the machine does count for much");
  for (const std::string& what : scope.missing) sentences.push_back("energy: " + what);
  return sentences;
}

}  // namespace mlplab
