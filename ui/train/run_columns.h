// The columns of the table of runs: which are shown and how wide. The user's choice goes before that of the room, and
// is kept in the settings.
#pragma once

#include <array>
#include <optional>

#include "ui/runs/run_table.h"
#include "ui/theme/theme.h"

class QMenu;
class QTableView;

namespace mlplab {

class RunColumns {
 public:
  RunColumns(QTableView& table, const RunTableModel& model);
  /// Every column gets what its texts need and an equal share of what is left; where that is too much, the columns that
  /// the setup repeats go. Those that the user chose stay, and the table scrolls.
  void fit(const Theme& theme);
  /// nullopt: as runs and room have it.
  std::optional<bool> chosen(int column) const { return chosen_[static_cast<std::size_t>(column)]; }
  void choose(int column, bool on);
  void as_usual();
  /// Why it cannot be hidden, or why there is nothing to show in it; '' where it can be chosen.
  QString why_fixed(int column) const;
  /// A check for each column, and the way back.
  void fill(QMenu* menu);

 private:
  int cell_width(int column) const;
  bool has_something(int column) const;
  void keep() const;

  QTableView& table_;
  const RunTableModel& model_;
  Theme theme_ = light_theme();
  std::array<std::optional<bool>, RunTableModel::column_count> chosen_;
};

}  // namespace mlplab
