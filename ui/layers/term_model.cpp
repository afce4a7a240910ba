#include "ui/layers/term_model.h"

#include <QLocale>
#include <algorithm>
#include <cmath>
#include <functional>

namespace mlplab {

void TermModel::set_terms(std::vector<Term> terms, int maps) {
  const std::size_t kept = std::min(terms.size(), most_rows);
  std::ranges::partial_sort(terms, terms.begin() + static_cast<std::ptrdiff_t>(kept), std::greater(),
                            [](const Term& t) { return std::abs(t.product()); });
  terms.resize(kept);
  const bool same_size = terms.size() == terms_.size() && maps == maps_;
  if (!same_size) beginResetModel();
  terms_ = std::move(terms);
  maps_ = maps;
  if (!same_size)
    endResetModel();
  else if (!terms_.empty())
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
}

int TermModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(terms_.size()); }

int TermModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : column_count; }

QVariant TermModel::data(const QModelIndex& index, int role) const {
  if (role == Qt::TextAlignmentRole)
    return index.column() == place_column ? int(Qt::AlignLeft | Qt::AlignVCenter)
                                          : int(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  const Term& term = terms_[static_cast<std::size_t>(index.row())];
  // Decimals under one another are read at a glance; what is large has no room for them.
  const auto number = [](double value, int decimals) {
    constexpr double large = 10.0;
    return std::abs(value) < large ? QLocale().toString(value, 'f', decimals) : QLocale().toString(value, 'g', 4);
  };
  switch (index.column()) {
    case place_column:
      if (maps_ == 0) return tr("unit %1").arg(term.channel + 1);
      if (maps_ == 1) return tr("%1, %2").arg(term.row).arg(term.column);
      return tr("%1: %2, %3").arg(term.channel + 1).arg(term.row).arg(term.column);
    case x_column:
      return number(double{term.x}, 3);
    case weight_column:
      return number(double{term.weight}, 4);
    default:
      return number(term.product(), 4);
  }
}

QVariant TermModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role == Qt::TextAlignmentRole && section == place_column) return int(Qt::AlignLeft | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole && section == place_column && maps_ > 0)
    return maps_ == 1 ? tr("row, column") : tr("map: row, column");
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case place_column:
      return maps_ > 0 ? tr("Place") : tr("From");
    case x_column:
      return tr("Input");
    case weight_column:
      return tr("Weight");
    default:
      return tr("Product");
  }
}

}  // namespace mlplab
