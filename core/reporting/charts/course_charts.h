// The course of a study's runs over their epochs: losses and accuracies, of training, test and validation. What has its
// look and its name from the study: Course.
#pragma once

#include <string>
#include <vector>

#include "core/reporting/chart.h"
#include "core/run/run_log.h"

namespace mlplab {

/// A run whose curves are drawn, and how.
struct Course {
  std::string name;
  SeriesColor color;
  Marker marker = Marker::circle;
  const RunLog* log = nullptr;
};

/// The loss, then the accuracy (curves: training; marks: test), and where anything was held out both of the validation
/// set. Without reports of steps each point of a training curve is the mean of an epoch. A chart that has nothing to
/// show is empty.
std::vector<Chart> course_charts(const std::vector<Course>& courses, int epochs);
/// The caption of one of them. `runs`: whose curves they are, 'of the first run of each value'.
std::string course_caption(const Chart& chart, const std::string& runs);

}  // namespace mlplab
