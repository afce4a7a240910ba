// Cells with their units; 3 significant digits.
#include "ui/profile/span_table.h"

#include <algorithm>

#include "core/base/language.h"
#include "core/reporting/charts/looks.h"
#include "ui/widgets/display_numbers.h"

namespace mlplab {

void SpanTableModel::set_profile(const StepProfile& profile) {
  beginResetModel();
  tracks_ = profile.tracks;
  spans_ = profile.spans;
  std::ranges::stable_sort(spans_, {}, &ProfileSpan::start_s);
  endResetModel();
}

int SpanTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(spans_.size());
}

int SpanTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : column_count; }

QVariant SpanTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const bool words =
      index.column() == track_column || index.column() == operation_column || index.column() == part_column;
  if (role == Qt::TextAlignmentRole) {
    return QVariant::fromValue((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) return {};
  const ProfileSpan& span = spans_[static_cast<std::size_t>(index.row())];
  const double duration_s = span.end_s - span.start_s;
  switch (index.column()) {
    case step_column:
      return span.step + 1;
    case track_column:
      return span.track >= 0 && span.track < static_cast<int>(tracks_.size())
                 ? QString::fromStdString(tracks_[static_cast<std::size_t>(span.track)].title())
                 : QString();
    case operation_column:
      return QString::fromStdString(say(span.operation));
    case part_column:
      return QString::fromStdString(look_of(span.part).name);
    case start_column:
      return display_time(span.start_s);
    case duration_column:
      return display_time(duration_s);
    case bytes_column:
      return span.bytes > 0 ? display_bytes(static_cast<double>(span.bytes)) : QStringLiteral("–");
    case rate_column:
      return span.bytes > 0 && duration_s > 0.0 ? display_number(1e-9 * static_cast<double>(span.bytes) / duration_s)
                                                : QStringLiteral("–");
    default:
      return {};
  }
}

QVariant SpanTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  const bool words = section == track_column || section == operation_column || section == part_column;
  if (role == Qt::TextAlignmentRole) {
    return QVariant::fromValue((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case step_column:
      return tr("step");
    case track_column:
      return tr("track");
    case operation_column:
      return tr("operation");
    case part_column:
      return tr("part");
    case start_column:
      return tr("start");
    case duration_column:
      return tr("duration");
    case bytes_column:
      return tr("moved");
    case rate_column:
      return tr("GB/s");
    default:
      return {};
  }
}

}  // namespace mlplab
