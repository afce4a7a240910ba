// Three digits, the 95 % interval in brackets, in the user's language.
#include "ui/scale/sweep_table.h"

#include <algorithm>

#include "core/base/language.h"
#include "core/reporting/sweep_report.h"
#include "ui/runs/run.h"
#include "ui/runs/run_table.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/share_text.h"

namespace mlplab {

void SweepTableModel::set_analysis(std::shared_ptr<const SweepAnalysis> analysis) {
  beginResetModel();
  analysis_ = std::move(analysis);
  cells_ = cells_of(*analysis_);
  figures_ = table_figures(*analysis_);
  endResetModel();
}

int SweepTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !analysis_ ? 0 : static_cast<int>(analysis_->points.size());
}

int SweepTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() || !analysis_ ? 0 : first_figure + static_cast<int>(figures_.size()) + 1;
}

QString SweepTableModel::notes(const SweepPoint& point) const {
  QStringList notes;
  if (point.value == analysis_->baseline) notes << tr("baseline");
  if (const std::string text = point_notes(*analysis_, point); !text.empty()) notes << QString::fromStdString(text);
  if (analysis_->spec.against_reference && point.losses == Equivalence::equal)
    notes << tr("losses of %1").arg(QString::fromStdString(judge_in_words(*analysis_)));
  return notes.join(QStringLiteral(", "));
}

void SweepTableModel::set_compact(bool compact) {
  if (compact == compact_) return;
  compact_ = compact;
  if (rowCount() > 0) Q_EMIT dataChanged(index(0, first_figure), index(rowCount() - 1, columnCount() - 1));
}

bool SweepTableModel::is_complete() const {
  return analysis_ && std::ranges::all_of(analysis_->points, [this](const SweepPoint& point) {
           return static_cast<int>(point.runs.size()) == analysis_->spec.repeats;
         });
}

QString SweepTableModel::figure_cell(const Figure& figure, const Cell& cell, bool with_interval) const {
  const Measured measured = figure.of(cell);
  if (figure.percentage) return share_figure_text(measured.value, varies(analysis_->spec, SweepAxis::seed) ? 2 : 1);
  const double scale = shown_unit(figure, cells_).scale;
  QString text = display_number(scale * measured.value);
  if (measured.uncertain) text.prepend(QStringLiteral("≈ "));
  return figure.interval_in_table && with_interval ? text + display_interval(measured.interval, scale) : text;
}

/// '4', 'OpenMP', '4 / 64': what it is of is said by the header.
QString SweepTableModel::point_name(const SweepPoint& point) const {
  const auto name = [](SweepAxis axis, const std::string& value) {
    return QString::fromStdString(has_names(axis) ? value_words(axis, value) : value);
  };
  const QString first = name(analysis_->spec.axis, point.value);
  const auto& across = analysis_->spec.across;
  return across ? first + QStringLiteral(" / ") + name(across->axis, point.across) : first;
}

QString SweepTableModel::cell(int row, int column) const {
  const SweepPoint& point = analysis_->points[static_cast<std::size_t>(row)];
  if (column == value_column) return point_name(point);
  if (column == runs_column) return tr("%1 of %2").arg(point.runs.size()).arg(analysis_->spec.repeats);
  if (is_notes(column)) return notes(point);
  const bool of_time = column == first_figure;  // from its interval that of the speedup follows
  return figure_cell(figure_at(column), cells_[static_cast<std::size_t>(row)], of_time || !compact_);
}

QVariant SweepTableModel::data(const QModelIndex& index, int role) const {
  if (!analysis_ || !index.isValid()) return {};
  const SweepPoint& point = analysis_->points[static_cast<std::size_t>(index.row())];
  if (role == Qt::DisplayRole) return cell(index.row(), index.column());
  if (role == Qt::TextAlignmentRole) {
    const bool left =
        is_notes(index.column()) || (index.column() == value_column && analysis_->spec.axis == SweepAxis::backend);
    return QVariant((left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (role == Qt::ToolTipRole) {
    QStringList lines;
    if (compact_ && index.column() > first_figure && !is_notes(index.column()) &&
        figure_at(index.column()).interval_in_table)
      lines << figure_cell(figure_at(index.column()), cells_[static_cast<std::size_t>(index.row())], true);
    if (const QString text = notes(point); !text.isEmpty()) lines << text;
    for (const std::string& warning : point.warnings) lines << QString::fromStdString(warning);
    return lines.isEmpty() ? QVariant() : QVariant(lines.join(QLatin1Char('\n')));
  }
  return {};
}

QVariant SweepTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || !analysis_) return {};
  const bool of_figure = section >= first_figure && !is_notes(section);
  if (role == Qt::TextAlignmentRole)
    return QVariant((is_notes(section) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole && of_figure) return QString::fromStdString(say(figure_at(section).meaning));
  if (role != Qt::DisplayRole) return {};
  if (section == value_column) return QString::fromStdString(axes_in_words(analysis_->spec));
  if (section == runs_column) return tr("runs");
  if (!of_figure) return tr("notes");
  const Figure& figure = figure_at(section);
  QString title = QString::fromStdString(say(figure.narrow));
  if (figure.unit == std::string_view("s"))
    title += QStringLiteral("  ") + QString::fromStdString(shown_unit(figure, cells_).name);
  return title;
}

}  // namespace mlplab
