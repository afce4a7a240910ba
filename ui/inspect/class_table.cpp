#include "ui/inspect/class_table.h"

#include <QLocale>

#include "ui/widgets/share_text.h"

namespace mlplab {
namespace {

QString figure_text(const std::optional<double>& figure) { return figure ? share_text(*figure) : QStringLiteral("–"); }

}  // namespace

void ClassTableModel::set_figures(std::vector<ClassFigures> figures, const QStringList& names) {
  const bool same_rows = figures.size() == figures_.size() && names == names_;
  if (!same_rows) beginResetModel();
  figures_ = std::move(figures);
  names_ = names;
  if (!same_rows)
    endResetModel();
  else if (rowCount() > 0)
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
}

int ClassTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(figures_.size());
}

int ClassTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : column_count; }

QVariant ClassTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const ClassFigures& f = figures_[static_cast<std::size_t>(index.row())];
  const int column = index.column();
  if (role == Qt::TextAlignmentRole)
    return QVariant((column == name_column ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole) {
    if (column == precision_column && !f.precision) return tr("never predicted: the precision is not defined");
    if (column == recall_column && !f.recall) return tr("no images of this class");
    if (column == f1_column && !f.f1) return tr("no images of this class, and never predicted");
    return {};
  }
  if (role != Qt::DisplayRole) return {};
  const auto count = [](std::int64_t value) { return QLocale().toString(static_cast<qlonglong>(value)); };
  switch (column) {
    case name_column:
      return names_.value(index.row());
    case images_column:
      return f.images == 0 ? tr("no images") : count(f.images);
    case predicted_column:
      return count(f.predicted);
    case right_column:
      return count(f.right);
    case precision_column:
      return figure_text(f.precision);
    case recall_column:
      return figure_text(f.recall);
    default:
      return figure_text(f.f1);
  }
}

QVariant ClassTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant((section == name_column ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole) {
    if (section == precision_column)
      return tr("Share of the images predicted as this class that belong to it: correct / predicted");
    if (section == recall_column) return tr("Share of the images of this class that were found: correct / images");
    if (section == f1_column) return tr("The harmonic mean of both: 2 correct / (images + predicted)");
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case name_column:
      return tr("Class");
    case images_column:
      return tr("Images");
    case predicted_column:
      return tr("Predicted");
    case right_column:
      return tr("Right");
    case precision_column:
      return tr("Precision");
    case recall_column:
      return tr("Recall");
    default:
      return tr("F1");
  }
}

}  // namespace mlplab
