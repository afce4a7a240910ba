// Three digits, the 95 % interval in brackets, in the user's language.
#include "ui/scale/sweep_table.h"

#include <algorithm>
#include <cmath>

#include "ui/runs/run.h"
#include "ui/runs/run_charts.h"
#include "ui/runs/run_table.h"
#include "ui/widgets/share_text.h"

namespace mlplab {

namespace {

QString with_interval(double value, const Interval& interval, double scale) {
  return display_number(scale * value) + display_interval(interval, scale);
}

double largest_time_s(const SweepAnalysis& analysis) {
  double largest = 0.0;
  for (const SweepPoint& point : analysis.points) {
    if (point.time.median > largest) largest = point.time.median;
  }
  return largest > 0.0 ? largest : 1.0;
}

}  // namespace

void SweepTableModel::set_analysis(std::shared_ptr<const SweepAnalysis> analysis) {
  beginResetModel();
  analysis_ = std::move(analysis);
  endResetModel();
}

int SweepTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !analysis_ ? 0 : static_cast<int>(analysis_->points.size());
}

int SweepTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : column_count; }

QString SweepTableModel::notes(const SweepPoint& point) const {
  const QString judge = QString::fromStdString(judge_in_words(*analysis_));
  QStringList notes;
  if (!point.failure.empty()) notes << QString::fromStdString(point.failure);
  if (!point.incomplete.empty()) notes << QString::fromStdString(point.incomplete);
  if (point.value == analysis_->baseline) notes << tr("baseline");
  if (point.oversubscribed) notes << tr("past cores");
  if (point.loss_differs) notes << tr("other losses than %1").arg(judge);
  if (point.loss_not_compared) notes << tr("losses not compared");
  if (point.not_verified) notes << tr("not verified");
  if (analysis_->spec.against_reference && point.losses_agree()) notes << tr("losses of %1").arg(judge);
  if (!point.time.outliers.empty()) {
    notes << (point.time.outliers.size() == 1 ? tr("1 outlier") : tr("%1 outliers").arg(point.time.outliers.size()));
  }
  return notes.join(QStringLiteral(", "));
}

void SweepTableModel::set_compact(bool compact) {
  if (compact == compact_) return;
  compact_ = compact;
  if (rowCount() > 0) Q_EMIT dataChanged(index(0, speedup_column), index(rowCount() - 1, speedup_column));
}

bool SweepTableModel::is_complete() const {
  return analysis_ && std::ranges::all_of(analysis_->points, [this](const SweepPoint& point) {
           return static_cast<int>(point.runs.size()) == analysis_->spec.repeats;
         });
}

QString SweepTableModel::cell(const SweepPoint& point, int column) const {
  switch (column) {
    case value_column:
      return analysis_->spec.axis == SweepAxis::backend ? backend_title(point.value)
                                                        : QString::fromStdString(point.value);
    case runs_column:
      return tr("%1 of %2").arg(point.runs.size()).arg(analysis_->spec.repeats);
    case time_column:
      return with_interval(point.time.median, point.time.median_ci, time_unit(largest_time_s(*analysis_)).per_second);
    case speedup_column:
      return compact_ ? display_number(point.speedup) : with_interval(point.speedup, point.speedup_ci, 1.0);
    case efficiency_column:
      return display_number(100.0 * point.efficiency);
    case karp_flatt_column:
      return display_number(100.0 * point.karp_flatt);
    case rate_column:
      return display_number(1e-3 * point.images_per_s);
    case accuracy_column:
      return share_figure_text(point.accuracy_test, analysis_->spec.axis == SweepAxis::seed ? 2 : 1);
    case energy_column:
    case power_column:
    case edp_column:
      return point.runs.empty()
                 ? QString()
                 : QString::fromStdString(energy_cells(point.energy)[static_cast<std::size_t>(column - energy_column)]);
    case notes_column:
      return notes(point);
    default:
      return {};
  }
}

QVariant SweepTableModel::data(const QModelIndex& index, int role) const {
  if (!analysis_ || !index.isValid()) return {};
  const SweepPoint& point = analysis_->points[static_cast<std::size_t>(index.row())];
  if (role == Qt::DisplayRole) return cell(point, index.column());
  if (role == Qt::TextAlignmentRole) {
    const bool left = index.column() == notes_column ||
                      (index.column() == value_column && analysis_->spec.axis == SweepAxis::backend);
    return QVariant((left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (role == Qt::ToolTipRole) {
    QStringList lines;
    if (compact_ && index.column() == speedup_column) lines << with_interval(point.speedup, point.speedup_ci, 1.0);
    if (const QString text = notes(point); !text.isEmpty()) lines << text;
    for (const std::string& warning : point.warnings) lines << QString::fromStdString(warning);
    return lines.isEmpty() ? QVariant() : QVariant(lines.join(QLatin1Char('\n')));
  }
  return {};
}

QVariant SweepTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  const bool left = section == notes_column;
  if (role == Qt::TextAlignmentRole) return QVariant((left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  const QString unit = analysis_ ? time_unit(largest_time_s(*analysis_)).name : QStringLiteral("s");
  switch (section) {
    case value_column:
      if (!analysis_) return tr("value");
      switch (analysis_->spec.axis) {
        case SweepAxis::workers:
          return tr("workers");
        case SweepAxis::batch:
          return tr("batch");
        case SweepAxis::width:
          return tr("width");
        case SweepAxis::backend:
          return tr("backend");
        case SweepAxis::resolution:
          return tr("pictures");
        case SweepAxis::seed:
          return tr("seed");
      }
      return {};
    case runs_column:
      return tr("runs");
    case time_column:
      return tr("time  %1").arg(unit);
    case speedup_column:
      return tr("speedup");
    case efficiency_column:
      return tr("eff.  %");
    case karp_flatt_column:
      return tr("K–F  %");
    case rate_column:
      return tr("k images/s");
    case accuracy_column:
      return tr("acc.  %");
    case energy_column:
    case power_column:
    case edp_column:
      return QString::fromStdString(energy_titles()[static_cast<std::size_t>(section - energy_column)]);
    case notes_column:
      return tr("notes");
    default:
      return {};
  }
}

}  // namespace mlplab
