// The table under the charts of the Scale page: one row per value, the baseline marked.
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <vector>

#include "core/study/kinds/scaling.h"

namespace mlplab {

class SweepTableModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  /// Then a column for each figure of the sweep, and the notes.
  enum Column { value_column, runs_column, first_figure };
  using QAbstractTableModel::QAbstractTableModel;
  void set_analysis(std::shared_ptr<const SweepAnalysis> analysis);
  std::shared_ptr<const SweepAnalysis> analysis() const { return analysis_; }
  /// The figures that are shown, in the order of their columns.
  const std::vector<const Figure*>& figures() const { return figures_; }
  /// Where there is little room, the interval of the speedup is in its tool tip only.
  void set_compact(bool compact);
  /// Whether every run of every point was done: what the column of runs says then is known.
  bool is_complete() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  bool is_notes(int column) const { return column == first_figure + static_cast<int>(figures_.size()); }
  const Figure& figure_at(int column) const { return *figures_[static_cast<std::size_t>(column - first_figure)]; }
  QString point_name(const SweepPoint& point) const;
  QString cell(int row, int column) const;
  QString figure_cell(const Figure& figure, const Cell& cell, bool with_interval) const;
  QString notes(const SweepPoint& point) const;

  std::shared_ptr<const SweepAnalysis> analysis_;
  std::vector<Cell> cells_;  // [points]
  std::vector<const Figure*> figures_;
  bool compact_ = false;
};

}  // namespace mlplab
