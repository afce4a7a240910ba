// A run as the window knows it: its log and how it is shown.
#pragma once

#include <QString>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/launch/configurations.h"
#include "core/reporting/chart.h"
#include "core/reporting/charts/looks.h"
#include "core/run/run_log.h"
#include "core/run/run_record.h"
#include "core/study/rounding.h"
#include "core/study/same_start.h"

namespace mlplab {

struct Run {
  int number = 0;  // as the user sees it: 1, 2, 3… in the order of their starts
  RunSpec spec;
  RunLog log;
  bool steps_missing = false;    // the log's steps are still being read (RunSession::restore)
  std::filesystem::path folder;  // empty where the run could not be kept
  bool visible = true;
  bool pinned = false;     // stays visible when further runs start
  bool apart = false;      // hidden for a while (RunSession::set_apart): its look is its own meanwhile
  bool set_aside = false;  // hidden by hand since the last start: legends still name it, to show it again
  SeriesColor color;       // as the runs are coloured now (color_runs)
  Marker marker = Marker::circle;
  SeriesColor own_color;  // where they are coloured by run
  Marker own_marker = Marker::circle;
  std::optional<Rounding> rounding;  // where the run was marked and rounding_check.h looked; kept in its folder
  bool rounding_is_open = false;     // it will be looked at
  std::string machine;               // that computed it (machine_in_brief); '' where that is not known

  bool ended() const { return log.ended.has_value(); }
};

using RunList = std::vector<std::unique_ptr<Run>>;

/// As it was kept, without a number and a look.
std::unique_ptr<Run> run_from_disk(StoredRun stored);

/// The title of a backend as on screen; its name where it is not in the table.
inline QString backend_title(const std::string& name) { return QString::fromStdString(configuration_title(name)); }
inline QString backend_title(const RunSpec& spec) { return QString::fromStdString(configuration_title(spec)); }
/// 'mnist, 60,000 images, 3 epochs': what was trained, for captions (core/reporting/work_words.h).
QString work_words(const std::string& data, std::int64_t images, int epochs);
/// '2 · OpenMP'
QString run_title(const Run& run);
/// Gives a run a colour and a marker of its own: those of its backend while no other visible run has them, else the
/// first that none has. Where there are more runs than colours, hidden runs give theirs away.
void assign_look(Run& run, const RunList& others);
/// Whether another visible run has the same.
bool shares_look(const Run& run, const RunList& others);

inline bool diverged(const Run& run) { return diverged(run.spec, run.log); }

/// Unknown: no other run begins alike. Open: different, unless rounding alone accounts for it, which is not known yet.
/// The others as Equivalence.
enum class SameStart { unknown, reference, equal, within_rounding, different, open, not_compared };
/// How a run's losses compare with those of its reference (references_of, compare_losses).
struct StartMark {
  SameStart start = SameStart::unknown;
  bool approximate = false;  // judged with the room of options that round more coarsely
  int reference = 0;         // the number of the run that it is held against
  Equivalence losses = Equivalence::not_compared;
  /// The effect of rounding on its losses, where that accounts for the difference; of one that differs, why that is not
  /// known. ''
  std::string rounding;
};
std::vector<StartMark> same_starts(const RunList& runs);
/// The runs that would be marked and of which it is not known whether rounding alone accounts for it, with the run that
/// each is held against.
std::vector<std::pair<Run*, const Run*>> runs_with_open_rounding(const RunList& runs);
/// The device of a run in words; of a team with fitted shares also its rows, its ceiling and what it reached.
QString device_hint(const Run& run);
/// The hint for a run that differs and has_local_statistics().
QString local_statistics_hint();

}  // namespace mlplab
