// Flattens a Chart into rows.
#include "ui/charts/chart_table.h"

#include <QLocale>
#include <cmath>

#include "ui/widgets/display_numbers.h"

namespace mlplab {

void ChartTableModel::set_data(const Chart& data) {
  if (data == chart_) return;
  beginResetModel();
  chart_ = data;
  rows_.clear();
  for (const ChartSeries& s : data.lines) {
    if (s.role == ChartSeries::Role::guide) continue;
    for (std::size_t i = s.joined; i < std::min(s.x.size(), s.y.size()); ++i) {
      rows_.push_back({QString::fromStdString(full_name(s)), display_number(s.x[i]), s.y[i]});
    }
  }
  for (const BarSeries& s : data.bars) {
    for (std::size_t i = 0; i < s.values.size(); ++i) {
      if (data.stacked && !std::isfinite(s.values[i])) continue;
      rows_.push_back({QString::fromStdString(s.name),
                       i < data.categories.size() ? QString::fromStdString(data.categories[i]) : QString(),
                       s.values[i]});
    }
  }
  const std::vector<double> shares = ring_shares(data.ring);
  for (std::size_t i = 0; i < data.ring.size(); ++i) {
    rows_.push_back({QString::fromStdString(data.ring[i].name), display_number(shares[i]), data.ring[i].value});
  }
  endResetModel();
}

int ChartTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int ChartTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : 3; }

QVariant ChartTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const Row& row = rows_[static_cast<std::size_t>(index.row())];
  if (role == Qt::TextAlignmentRole) {
    return QVariant::fromValue((index.column() == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (role == Qt::ToolTipRole && index.column() == 2) return QLocale().toString(row.y, 'g', 12);
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case 0:
      return row.series;
    case 1:
      return row.x;
    default:
      return display_number(row.y);
  }
}

QVariant ChartTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) {
    return QVariant::fromValue((section == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case 0:
      return tr("Series");
    case 1:
      return QString::fromStdString(chart_.x.label());
    default:
      return QString::fromStdString(chart_.y.label());
  }
}

}  // namespace mlplab
