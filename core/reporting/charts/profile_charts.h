// The charts of a profile as pure functions of a study, for the page Profile and the lab report.
#pragma once

#include <optional>
#include <vector>

#include "core/reporting/chart.h"
#include "core/study/comparison/published.h"
#include "core/study/profile/profile_study.h"

namespace mlplab {

/// Somebody else's profile, to lay beside one's own: shares of a step, never a time to beat.
struct ProfileOverlay {
  std::string label;    // 'Caldas 2025, PyCUDA (i7 laptop)'
  std::string machine;  // the whole of it, for the caption
  std::vector<ProfilePoint> points;
  PublishedBeside beside = {};
};

/// One for each study that has a profile. The rest of a step beside copies and kernels counts as unrecorded.
std::vector<ProfileOverlay> profile_overlays(const std::vector<PublishedStudy>& studies);

/// The part of a study that the page shows.
struct ProfileChoice {
  int point = 0;                 // index into ProfileStudy::points: the ring's, and the one that bars are compared at
  bool percent = false;          // bars of equal height instead of times
  bool over_placements = false;  // bars over the placements at the chosen batch, instead of batches
  bool operations = false;       // the ring split by operation
  bool roofline = false;         // the chosen point's operations under the machine's ceilings in place of the bars
  std::optional<ProfileOverlay> overlay;
};

/// Points that were measured, in the order of the study.
std::vector<int> measured_points(const ProfileStudy& study);
/// The different placements in the order in which they come; {''} where there is no choice.
std::vector<std::string> placements_of(const ProfileStudy& study);
/// 'batch 64' or 'batch 64 · pinned'
std::string point_title(const ProfileStudy& study, const ProfilePoint& point);

Chart parts_chart(const ProfileStudy& study, const ProfileChoice& choice);
/// Empty where why_no_roofline() of core/reporting/profile_report.h says why.
Chart roofline_chart(const ProfileStudy& study, const ProfileChoice& choice);
/// Parts of a roofline, also of others than a profile's: its axes, and the lines of the ceilings.
void set_roofline_axes(Chart& chart);
void add_ceilings(Chart& chart, const Ceilings& ceilings, double x_min, double x_max);
Chart ring_chart(const ProfileStudy& study, const ProfileChoice& choice);
Chart profile_rate_chart(const ProfileStudy& study, const ProfileChoice& choice);
Chart profile_time_chart(const ProfileStudy& study, const ProfileChoice& choice);
Chart profile_accuracy_chart(const ProfileStudy& study, const ProfileChoice& choice);
/// In the order of the page: parts or roofline, ring, throughput, time per epoch, accuracy.
std::vector<Chart> profile_charts(const ProfileStudy& study, const ProfileChoice& choice);

}  // namespace mlplab
