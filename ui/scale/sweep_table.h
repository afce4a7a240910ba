// The table under the charts of the Scale page: one row per value, the baseline marked.
#pragma once

#include <memory>
#include <vector>

#include "core/study/kinds/scaling.h"
#include "ui/widgets/column_table.h"

namespace mlplab {

class SweepTableModel : public ColumnTable {
  Q_OBJECT
 public:
  /// Then a column for each figure of the sweep, and the notes.
  enum Column { value_column, runs_column, first_figure };
  using ColumnTable::ColumnTable;
  void set_analysis(std::shared_ptr<const SweepAnalysis> analysis);
  std::shared_ptr<const SweepAnalysis> analysis() const { return analysis_; }
  /// The figures that are shown, in the order of their columns.
  const std::vector<const Figure*>& figures() const { return figures_; }
  /// Where there is little room, the interval of the speedup is in its tool tip only.
  void set_compact(bool compact);
  /// Whether every run of every point was done: what the column of runs says then is known.
  bool is_complete() const;

  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

 private:
  const SweepPoint& point_at(int row) const { return analysis_->points[static_cast<std::size_t>(row)]; }
  QString point_name(const SweepPoint& point) const;
  TableColumn column_of(const Figure& figure) const;
  QString figure_cell(const Figure& figure, int row, bool with_interval) const;
  QString notes(const SweepPoint& point) const;

  std::shared_ptr<const SweepAnalysis> analysis_;
  std::vector<Cell> cells_;  // [points]
  std::vector<const Figure*> figures_;
  bool compact_ = false;
};

}  // namespace mlplab
