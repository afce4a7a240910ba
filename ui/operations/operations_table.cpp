#include "ui/operations/operations_table.h"

#include <QSize>
#include <algorithm>
#include <cmath>

#include "core/base/numbers.h"
#include "core/reporting/chart.h"
#include "ui/charts/chart_marks.h"
#include "ui/widgets/display_numbers.h"

namespace mlplab {

void OperationsTableModel::set_study(const OperationStudy& study, int n, std::vector<VariantLook> looks) {
  beginResetModel();
  study_ = study;
  looks_ = std::move(looks);
  n_ = n;
  first_s_ = not_known, first_title_.clear();
  for (const Variant& variant : study.variants) {
    const MeasuredOperation* point = study.find(variant.id, n);
    if (point == nullptr || !std::isfinite(point->time_s)) continue;
    first_s_ = point->time_s, first_title_ = QString::fromStdString(variant.title);
    break;
  }
  endResetModel();
}

void OperationsTableModel::set_theme(const Theme& theme) {
  beginResetModel();
  theme_ = theme;
  endResetModel();
}

int OperationsTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(study_.variants.size());
}

int OperationsTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : column_count; }

bool OperationsTableModel::is_text_row(int row) const {
  const MeasuredOperation* point = study_.find(study_.variants[static_cast<std::size_t>(row)].id, n_);
  return point != nullptr && !std::isfinite(point->time_s);
}

bool OperationsTableModel::is_drawn(int row) const {
  const std::string& id = study_.variants[static_cast<std::size_t>(row)].id;
  return std::ranges::any_of(study_.points, [&](const MeasuredOperation& point) {
    return point.variant == id && std::isfinite(point.time_s);
  });
}

QString OperationsTableModel::cell(int row, int column) const {
  const Variant& variant = study_.variants[static_cast<std::size_t>(row)];
  if (column == name_column) return QString::fromStdString(variant.title);
  const MeasuredOperation* point = study_.find(variant.id, n_);
  if (point == nullptr) return {};
  if (!std::isfinite(point->time_s)) return column == time_column ? QString::fromStdString(point->why_not) : QString();
  switch (column) {
    case time_column:
      return QString::fromStdString(duration(point->time_s));
    case spread_column:
      return std::isfinite(point->spread) ? display_number(100.0 * point->spread, 2) : QString();
    case repeats_column:
      return QString::number(point->repeats);
    case speed_column:
      return display_number(first_s_ / point->time_s) + QStringLiteral("×");
    default:
      return {};
  }
}

QVariant OperationsTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (role == Qt::DisplayRole) return cell(index.row(), index.column());
  if (role == Qt::DecorationRole && index.column() == name_column && !looks_.empty() && is_drawn(index.row())) {
    const VariantLook& look = looks_[static_cast<std::size_t>(index.row())];
    return marker_pixmap(look.marker, look.color, 14, 4.5, theme_);
  }
  if (role == Qt::SizeHintRole && index.column() == time_column && is_text_row(index.row()))
    return QSize(1, 1);  // it has room beyond its column
  if (role == Qt::TextAlignmentRole) {
    const bool left = index.column() == name_column || is_text_row(index.row());
    return QVariant((left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (role == Qt::ToolTipRole) {
    const QString text = cell(index.row(), index.column());
    return text.isEmpty() ? QVariant() : QVariant(text);
  }
  return {};
}

QVariant OperationsTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  const bool left = section == name_column;
  if (role == Qt::TextAlignmentRole) return QVariant((left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole && section == speed_column)
    return first_title_.isEmpty() ? QString() : tr("How many times as fast as '%1'").arg(first_title_);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case name_column:
      return tr("variant");
    case time_column:
      return tr("time");
    case spread_column:
      return tr("spread  %");
    case repeats_column:
      return tr("repeats");
    case speed_column:
      return tr("speed");
    default:
      return {};
  }
}

}  // namespace mlplab
