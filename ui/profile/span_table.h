// The pieces of work of a timeline as a table: one row per piece, in the order of their starts.
#pragma once

#include "core/compute/profile.h"
#include "ui/widgets/column_table.h"

namespace mlplab {

class SpanTableModel : public ColumnTable {
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
  explicit SpanTableModel(QObject* parent = nullptr);
  void set_profile(const StepProfile& profile);

 private:
  const ProfileSpan& at(int row) const { return spans_[static_cast<std::size_t>(row)]; }

  std::vector<ProfileTrack> tracks_;
  std::vector<ProfileSpan> spans_;
};

}  // namespace mlplab
