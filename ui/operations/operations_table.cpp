#include "ui/operations/operations_table.h"

#include <QSize>
#include <algorithm>
#include <cmath>

#include "core/base/numbers.h"
#include "core/reporting/chart.h"
#include "ui/charts/chart_marks.h"
#include "ui/widgets/display_numbers.h"

namespace mlplab {

OperationsTableModel::OperationsTableModel(QObject* parent) : ColumnTable(parent) {
  // Figures of what was timed; the reason of what was not stands in the column of times.
  const auto figure = [this](const auto& text) {
    return [this, text](int row) {
      const MeasuredOperation* point = point_of(row);
      return point == nullptr || !std::isfinite(point->time_s) ? QString() : text(*point);
    };
  };
  set_columns(
      {{.title = tr("variant"),
        .cell =
            [this](int row) { return QString::fromStdString(study_.variants[static_cast<std::size_t>(row)].title); },
        .words = true,
        .mark =
            [this](int row) {
              if (looks_.empty() || !is_drawn(row)) return QVariant();
              const VariantLook& look = looks_[static_cast<std::size_t>(row)];
              return QVariant(marker_pixmap(look.marker, look.color, 14, 4.5, theme_));
            }},
       {tr("time"),
        [this](int row) {
          const MeasuredOperation* point = point_of(row);
          if (point == nullptr) return QString();
          return QString::fromStdString(std::isfinite(point->time_s) ? duration(point->time_s) : point->why_not);
        }},
       {tr("speed"), figure([this](const MeasuredOperation& point) {
          return display_number(first_s_ / point.time_s) + QStringLiteral("×");
        })},
       {tr("spread  %"), figure([](const MeasuredOperation& point) {
          return std::isfinite(point.spread) ? display_number(100.0 * point.spread, 2) : QString();
        })},
       {tr("repeats"), figure([](const MeasuredOperation& point) { return QString::number(point.repeats); })}});
}

void OperationsTableModel::set_study(const OperationStudy& study, int n, std::vector<VariantLook> looks) {
  study_ = study;
  looks_ = std::move(looks);
  n_ = n;
  first_s_ = not_known;
  set_header(speed_column, tr("speed"));
  for (const Variant& variant : study.variants) {
    const MeasuredOperation* point = study.find(variant.id, n);
    if (point == nullptr || !std::isfinite(point->time_s)) continue;
    first_s_ = point->time_s;
    set_header(speed_column, tr("speed"),
               tr("How many times as fast as '%1'").arg(QString::fromStdString(variant.title)));
    break;
  }
  set_rows(study_.variants.size());
}

const MeasuredOperation* OperationsTableModel::point_of(int row) const {
  return study_.find(study_.variants[static_cast<std::size_t>(row)].id, n_);
}

bool OperationsTableModel::is_text_row(int row) const {
  const MeasuredOperation* point = point_of(row);
  return point != nullptr && !std::isfinite(point->time_s);
}

bool OperationsTableModel::is_drawn(int row) const {
  const std::string& id = study_.variants[static_cast<std::size_t>(row)].id;
  return std::ranges::any_of(study_.points, [&](const MeasuredOperation& point) {
    return point.variant == id && std::isfinite(point.time_s);
  });
}

QVariant OperationsTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (role == Qt::SizeHintRole && index.column() == time_column && is_text_row(index.row()))
    return QSize(1, 1);  // it has room beyond its column
  if (role == Qt::TextAlignmentRole && is_text_row(index.row())) return alignment(true);
  if (role == Qt::ToolTipRole) {
    const QString text = cell(index.row(), index.column()).toString();
    return text.isEmpty() ? QVariant() : QVariant(text);
  }
  return ColumnTable::data(index, role);
}

}  // namespace mlplab
