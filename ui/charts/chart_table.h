// A chart's numbers as a table: one row per point, as in the CSV file.
#pragma once

#include <QAbstractTableModel>

#include "core/reporting/chart.h"

namespace mlplab {

class ChartTableModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  using QAbstractTableModel::QAbstractTableModel;
  void set_data(const Chart& data);
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  struct Row {
    QString series;
    QString x;
    double y = 0;
  };
  Chart chart_;
  std::vector<Row> rows_;
};

}  // namespace mlplab
