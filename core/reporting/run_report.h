// Runs as tables: one row per run, and one row per epoch. A new figure goes into both forms of its table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/reporting/table.h"
#include "core/run/run_record.h"
#include "core/study/equivalence.h"
#include "core/study/run_speedup.h"

namespace mlplab {

/// A run in a table of several.
struct ListedRun {
  std::string name;  // 'run 1', in the language of the report
  std::string id;    // the same in files, in any language
  const StoredRun* run = nullptr;
  Equivalence same_result = Equivalence::not_compared;  // with that of `held_against`
  std::string rounding;               // what it does to the losses, in half a sentence; '' where it does not matter
  std::string held_against;           // '' where there is nothing to compare with, or it is itself
  std::optional<RunSpeedup> speedup;  // over that
};

/// One row per run: three significant digits, four for an accuracy, '–' for what is not known.
TableInTwoForms runs_table(const std::vector<ListedRun>& runs);

/// One row per epoch, every number to its last digit.
Table epochs_table_exact(const RunLog& log);
/// One row per epoch, at most `most` of them, evenly spread, the first and the last among them.
Table epochs_table(const RunLog& log, std::size_t most);

}  // namespace mlplab
