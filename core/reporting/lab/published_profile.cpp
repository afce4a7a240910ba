// Where the time of a GPU's step goes, as a study printed it, beside a profile of one's own. Seconds are another
// machine's: shares of the step and multiples of a throughput stand beside each other, and why they are not alike.
#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/reporting/lab/draft.h"

namespace mlplab {
namespace {

/// The figures for one batch, as shares of copies and kernels together, which is all that was printed; NaN where not
/// known.
struct CopiedStep {
  double h2d = not_known, kernel = not_known, d2h = not_known;
  double times_base = not_known;  // images/s, as a multiple of those at the common batch
  double accuracy = not_known;    // theirs alone: one's own is in the table of the profile
};

double copied_s(const StepProfile& step) { return step.h2d_s + step.kernel_s + step.d2h_s; }

bool was_measured(const ProfilePoint& point) { return point.failure.empty() && copied_s(point.profile) > 0.0; }

/// 0 where there is none.
double own_images_per_s(const ProfileStudy& own, const std::string& placement, int batch) {
  const auto found = std::ranges::find_if(own.points, [&](const ProfilePoint& point) {
    return point.batch == batch && point.placement == placement && was_measured(point);
  });
  return found == own.points.end() ? 0.0 : found->images_per_s;
}

const PublishedProfilePoint* printed_at(const PublishedProfile& theirs, int batch) {
  const auto found = std::ranges::find(theirs.points, batch, &PublishedProfilePoint::batch);
  return found == theirs.points.end() ? nullptr : &*found;
}

/// The smallest batch whose throughput both have, in each placement of one's own; 0 for none.
int common_batch(const ProfileStudy& own, const PublishedProfile& theirs) {
  int smallest = 0;
  for (const PublishedProfilePoint& printed : theirs.points) {
    const bool here = std::ranges::all_of(own.points, [&](const ProfilePoint& point) {
      return own_images_per_s(own, point.placement, printed.batch) > 0.0;
    });
    if (here && printed.images_per_s && (smallest == 0 || printed.batch < smallest)) smallest = printed.batch;
  }
  return smallest;
}

CopiedStep own_step(const ProfileStudy& own, const ProfilePoint& point, int base) {
  const StepProfile& step = point.profile;
  const double all_s = copied_s(step), at_base = own_images_per_s(own, point.placement, base);
  return {.h2d = step.h2d_s / all_s,
          .kernel = step.kernel_s / all_s,
          .d2h = step.d2h_s / all_s,
          .times_base = at_base > 0.0 ? point.images_per_s / at_base : not_known};
}

CopiedStep their_step(const PublishedProfile& theirs, int batch, int base) {
  const PublishedProfilePoint* printed = printed_at(theirs, batch);
  if (printed == nullptr) return {};
  const PublishedProfilePoint* at_base = printed_at(theirs, base);
  return {.h2d = printed->h2d_share,
          .kernel = printed->kernel_share,
          .d2h = printed->d2h_share,
          .times_base =
              at_base != nullptr && printed->images_per_s ? *printed->images_per_s / *at_base->images_per_s : not_known,
          .accuracy = printed->accuracy_test.value_or(not_known)};
}

void add_step_row(TableInTwoForms& table, int batch, const std::string& placement, const CopiedStep& own,
                  const CopiedStep& theirs, const std::string& label) {
  table.begin_row();
  table.add(say("batch"), "batch", std::to_string(batch));
  table.add(say("placement"), "placement", placement);
  const auto share = [&](const std::string& title, const std::string& name, double value) {
    table.number(title, name, value, percent(value));
  };
  const auto add = [&](const CopiedStep& step, const std::string& of, const std::string& in_file) {
    share(of + say("host-to-device"), in_file + "h2d_share", step.h2d);
    share(of + say("kernel"), in_file + "kernel_share", step.kernel);
    share(of + say("device-to-host"), in_file + "d2h_share", step.d2h);
    table.number(of + say("throughput"), in_file + "relative_images_per_s", step.times_base,
                 significant(step.times_base) + "×");
  };
  add(own, "", "");
  add(theirs, label + ": ", "published_");
  table.number(label + ": " + say("accuracy"), "published_accuracy_test", theirs.accuracy, percent(theirs.accuracy, 4));
}

/// By batch: one row per measured point, or the study's alone where it is the only one.
TableInTwoForms step_table(const ProfileStudy& own, const PublishedProfile& theirs, int base,
                           const std::string& label) {
  TableInTwoForms table;
  std::set<int> batches;
  for (const ProfilePoint& point : own.points)
    if (was_measured(point)) batches.insert(point.batch);
  for (const PublishedProfilePoint& printed : theirs.points) batches.insert(printed.batch);
  for (const int batch : batches) {
    const CopiedStep printed = their_step(theirs, batch, base);
    bool here = false;
    for (const ProfilePoint& point : own.points) {
      if (point.batch != batch || !was_measured(point)) continue;
      add_step_row(table, batch, point.placement, own_step(own, point, base), printed, label);
      here = true;
    }
    if (!here) add_step_row(table, batch, "", {}, printed, label);
  }
  return table;
}

/// Notes the part of one's own steps that these shares leave out, from the least to the most.
void doubt_left_out(ReportDraft& draft, const std::string& of, const ProfileStudy& own) {
  double least = 1.0, most = 0.0;
  for (const ProfilePoint& point : own.points) {
    if (!was_measured(point)) continue;
    const double rest = std::max(0.0, 1.0 - copied_s(point.profile) / point.profile.wall_s);
    least = std::min(least, rest);
    most = std::max(most, rest);
  }
  const std::string low = percent(least, 2), high = percent(most, 2);
  draft.doubt(of,
              say("these shares are of copies and kernels alone, as they were printed: here %1 of a step is neither, "
                  "and there that part is not known",
                  low == high ? low : say("%1 to %2", low, high)));
}

void doubt_printed(ReportDraft& draft, const std::string& of, const PublishedProfile& theirs) {
  constexpr double rounding = 0.05;  // more than this of a step is no rounding of the sum itself
  const PublishedProfilePoint *best = nullptr, *worst = nullptr;
  for (const PublishedProfilePoint& printed : theirs.points) {
    if (printed.accuracy_test && (best == nullptr || *printed.accuracy_test > *best->accuracy_test)) best = &printed;
    if (printed.accuracy_test && (worst == nullptr || *printed.accuracy_test < *worst->accuracy_test)) worst = &printed;
    if (!printed.h2d_s || !printed.kernel_s || !printed.d2h_s || !printed.step_s) continue;
    const double parts_s = *printed.h2d_s + *printed.kernel_s + *printed.d2h_s;
    if (std::fabs(parts_s - *printed.step_s) > rounding * *printed.step_s)
      draft.doubt(of,
                  say("the times printed for batch %1 do not add up, %2 in parts and %3 as a whole: they were rounded",
                      printed.batch, duration(parts_s), duration(*printed.step_s)));
  }
  constexpr double same_accuracy = 0.05;
  if (best != nullptr && *best->accuracy_test - *worst->accuracy_test > same_accuracy)
    draft.doubt(of,
                say("the accuracy printed is %1 at batch %2 and %3 at batch %4: these trainings did not learn the "
                    "same, so that a higher throughput is not the same work in less time",
                    percent(*best->accuracy_test, 4), best->batch, percent(*worst->accuracy_test, 4), worst->batch));
}

}  // namespace

void add_published_profile(ReportDraft& draft, ReportSection& section, const EntryName& name, const ProfileStudy& own,
                           const PublishedStudy& study) {
  const bool copies = std::ranges::any_of(own.points, [](const ProfilePoint& point) {
    return was_measured(point) && point.profile.h2d_s + point.profile.d2h_s > 0.0;
  });
  if (!copies || !study.profile) return;
  const PublishedProfile& theirs = *study.profile;
  const int base = common_batch(own, theirs);
  ReportTable table = report_table(file_stem_of(name.id) + "-published-" + file_stem_of(study.id),
                                   step_table(own, theirs, base, study.label));
  const auto first = std::ranges::find_if(own.points, was_measured);
  table.caption = say(
      "The published step beside the one measured here: shares of the time that copies and kernels take together. %1 "
      "There: %2, one run at each batch, on: %3. Here: %4, N = 1 run at each batch; the spread is not known. %5, %6. "
      "%7",
      base > 0 ? say("Throughput: images/s as a multiple of those at batch %1, the baseline on either side.", base)
               : say("Both have no batch in common, so that there is no baseline for the throughput."),
      theirs.implementation, theirs.device,
      first->device.empty() ? first->backend : first->backend + " (" + first->device + ")", study.title,
      study.publisher, say(study.about));
  section.parts.emplace_back(std::move(table));
  add_published_doubts(section, study, {PublishedPart::profile});
  const std::string of = name.text + ", " + study.label;
  draft.doubt(of, say("another machine, another program and one run each: shapes may be held against each other, times "
                      "may not"));
  doubt_left_out(draft, of, own);
  doubt_printed(draft, of, theirs);
}

}  // namespace mlplab
