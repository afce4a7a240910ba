// The pieces of work of a timeline as a table: one row per piece, in the order of their starts.
#pragma once

#include <QAbstractTableModel>

#include "core/compute/profile.h"

namespace mlplab {

class SpanTableModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column {
    step_column,
    track_column,
    operation_column,
    part_column,
    start_column,
    duration_column,
    bytes_column,
    rate_column,
    column_count
  };
  using QAbstractTableModel::QAbstractTableModel;
  void set_profile(const StepProfile& profile);
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  std::vector<ProfileTrack> tracks_;
  std::vector<ProfileSpan> spans_;
};

}  // namespace mlplab
