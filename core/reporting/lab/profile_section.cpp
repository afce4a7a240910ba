// A profile: where a step's time goes at each batch, what the advisor says of it, node by node where that is known.
#include <algorithm>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/reporting/charts/profile_charts.h"
#include "core/reporting/lab/draft.h"
#include "core/reporting/profile_report.h"
#include "core/reporting/work_words.h"
#include "core/study/profile/node_figures.h"

namespace mlplab {
namespace {

std::string batch_words(const ProfilePoint& point) {
  return say("batch %1", point.batch) + (point.placement.empty() ? "" : ", " + point.placement);
}

std::vector<const ProfilePoint*> measured_ones(const ProfileStudy& study) {
  std::vector<const ProfilePoint*> points;
  for (const ProfilePoint& point : study.points)
    if (point.failure.empty() && point.profile.wall_s > 0.0) points.push_back(&point);
  return points;
}

/// Each part in per cent of its step: steps of different batches have no common scale.
void add_charts(ReportSection& section, const std::string& stem, const ProfileStudy& study,
                const std::vector<const ProfilePoint*>& points) {
  const auto [fewest, most] =
      std::ranges::minmax(points, {}, [](const ProfilePoint* point) { return point->profile.steps; });
  section.parts.emplace_back(ReportChart{
      stem + "-parts",
      say("Shares of a step: means over %1 profiled steps of one run at each batch (N = 1 run): the spread between "
          "runs "
          "is not known. There is no baseline: a share is of its own step.",
          fewest->profile.steps == most->profile.steps ? std::to_string(most->profile.steps)
                                                       : say("%1 to %2", fewest->profile.steps, most->profile.steps)),
      parts_chart(study, {.point = -1, .percent = true})});
  section.parts.emplace_back(ReportChart{stem + "-rate",
                                         say("Training examples per second, the profiled steps included. N = 1 run at "
                                             "each batch: the spread is not known. There is no baseline."),
                                         profile_rate_chart(study, {.point = -1})});
}

}  // namespace

void add_profile_section(ReportDraft& draft, const EntryName& name, const ProfileStudy& study) {
  const std::string stem = file_stem_of(name.id);
  ReportSection section{.title = say("%1: where the time of a step goes", capital(name.text)), .parts = {}};
  const std::vector<const ProfilePoint*> points = measured_ones(study);
  SettingRows settings;
  if (!points.empty()) {
    const ProfilePoint& first = *points.front();
    settings.emplace_back(say("backend"), first.backend + (first.device.empty() ? "" : " (" + first.device + ")"));
    settings.emplace_back(say("workers"), std::to_string(first.workers));
    if (first.model) settings.emplace_back(say("network"), first.model->name());
  }
  settings.emplace_back(say("measured on"), study.date.empty() ? say("a day that is not known") : study.date);
  section.parts.emplace_back(settings_table(settings, say("Settings of %1", name.text)));
  ReportTable table = report_table(stem, profile_table(study.points));
  table.caption =
      say("A step's time and its parts in µs, in brackets the share of the step: means over the profiled steps of one "
          "run at each batch (N = 1 run, no baseline; the spread between runs is not known).");
  if (!study.points.empty()) section.parts.emplace_back(std::move(table));
  std::vector<std::string> advice;
  for (const ProfilePoint* point : points)
    for (const std::string& sentence : advise(study, *point))
      advice.push_back(capital(batch_words(*point)) + ": " + sentence);
  add_reading(section, std::move(advice));
  if (!points.empty()) add_charts(section, stem, study, points);
  for (const ProfilePoint* point : points) {
    if (!why_no_nodes(*point).empty()) continue;
    ReportTable nodes = report_table(stem + "-nodes-" + std::to_string(point->batch) +
                                         (point->placement.empty() ? "" : "-" + file_stem_of(point->placement)),
                                     node_table(*point));
    nodes.caption = say("%1, node by node. %2", capital(batch_words(*point)), peak_sentence(*point));
    section.parts.emplace_back(std::move(nodes));
  }
  if (!points.empty()) {
    const ProfilePoint& first = *points.front();
    name_work(section, work_in_words(first.data, image_count(first.images), first.epochs));
  }
  for (const PublishedStudy& published : draft.studies) add_published_profile(draft, section, name, study, published);
  draft.add_machine(name, machine_of_study({.cpu = study.machine}));
  for (const ProfilePoint& point : study.points) {
    const std::string of = name.text + ", " + batch_words(point);
    if (!point.failure.empty())
      draft.doubt(of, say("it could not be measured: %1", point.failure));
    else if (const std::string why = distrust(point.profile); !why.empty())
      draft.doubt(of, why);
    for (const std::string& caution : cautions_of(point)) draft.doubt(of, caution);
  }
  draft.doubt(name.text, say("each batch was trained once: nothing tells how far a repeat would lie from these times"));
  draft.sections.push_back(std::move(section));
}

}  // namespace mlplab
