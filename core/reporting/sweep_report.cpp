// The three forms of a sweep's result.
#include "core/reporting/sweep_report.h"

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"
#include "core/reporting/cell_report.h"
#include "core/reporting/energy_report.h"
#include "core/reporting/work_words.h"
#include "core/study/figures.h"
#include "core/study/kinds/scaling.h"

namespace mlplab {

namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return finite_or_null<Json>(value); }

/// Nothing where there was nothing to compare with, a point has no run, or rounding may be the difference.
std::optional<bool> same_losses(const SweepPoint& point) {
  if (point.losses == Equivalence::equal) return true;
  return point.losses == Equivalence::differs ? std::optional(false) : std::nullopt;
}

/// The course of a run, as its curves show it.
Json epochs_json(const RunLog& log) {
  return mapped(log.epochs, [](const EpochDone& epoch) -> Json {
    const auto maybe = [](const std::optional<double>& value) { return number(value.value_or(not_known)); };
    return {{"epoch", epoch.epoch},
            {"loss_train", number(epoch.loss_train)},
            {"accuracy_train", number(epoch.accuracy_train)},
            {"loss_test", maybe(epoch.loss_test)},
            {"accuracy_test", maybe(epoch.accuracy_test)},
            {"loss_validation", maybe(epoch.loss_validation)},
            {"accuracy_validation", maybe(epoch.accuracy_validation)}};
  });
}

Json point_json(const SweepAnalysis& analysis, const SweepPoint& point, const Cell& cell) {
  Json json = {{"value", value_json(analysis.spec.axis, point.value)}};
  if (const auto& second = analysis.spec.across) json["across"] = value_json(second->axis, point.across);
  json.update({{"runs", mapped(point.runs, [](const SweepRun& run) { return number(run.time_s); })},
               {"median_s", number(point.time.median)},
               {"ci_s", interval_json(point.time.median_ci)}});
  add_figures(json, cell, figures::of_scaling);
  json["speedup_ci"] = interval_json(point.speed.interval);
  json["workers"] = point.workers > 0 ? Json(point.workers) : Json();
  json["mad_s"] = number(point.time.mad);
  json["min_s"] = number(point.time.min);
  json["max_s"] = number(point.time.max);
  add_figures(json, cell, figures::of_runs);
  json["energy"] = point.runs.empty() ? Json() : energy_json(point.energy);
  json["oversubscribed"] = point.oversubscribed;
  json["same_losses"] = same_losses(point) ? Json(*same_losses(point)) : Json();
  json["judged_against"] = point.judged_by.empty() ? Json() : Json(point.judged_by);
  json["run_ids"] = mapped(point.runs, &SweepRun::id);
  json["outliers"] = point.time.outliers;
  json["warnings"] = point.warnings;
  json["failure"] = point.failure.empty() ? Json() : Json(point.failure);
  json["incomplete"] = point.incomplete.empty() ? Json() : Json(point.incomplete);
  add_figures(json, cell, figures::newer);
  json["within_rounding"] = point.losses == Equivalence::within_rounding;
  if (analysis.spec.by_epoch)
    json["epochs"] = point.runs.empty() ? Json::array() : epochs_json(log_of(point.runs.front(), analysis.spec.base));
  add_figures(json, cell, figures::newest);
  return json;
}

Json fit_json(const ScalingFit& fit) {
  return {{"model", to_string(fit.model)},
          {"f", number(fit.f)},
          {"f_ci", interval_json(fit.f_ci)},
          {"r2", number(fit.r2)},
          {"limit", number(fit.limit)},
          {"why", fit.why},
          {"limit_ci", interval_json(fit.limit_ci)},
          {"t1_s", number(fit.t1_s)},
          {"overhead_s", number(fit.overhead_s)},
          {"workers_for_90_percent", number(fit.workers_for_90)},
          {"lack_of_fit_p", number(fit.lack_of_fit_p)},
          {"both_fit", fit.both_fit},
          {"sigma", number(fit.sigma)},
          {"kappa", number(fit.kappa)},
          {"kappa_ci", interval_json(fit.kappa_ci)},
          {"peak_workers", number(fit.peak_workers)},
          {"peak_speedup", number(fit.peak_speedup)},
          {"used", fit.used}};
}

Json over_seeds_json(const std::optional<AccuracyOverSeeds>& accuracy) {
  if (!accuracy) return {};
  return {{"seeds", accuracy->seeds},
          {"mean", number(accuracy->mean)},
          {"min", number(accuracy->min)},
          {"max", number(accuracy->max)}};
}

}  // namespace

std::string point_notes(const SweepAnalysis& analysis, const SweepPoint& point) {
  std::string notes = point.runs.empty() ? point.failure : point.incomplete;
  const auto add = [&](bool there, const std::string& note) {
    if (there) notes += (notes.empty() ? "" : ", ") + note;
  };
  add(point.oversubscribed, say("oversubscribed"));
  add(point.losses == Equivalence::differs, say("other losses than %1", judge_in_words(analysis)));
  add(point.losses == Equivalence::within_rounding, say("same within rounding"));
  add(point.losses == Equivalence::not_compared, say("losses not compared"));
  add(point.not_verified, say("not verified"));
  add(!point.time.outliers.empty(), count_of(static_cast<long long>(point.time.outliers.size()), "outlier"));
  return notes;
}

Json sweep_json(const SweepAnalysis& analysis) {
  Json points = Json::array();
  const std::vector<Cell> cells = cells_of(analysis);
  for (std::size_t i = 0; i < cells.size(); ++i) points.push_back(point_json(analysis, analysis.points[i], cells[i]));
  Json json = {{"axis", to_string(analysis.spec.axis)},
               {"baseline", value_json(analysis.spec.axis, analysis.baseline)},
               {"points", points},
               {"fit", fit_json(analysis.fit)},
               {"accuracy_over_seeds", over_seeds_json(analysis.over_seeds)},
               {"id", analysis.id},
               {"unit", analysis.unit},
               {"scaling", analysis.spec.scaling == Scaling::weak ? "weak" : "strong"},
               {"repeats", analysis.spec.repeats},
               {"warmup_epochs", analysis.spec.warmup_epochs},
               {"reading", analysis.reading},
               {"energy_notes", analysis.energy_notes},
               {"warnings", analysis.warnings},
               {"machine", nlohmann::json(analysis.machine)},
               {"run", nlohmann::json(analysis.spec.base)}};
  if (!analysis.spec.across) return json;
  json["across"] = nlohmann::json(*analysis.spec.across);
  for (const SweepAnalysis& slice : analysis.slices) json["fits"].push_back(fit_json(slice.fit));
  for (const AccuracyOverSeeds& one : analysis.each_over_seeds) {
    json["accuracy_over_seeds_of_values"].push_back(over_seeds_json(one));
    json["accuracy_over_seeds_of_values"].back()["value"] = value_json(analysis.spec.axis, one.value);
  }
  return json;
}

TableInTwoForms sweep_table(const SweepAnalysis& analysis) {
  const SweepSpec& spec = analysis.spec;
  const std::vector<const Figure*> figures = table_figures(analysis);
  const std::vector<Cell> cells = cells_of(analysis);
  TableInTwoForms table;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const SweepPoint& point = analysis.points[i];
    const std::optional<bool> same = same_losses(point);
    table.begin_row();
    table.add(in_words(spec.axis), to_string(spec.axis), point.value);
    if (spec.across) table.add(in_words(spec.across->axis), to_string(spec.across->axis), point.across);
    add_figures(table, cells[i], figures);
    table.numbers({{"median_s", point.time.median},
                   {"ci_low_s", point.time.median_ci.low},
                   {"ci_high_s", point.time.median_ci.high},
                   {"mad_s", point.time.mad},
                   {"min_s", point.time.min},
                   {"max_s", point.time.max},
                   {"speedup", point.speed.value},
                   {"speedup_ci_low", point.speed.interval.low},
                   {"speedup_ci_high", point.speed.interval.high}});
    add_figures_exact(table, cells[i], Figures(figures::of_scaling).subspan(1));
    add_figures_exact(table, cells[i], figures::of_runs);
    table.add("", "oversubscribed", point.oversubscribed ? "yes" : "no");
    table.add("", "same_losses", !same ? "" : *same ? "yes" : "no");
    table.add("", "outliers", std::to_string(point.time.outliers.size()));
    table.number("", "fit_s", point.workers > 0 ? slice_with(analysis, i).fit.time_s(point.workers) : not_known);
    table.add("", "failure", point.failure);
    table.add("", "incomplete", point.incomplete);
    add_last_exact(table, cells[i], point.energy);
    table.add(say("notes"), "", point_notes(analysis, point));
  }
  return table;
}

std::string sweep_work(const SweepAnalysis& analysis, const std::string& images) {
  const RunSpec& run = analysis.spec.base;
  const std::string work = work_in_words(title_of(run.data), images, run.epochs);
  const int warmup = analysis.spec.warmup_epochs;
  return warmup > 0 ? say("%1 after %2", work, count_of(warmup, "warm-up epoch")) : work;
}

std::vector<std::string> sweep_notes(const SweepAnalysis& analysis) {
  std::vector<std::string> notes = analysis.reading;
  notes.insert(notes.end(), analysis.energy_notes.begin(), analysis.energy_notes.end());
  return notes;
}

std::vector<std::string> sweep_warnings(const SweepAnalysis& analysis) {
  std::vector<std::string> warnings = analysis.warnings;
  for (const SweepPoint& point : analysis.points)
    for (const std::string& warning : point.warnings) warnings.push_back(point_words(analysis, point) + ": " + warning);
  return warnings;
}

std::string sweep_markdown(const SweepAnalysis& analysis) {
  const RunSpec& run = analysis.spec.base;
  std::string text = "# " + say("Sweep over %1", axes_in_words(analysis.spec)) + "\n\n";
  text += say("Network %1, backend %2, trained on %3, %4, seed %5; %6; baseline %7.", network_in_words(analysis.spec),
              unless_varied(analysis.spec, SweepAxis::backend, run.backend),
              sweep_work(analysis, image_count(images_of(analysis))), batch_in_words(analysis.spec),
              unless_varied(analysis.spec, SweepAxis::seed, std::to_string(run.seed)),
              count_of(analysis.spec.repeats, "repeat"), analysis.baseline) +
          "\n";
  text += say("Machine: %1, %2, %3, %4.", analysis.machine.cpu, analysis.machine.cores_in_words(), analysis.machine.os,
              analysis.machine.compiler) +
          "\n\n";
  text += to_markdown(sweep_table(analysis).shown) + "\n" + say("In brackets: the 95 % interval (docs/measuring.md).") +
          "\n\n";
  for (const std::string& note : sweep_notes(analysis)) text += "- " + note + "\n";
  const std::vector<std::string> warnings = sweep_warnings(analysis);
  if (!warnings.empty()) text += "\n" + say("Warnings:") + "\n\n";
  for (const std::string& warning : warnings) text += "- " + warning + "\n";
  return text;
}

}  // namespace mlplab
