// A run as the window knows it: its log and how it is shown.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/experiments/equivalence.h"
#include "core/run/run_log.h"
#include "core/run/run_spec.h"
#include "ui/charts/chart_data.h"

namespace mlplab {

struct Run {
  int number = 0;  // as the user sees it: 1, 2, 3… in the order of their starts
  RunSpec spec;
  RunLog log;
  std::filesystem::path folder;  // empty where the run could not be kept
  bool visible = true;
  bool pinned = false;  // stays visible when further runs start
  SeriesColor color;    // from its backend's place in the table
  Marker marker = Marker::circle;

  bool ended() const { return log.ended.has_value(); }
};

using RunList = std::vector<std::unique_ptr<Run>>;

/// The place of a backend in the table, which decides its colour; -1 for one that is not in it.
int backend_index(const std::string& name);
/// The title of a backend as on screen; its name where it is not in the table.
QString backend_title(const std::string& name);
/// The colour and the marker that a backend has on every page.
struct BackendLook {
  SeriesColor color;
  Marker marker = Marker::circle;
};
BackendLook look_of_backend(const std::string& name);
/// '2 · OpenMP'
QString run_title(const Run& run);
/// Gives a run the first shade and marker that no other run of its backend has.
void assign_look(Run& run, const RunList& others);

enum class SameStart { unknown, reference, equal, different };
/// Compares the training losses of all common epochs with those of the reference among `runs`: of those with the same
/// data, network, optimiser, batch and seed the one whose backend comes first in the table, and of these the oldest.
SameStart same_start(const Run& run, const RunList& runs);

}  // namespace mlplab
