// A study at one size as a table: one row per variant, with the reason where there is no time.
#pragma once

#include "core/reporting/charts/operations_charts.h"
#include "ui/operations/operations_session.h"
#include "ui/widgets/column_table.h"

namespace mlplab {

class OperationsTableModel : public ColumnTable {
  Q_OBJECT
 public:
  enum Column { name_column, time_column, speed_column, spread_column, repeats_column, column_count };
  explicit OperationsTableModel(QObject* parent = nullptr);
  /// `looks`: of the lines of the variants beside it, which their names are marked with; none where the chart has no
  /// line for each.
  void set_study(const OperationStudy& study, int n, std::vector<VariantLook> looks);
  /// Where there is no time: the reason stands in the time's column and has those behind it too.
  bool is_text_row(int row) const;

  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

 private:
  /// Null where the variant was not measured at n_.
  const MeasuredOperation* point_of(int row) const;
  /// Whether its line has a point.
  bool is_drawn(int row) const;

  OperationStudy study_;
  std::vector<VariantLook> looks_;
  int n_ = 0;
  double first_s_ = not_known;  // of the first variant that was measured at n_
};

}  // namespace mlplab
