// A chart's numbers as a table: one row per point, as in the CSV file.
#pragma once

#include "core/reporting/chart.h"
#include "ui/widgets/column_table.h"

namespace mlplab {

class ChartTableModel : public ColumnTable {
  Q_OBJECT
 public:
  explicit ChartTableModel(QObject* parent = nullptr);
  void set_data(const Chart& data);

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
