// The table under the charts of the Scale page: one row per value, the baseline marked.
#pragma once

#include <QAbstractTableModel>
#include <memory>

#include "core/experiments/sweep/sweep_analysis.h"

namespace mlplab {

class SweepTableModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column {
    value_column,
    runs_column,
    time_column,
    speedup_column,
    efficiency_column,
    karp_flatt_column,
    rate_column,
    accuracy_column,
    energy_column,
    power_column,
    edp_column,
    notes_column,
    column_count
  };
  using QAbstractTableModel::QAbstractTableModel;
  void set_analysis(std::shared_ptr<const SweepAnalysis> analysis);
  /// Where there is little room, the interval of the speedup is in its tool tip only.
  void set_compact(bool compact);
  /// Whether every run of every point was done: what the column of runs says then is known.
  bool is_complete() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  QString cell(const SweepPoint& point, int column) const;
  QString notes(const SweepPoint& point) const;

  std::shared_ptr<const SweepAnalysis> analysis_;
  bool compact_ = false;
};

}  // namespace mlplab
