// The three forms of a comparison's result.
#include "core/reporting/comparison_report.h"

#include <algorithm>
#include <cmath>

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"
#include "core/compute/backend_table.h"
#include "core/reporting/cell_report.h"
#include "core/reporting/energy_report.h"
#include "core/reporting/work_words.h"
#include "core/study/comparison/comparison_reading.h"
#include "core/study/comparison/ladder.h"
#include "core/study/figures.h"
#include "core/study/kinds/comparison.h"

namespace mlplab {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* unknown_cell = "–";

Json number(double value) { return finite_or_null<Json>(value); }
Json number(const std::optional<double>& value) { return number(value.value_or(not_known)); }

std::string exact_or_empty(const std::optional<double>& value) { return value ? exact(*value) : std::string(); }

std::string cell(const std::optional<double>& value, const char* unit) {
  return value ? significant(*value) + unit : unknown_cell;
}

/// '97 %', '99.5 %': it was set, so that nothing is rounded.
std::string target_words(const ComparisonSpec& spec) {
  return exact(std::round(1e6 * spec.target_accuracy) / 1e4) + " %";
}

std::string same_words(const ComparisonRow& row, bool in_file) {
  if (row.equivalent == Equivalence::not_compared && !row.verified())
    return in_file ? "not verified" : say("not verified");
  return same_result_words(row.equivalent, in_file);
}

/// 0.118 to 0.125, or '–'.
std::string interval_cell(const Interval& interval) {
  return interval.known() ? say("%1 to %2", significant(interval.low), significant(interval.high)) : unknown_cell;
}

}  // namespace

std::vector<std::string> warnings_of(const ComparisonRow& row) {
  std::vector<std::vector<Finding>> runs;
  for (const ComparisonRun& run : row.runs) runs.push_back(with_said(run.log.warnings, run.noise));
  if (runs.empty()) runs.push_back(with_said(row.log.warnings, {}));
  return merged_in_words(runs);
}

const PublishedImplementation* published_for(const PublishedStudy& study, const std::string& backend) {
  const auto found = std::ranges::find(study.implementations, backend, &PublishedImplementation::backend);
  return found == study.implementations.end() ? nullptr : &*found;
}

std::string published_words(const PublishedStudy& study, const Comparison& comparison, const std::string& backend) {
  const PublishedImplementation* theirs = published_for(study, backend);
  if (theirs == nullptr) return {};
  std::vector<std::string> words;
  if (const auto time_s = published_time_s(&study, comparison, backend)) words.push_back(significant(*time_s) + " s");
  if (theirs->accuracy) words.push_back(percent(*theirs->accuracy, 4));
  if (theirs->workers && *theirs->workers > 1) words.push_back(count_of(*theirs->workers, "worker"));
  return in_one_line(words);
}

std::int64_t images_of(const Comparison& comparison) {
  for (const ComparisonRow& row : comparison.rows)
    if (row.log.started.train_examples > 0) return row.log.started.train_examples;
  return static_cast<std::int64_t>(comparison.spec.base.data.train_limit);
}

std::string published_gap(const PublishedStudy& study, const Comparison& comparison) {
  const RunSpec& base = comparison.spec.base;
  std::string source = base.data.source, dataset = study.dataset;
  for (std::string* name : {&source, &dataset})
    std::ranges::transform(*name, name->begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (dataset.empty() || source != dataset) return say("the study trained on %1", study.dataset);
  if (!is_mlp(base.model) || base.model.widths() != study.network)
    return say("the study's network is %1", text_of_widths(study.network));
  if (study.epochs <= 0 || study.images <= 0) return say("the study does not say how many images it trained on");
  if (images_of(comparison) <= 0) return say("it is not known yet how many images are trained on here");
  return {};
}

std::optional<double> published_share(const PublishedStudy& study, const Comparison& comparison) {
  if (!published_gap(study, comparison).empty()) return std::nullopt;
  const std::int64_t images = images_of(comparison);
  return static_cast<double>(images) * comparison.spec.base.epochs / (static_cast<double>(study.images) * study.epochs);
}

std::optional<double> published_time_s(const PublishedStudy* study, const Comparison& comparison,
                                       const std::string& backend) {
  const PublishedImplementation* theirs = study == nullptr ? nullptr : published_for(*study, backend);
  const std::optional<double> share = theirs == nullptr ? std::nullopt : published_share(*study, comparison);
  return share ? std::optional(*share * theirs->total_s) : std::nullopt;
}

Json comparison_json(const Comparison& comparison) {
  Json list = Json::array();
  const std::string noise = noise_verdict(comparison);
  const std::vector<Rung> rungs = ladder_of(comparison);
  const double an_epoch = 1.0 / std::max(1, comparison.spec.base.epochs);
  for (const ComparisonRow& row : comparison.rows) {
    const Json losses = mapped(row.log.epochs, [](const EpochDone& epoch) { return number(epoch.loss_train); });
    list.push_back({{"backend", row.backend},
                    {"title", row.title},
                    {"technology", row.technology},
                    {"parallelism", row.parallelism},
                    {"workers", row.workers},
                    {"available", row.available},
                    {"reason", row.reason},
                    {"done", row.done()},
                    {"incomplete", row.incomplete},
                    {"runs", row.runs.size()},
                    {"repeats", comparison.spec.repeats},
                    {"device", row.log.started.device},
                    {"train_time_s", number(row.time_s.value)},
                    {"train_times_s", row.times_s},
                    {"epoch_time_s", number(an_epoch * row.time_s.value)},
                    {"ci_s", interval_json(row.time_s.interval, an_epoch)},
                    {"images_per_s", number(row.images_per_s.value)},
                    {"accuracy_test", number(row.accuracy_test.value)},
                    {"relative_speed", number(row.speed.value)},
                    {"relative_ci", interval_json(row.speed.interval)},
                    {"baseline", comparison.spec.baseline},
                    {"energy", row.done() ? energy_json(row.energy) : Json()},
                    {"time_to_target_s", number(row.time_to_target_s)},
                    {"target_accuracy", comparison.spec.target_accuracy},
                    {"equivalent", same_words(row, true)},
                    {"rounding", row.rounding},
                    {"loss_train", losses},
                    {"warnings", warnings_of(row)},
                    {"noise", noise}});
    const auto rung = std::ranges::find(rungs, &row, &Rung::row);
    list.back()["rung_factor"] = number(rung == rungs.end() ? std::nullopt : rung->factor);
    list.back()["rung_ci"] = rung == rungs.end() ? Json() : interval_json(rung->interval);
    const Cell figures_of_row = cell_of(row);
    add_figures(list.back(), figures_of_row, figures::newer);
    add_figures(list.back(), figures_of_row, figures::newest);
  }
  return list;
}

TableInTwoForms comparison_table(const Comparison& comparison, const PublishedStudy* published) {
  const std::vector<const Figure*> figures = table_figures(comparison);
  TableInTwoForms table;
  for (const ComparisonRow& row : comparison.rows) {
    const Cell figures_of_row = cell_of(row);
    const std::string workers = std::to_string(row.workers);
    table.begin_row();
    table.add(say("implementation"), "backend", row.backend);
    table.add(say("technology"), "technology", say(row.technology), row.technology);
    table.add(say("parallelism"), "parallelism", say(row.parallelism), row.parallelism);
    table.add(say("workers"), "workers", row.workers > 0 ? workers : unknown_cell, row.workers > 0 ? workers : "");
    table.add("", "available", row.available ? "true" : "false");
    add_figures(table, figures_of_row, figures);
    table.numbers({{"train_time_s", row.time_s.value},
                   {"train_time_low_s", row.time_s.interval.low},
                   {"train_time_high_s", row.time_s.interval.high},
                   {"images_per_s", row.images_per_s.value},
                   {"accuracy_test", row.accuracy_test.value},
                   {"relative_speed", row.speed.value},
                   {"relative_low", row.speed.interval.low},
                   {"relative_high", row.speed.interval.high}});
    table.add(say("time to %1", target_words(comparison.spec)), "time_to_target_s", cell(row.time_to_target_s, " s"),
              exact_or_empty(row.time_to_target_s));
    table.add(say("same result"), "equivalent", same_words(row, false), same_words(row, true));
    table.add("", "reason", row.reason);
    const std::string theirs = published == nullptr ? "" : published_words(*published, comparison, row.backend);
    table.add(published == nullptr ? "" : published->label + " (" + published->machine_short + ")", "published_s",
              theirs.empty() ? unknown_cell : theirs,
              exact_or_empty(published_time_s(published, comparison, row.backend)));
    add_last_exact(table, figures_of_row, row.energy);
  }
  return table;
}

TableInTwoForms ladder_table(const Comparison& comparison) {
  TableInTwoForms table;
  for (const Rung& rung : ladder_of(comparison)) {
    table.begin_row();
    table.add(say("rung"), "backend", rung.row->backend);
    table.number(say("training s"), "train_time_s", rung.row->time_s.value);
    table.add(say("over the one below"), "rung_factor", cell(rung.factor, "×"), exact_or_empty(rung.factor));
    table.add(say("95 % interval"), "rung_low", interval_cell(rung.interval), exact(rung.interval.low));
    table.number("", "rung_high", rung.interval.high);
    table.add(say("in all"), "rung_total", cell(rung.total, "×"), exact_or_empty(rung.total));
    table.add(say("what it does more"), "", joined(rung.whys, "; "));
  }
  return table;
}

std::vector<std::string> comparison_notes(const Comparison& comparison, const PublishedStudy* published) {
  const RunSpec& base = comparison.spec.base;
  std::vector<std::string> notes = read_comparison(comparison);
  const std::int64_t images = images_of(comparison);
  notes.push_back(
      say("%1 on %2 (%3), batch %4, %5, seed %6, %7: the same weights and the same order of examples everywhere.",
          base.model.name(), title_of(base.data),
          images > 0 ? say("%1 training images", images) : say("all training images"), base.batch,
          count_of(base.epochs, "epoch"), base.seed, count_of(comparison.spec.repeats, "repeat")));
  if (!comparison.spec.baseline.empty())
    notes.push_back(
        say("Relative speed: the median training time of %1 divided by the row's; in brackets the 95 % interval.",
            comparison.spec.baseline));
  notes.push_back(
      say("Same result: the training losses of all epochs are those of %1, within 0.01 % in a first epoch of up to "
          "1000 steps and 2 % at most (docs/measuring.md).",
          reference_entry().name));
  for (std::string& note : comparison_energy_notes(comparison)) notes.push_back(std::move(note));
  for (const ComparisonRow& row : comparison.rows) {
    if (!row.available)
      notes.push_back(say("%1 is not available: %2", row.backend, row.reason));
    else if (!row.reason.empty())
      notes.push_back(say("%1 has no result: %2", row.backend, row.reason));
    if (!row.incomplete.empty())
      notes.push_back(rests_words(row.backend, row.runs.size(), comparison.spec.repeats, row.incomplete));
    for (const std::string& warning : warnings_of(row)) notes.push_back(row.backend + ": " + warning);
  }
  if (published != nullptr && published_share(*published, comparison))
    notes.push_back(say("Published times are scaled from %1 images × %2 epochs to %3 images × %4 epochs.",
                        published->images, published->epochs, images_of(comparison), base.epochs));
  else if (published != nullptr)
    notes.push_back(say("Published times are not shown: %1.", published_gap(*published, comparison)));
  if (published != nullptr)
    notes.push_back(say("Published: %1, %2, %3 on: %4. %5", published->title, published->publisher,
                        count_of(published->epochs, "epoch"), say(published->machine), say(published->about)));
  return notes;
}

std::string published_markdown(const PublishedStudy& study) {
  const PublishedParts parts{PublishedPart::implementations, PublishedPart::scaling, PublishedPart::energy};
  std::string text;
  for (const PublishedTable& table : tables_of(study, parts))
    text += say("Published: %1", table.title) + "\n\n" + to_markdown({table.header, table.rows}) + "\n";
  const std::vector<std::string> doubts = doubts_of(study, parts);
  if (!doubts.empty()) text += say("What is doubtful in the published figures:") + "\n\n";
  for (const std::string& doubt : doubts) text += "- " + doubt + "\n";
  return text;
}

std::string comparison_markdown(const Comparison& comparison, const PublishedStudy* published) {
  std::string text = "# " + say("Comparison of implementations") + "\n\n" +
                     to_markdown(comparison_table(comparison, published).shown) + "\n";
  if (const Table ladder = ladder_table(comparison).shown; !ladder.rows.empty())
    text += say("Where the speed comes from") + "\n\n" + to_markdown(ladder) + "\n";
  for (const std::string& note : comparison_notes(comparison, published)) text += "- " + note + "\n";
  if (published != nullptr) text += "\n" + published_markdown(*published);
  return text;
}

}  // namespace mlplab
