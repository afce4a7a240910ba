// Kept entries in groups: by kind, day or tags, by one setting, or as repeats, which differ in their seed alone. A
// further way is a line in the table of run_groups.cpp; a further setting (core/run/settings.cpp) is one by itself.
#pragma once

#include <string>
#include <vector>

#include "core/notebook/entry.h"

namespace mlplab {

struct GroupWay {
  std::string id;     // 'kind', 'repeats', 'optimizer.learning_rate': in settings
  std::string title;  // 'learning rate'
};

/// A result of the runs of a group that went to their end.
struct GroupFigure {
  std::size_t runs = 0;  // that have it
  double median = not_known, low = not_known, high = not_known;
};

struct RunGroup {
  std::string key;                   // names it among the groups of its way, whichever entries are there
  std::string title;                 // 'learning rate 0.1'
  std::vector<std::size_t> members;  // indices of its entries, in their order
  std::size_t runs = 0;              // among them; the others are sweeps, comparisons and so on
  std::size_t complete = 0;          // of these, that went to their end
  GroupFigure accuracy_test;         // of the last epoch that was evaluated
  GroupFigure epoch_time_s;          // mean of a run's epochs, training only
};

/// Kind, day and tags; repeats, and each setting in which the runs differ.
std::vector<GroupWay> ways_to_group(const std::vector<const NotebookEntry*>& entries);
/// In the order of their first members. Empty where there is no way of that name. A way by settings has what is no run
/// in groups by kind, and runs whose settings cannot be read in one of their own.
std::vector<RunGroup> groups_of(const std::vector<const NotebookEntry*>& entries, const std::string& way);

}  // namespace mlplab
