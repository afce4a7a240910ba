// Which settings tell runs apart, and how a run is called among others: legends and the table of runs name what
// differs, and nothing else.
#pragma once

#include <QString>
#include <set>
#include <vector>

#include "ui/runs/run.h"

namespace mlplab {

struct DifferingSetting {
  QString id;                   // 'learning rate' in every language
  QString name;                 // the same in words
  std::vector<QString> values;  // 'lr 0.1', one per run in the order asked for; '' where it has nothing to say of it
};

/// The settings in which these runs are not all alike, the backend left out: a run's title has it.
std::vector<DifferingSetting> differing_settings(const std::vector<const Run*>& runs);
/// Settings that stand beside it already.
enum class Said { batch, workers };
/// 'lr 0.1, batch 32' of each run; '' where they differ in nothing.
std::vector<QString> differences_of(const std::vector<const Run*>& runs, const std::set<Said>& said = {});
/// '2 · OpenMP', '3 · lr 0.1', '4 · OpenMP, lr 0.1, batch 32, 2 more': number, backend where it differs or nothing
/// does, and of what else differs the first two.
std::vector<QString> titles_among(const std::vector<const Run*>& runs);

/// The criterion that gives runs their colours.
struct RunColoring {
  enum class By { run, backend, setting };
  By by = By::run;
  QString setting;  // an id of differing_settings()
  bool operator==(const RunColoring&) const = default;
};
/// Colours all runs anew. By a setting that does not differ (any more), as by run.
void color_runs(const RunList& runs, const RunColoring& coloring);

}  // namespace mlplab
