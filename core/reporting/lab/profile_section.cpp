// A profile: where a step's time goes at each batch, what the advisor says of it, node by node where that is known.
#include <algorithm>
#include <array>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/experiments/profile/node_figures.h"
#include "core/reporting/lab/draft.h"
#include "core/reporting/profile_report.h"
#include "core/reporting/work_words.h"

namespace mlplab {
namespace {

struct PartOfStep {
  const char* name;
  double StepProfile::*time_s;
  int color;
};
constexpr std::array<PartOfStep, 6> parts_of_step{{{to_say("host-to-device"), &StepProfile::h2d_s, 3},
                                                   {to_say("kernel"), &StepProfile::kernel_s, 0},
                                                   {to_say("device-to-host"), &StepProfile::d2h_s, 2},
                                                   {to_say("communication"), &StepProfile::communication_s, 4},
                                                   {to_say("host"), &StepProfile::host_s, 7},
                                                   {to_say("unrecorded"), &StepProfile::unrecorded_s, -1}}};

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
ReportChart shares_chart(const std::string& stem, const std::vector<const ProfilePoint*>& points) {
  ReportChart chart{.name = stem + "-parts"};
  int fewest = points.front()->profile.steps, most = fewest;
  for (const ProfilePoint* point : points) {
    fewest = std::min(fewest, point->profile.steps);
    most = std::max(most, point->profile.steps);
  }
  chart.caption = say(
      "Shares of a step: means over %1 profiled steps of one run at each batch (N = 1 run): the spread between runs "
      "is not known. There is no baseline: a share is of its own step.",
      fewest == most ? std::to_string(most) : say("%1 to %2", fewest, most));
  chart.plot = {.title = say("Where the time of a step goes"),
                .y = {.title = say("share of a step"), .unit = "%", .min = 0.0}};
  chart.plot.stacked = true;
  for (const ProfilePoint* point : points) chart.plot.categories.push_back(batch_words(*point));
  for (const PartOfStep& part : parts_of_step) {
    PlotBars bars{.name = say(part.name), .color = part.color};
    for (const ProfilePoint* point : points)
      bars.values.push_back(100.0 * point->profile.*part.time_s / point->profile.wall_s);
    if (std::ranges::any_of(bars.values, [](double share) { return share > 0.0; }))
      chart.plot.bars.push_back(std::move(bars));
  }
  return chart;
}

ReportChart rates_chart(const std::string& stem, const std::vector<const ProfilePoint*>& points) {
  ReportChart chart{
      .name = stem + "-rate",
      .caption = say("Training examples a second, the profiled steps included. N = 1 run at each batch: the "
                     "spread is not known. There is no baseline.")};
  chart.plot = {.title = say("Throughput"), .y = {.title = say("throughput"), .unit = say("images/s"), .min = 0.0}};
  PlotBars bars{.color = 3};
  for (const ProfilePoint* point : points) {
    chart.plot.categories.push_back(batch_words(*point));
    bars.values.push_back(point->images_per_s);
  }
  chart.plot.bars.push_back(std::move(bars));
  return chart;
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
  ReportTable table{.name = stem, .shown = profile_table(study.points), .exact = profile_table_exact(study.points)};
  table.caption =
      say("A step's time and its parts in µs, in brackets the share of the step: means over the profiled steps of one "
          "run at each batch (N = 1 run, no baseline; the spread between runs is not known).");
  section.parts.emplace_back(std::move(table));
  std::vector<std::string> advice;
  for (const ProfilePoint* point : points)
    for (const std::string& sentence : advise(study, *point))
      advice.push_back(capital(batch_words(*point)) + ": " + sentence);
  add_reading(section, std::move(advice));
  if (!points.empty()) {
    section.parts.emplace_back(shares_chart(stem, points));
    section.parts.emplace_back(rates_chart(stem, points));
  }
  for (const ProfilePoint* point : points) {
    if (!why_no_nodes(*point).empty()) continue;
    ReportTable nodes{.name = stem + "-nodes-" + std::to_string(point->batch) +
                              (point->placement.empty() ? "" : "-" + file_stem_of(point->placement)),
                      .shown = node_table(*point),
                      .exact = node_table_exact(*point)};
    nodes.caption = say("%1, node by node. %2", capital(batch_words(*point)), peak_sentence(*point));
    section.parts.emplace_back(std::move(nodes));
  }
  if (!points.empty()) {
    const ProfilePoint& first = *points.front();
    name_work(section, work_in_words(first.data, image_count(first.images), first.epochs));
  }
  for (const PublishedStudy& published : draft.studies) add_published_profile(draft, section, name, study, published);
  draft.add_machine(name, machine_of_processor(study.machine));
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
