// Three digits, the 95 % interval in brackets, in the user's language.
#include "ui/scale/sweep_table.h"

#include <algorithm>

#include "core/base/language.h"
#include "core/reporting/sweep_report.h"
#include "ui/runs/run.h"
#include "ui/runs/run_table.h"
#include "ui/widgets/display_numbers.h"

namespace mlplab {

void SweepTableModel::set_analysis(std::shared_ptr<const SweepAnalysis> analysis) {
  analysis_ = std::move(analysis);
  cells_ = cells_of(*analysis_);
  figures_ = table_figures(*analysis_);
  std::vector<TableColumn> columns = {
      {QString::fromStdString(axes_in_words(analysis_->spec)), [this](int row) { return point_name(point_at(row)); }},
      {tr("runs"),
       [this](int row) { return tr("%1 of %2").arg(point_at(row).runs.size()).arg(analysis_->spec.repeats); }}};
  for (const Figure* figure : figures_) columns.push_back(column_of(*figure));
  columns.push_back({tr("notes"), [this](int row) { return notes(point_at(row)); }, true});
  set_columns(std::move(columns));
  set_rows(analysis_->points.size());
}

/// Where there is little room, the interval stands in the tip of all but the time: from its that of the speedup
/// follows.
TableColumn SweepTableModel::column_of(const Figure& figure) const {
  const bool of_time = &figure == figures_.front();
  QString title = QString::fromStdString(say(figure.narrow));
  if (figure.unit == std::string_view("s"))
    title += QStringLiteral("  ") + QString::fromStdString(shown_unit(figure, cells_).name);
  return {.title = title,
          .cell = [this, &figure, of_time](int row) { return figure_cell(figure, row, of_time || !compact_); },
          .tip = QString::fromStdString(say(figure.meaning)),
          .cell_tip =
              [this, &figure, of_time](int row) {
                const bool hidden = compact_ && !of_time && figure.interval_in_table;
                return hidden ? QVariant(figure_cell(figure, row, true)) : QVariant();
              }};
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
  refresh_cells();
}

bool SweepTableModel::is_complete() const {
  return analysis_ && std::ranges::all_of(analysis_->points, [this](const SweepPoint& point) {
           return static_cast<int>(point.runs.size()) == analysis_->spec.repeats;
         });
}

QString SweepTableModel::figure_cell(const Figure& figure, int row, bool with_interval) const {
  const Measured measured = figure.of(cells_[static_cast<std::size_t>(row)]);
  if (figure.percentage) return share_figure_text(measured.value, 2);
  if (figure.ratio && measured.known()) return display_speed(measured, !with_interval);
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

QVariant SweepTableModel::data(const QModelIndex& index, int role) const {
  const QVariant of_column = ColumnTable::data(index, role);
  if (!index.isValid()) return {};
  if (role == Qt::TextAlignmentRole && index.column() == value_column)
    return alignment(analysis_->spec.axis == SweepAxis::backend);
  if (role != Qt::ToolTipRole) return of_column;
  const SweepPoint& point = point_at(index.row());
  QStringList lines;
  if (of_column.isValid()) lines << of_column.toString();
  if (const QString text = notes(point); !text.isEmpty()) lines << text;
  for (const std::string& warning : point.warnings) lines << QString::fromStdString(warning);
  return lines.isEmpty() ? QVariant() : QVariant(lines.join(QLatin1Char('\n')));
}

}  // namespace mlplab
