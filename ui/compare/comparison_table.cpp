// Three digits with the units in the header; the file has all of them.
#include "ui/compare/comparison_table.h"

#include <QBrush>
#include <QLocale>
#include <QPainter>
#include <QPixmap>
#include <cmath>

#include "core/base/language.h"
#include "core/launch/processes/transport.h"
#include "core/reporting/charts/comparison_charts.h"
#include "core/reporting/comparison_report.h"
#include "core/study/comparison/comparison_reading.h"
#include "core/study/figures.h"
#include "core/study/first_letter.h"
#include "core/study/kinds/comparison.h"
#include "ui/charts/chart_marks.h"
#include "ui/charts/chart_plot.h"
#include "ui/runs/run.h"
#include "ui/runs/run_table.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/share_text.h"

namespace mlplab {

namespace {

const QString& none() {
  static const QString dash = QStringLiteral("–");
  return dash;
}

/// A difference that noise may be is no figure to quote.
QString relative_cell(const ComparisonRow& row, bool compact) {
  if (!row.relative_speed) return none();
  const bool noise =
      row.relative_ci.known() && row.relative_ci.low != row.relative_ci.high && !is_difference(row.relative_ci);
  return display_speed(*row.relative_speed, row.relative_ci, !noise, compact);
}

QPixmap look_pixmap(const std::string& backend, const Theme& theme) {
  const BackendLook look = look_of_backend(backend);
  return marker_pixmap(look.marker, look.color, 14, 4.5, theme);
}

}  // namespace

ComparisonTableModel::ComparisonTableModel(ComparisonSession& session, QObject* parent)
    : QAbstractTableModel(parent), session_(session) {
  refresh();
}

void ComparisonTableModel::set_theme(const Theme& theme) {
  theme_ = theme;
  refresh();
}

void ComparisonTableModel::set_published(const std::optional<PublishedStudy>& published) {
  published_ = published;
  refresh();
}

void ComparisonTableModel::set_compact(bool compact) {
  if (compact == compact_) return;
  compact_ = compact;
  refresh();
}

void ComparisonTableModel::refresh() {
  const int now = static_cast<int>(session_.comparison().rows.size());
  if (now != rows_) {
    beginResetModel();
    rows_ = now;
    endResetModel();
  } else if (rows_ > 0) {
    Q_EMIT dataChanged(index(0, 0), index(rows_ - 1, column_count - 1));
  }
}

std::vector<std::string> ComparisonTableModel::chosen() const {
  std::vector<std::string> names;
  for (const ComparisonRow& row : session_.comparison().rows) {
    if (row.available && !left_out_.contains(row.backend)) names.push_back(row.backend);
  }
  return names;
}

void ComparisonTableModel::set_chosen(const std::string& backend, bool on) {
  if (on) {
    left_out_.erase(backend);
  } else {
    left_out_.insert(backend);
  }
  refresh();
  Q_EMIT chosenChanged();
}

bool ComparisonTableModel::is_text_row(int row) const { return !row_at(row).reason.empty(); }

int ComparisonTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : rows_; }

int ComparisonTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : column_count; }

QString ComparisonTableModel::cell(int row, int column) const {
  const ComparisonRow& r = row_at(row);
  if (column >= workers_column && column != published_column && is_text_row(row)) {
    return column == text_column_ ? QString::fromStdString(r.reason) : QString();
  }
  switch (column) {
    case name_column:
      return QString::fromStdString(say(r.title));
    case technology_column:
      return QString::fromStdString(say(r.technology));
    case parallelism_column:
      return QString::fromStdString(say(r.parallelism));
    case workers_column: {
      const int workers = r.log.started.steps_per_epoch > 0 ? r.log.started.workers : r.workers;
      return workers > 0 ? QLocale().toString(workers) : none();
    }
    case time_column:
      if (r.done()) return display_number(r.train_time_s) + display_interval(r.train_time_ci);
      if (row == session_.current_row()) return share_text(session_.progress().run_fraction, 0);
      return session_.waiting(row) ? tr("waiting") : none();
    case rate_column: {
      const double rate = r.done() ? r.images_per_s : r.log.images_per_s();
      return rate > 0.0 ? display_rate(rate) : none();
    }
    case accuracy_column: {
      const std::optional<double> accuracy = r.accuracy_test ? r.accuracy_test : r.log.last_accuracy_test();
      return accuracy ? share_figure_text(*accuracy) : none();
    }
    case relative_column:
      return relative_cell(r, compact_);
    case target_column:
      return r.time_to_target_s ? display_number(*r.time_to_target_s) : none();
    case same_column:
      switch (r.equivalent) {
        case Equivalence::equal:
          return tr("✓ equal");
        case Equivalence::within_rounding:
          return tr("≈ equal");
        case Equivalence::differs:
          return tr("≠ differs");
        case Equivalence::not_compared:
          return !r.done() ? none() : r.verified() ? tr("not compared") : tr("not verified");
      }
      return {};
    case energy_column:
    case power_column:
    case edp_column:
    case per_joule_column:
      return QString::fromStdString(figure_text(*figures::of_energy[column - energy_column], cell_of(r)));
    case published_column: {
      const std::string words = published_ ? published_words(*published_, session_.comparison(), r.backend) : "";
      return words.empty() ? none() : QString::fromStdString(words);
    }
    default:
      return {};
  }
}

/// On how many runs the figures rest, and why on no more.
QString ComparisonTableModel::runs_words(const ComparisonRow& row) const {
  QString words = row.runs.size() == 1 ? tr("One run only: there is no interval.")
                                       : tr("Median of %1 runs, in brackets its 95 % interval.").arg(row.runs.size());
  if (!row.incomplete.empty()) words += QLatin1Char(' ') + QString::fromStdString(row.incomplete);
  if (const std::string speed = speed_words(row); !speed.empty())
    words += tr(" Speed: %1.").arg(QString::fromStdString(speed));
  return words;
}

QVariant ComparisonTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rows_) return {};
  const ComparisonRow& row = row_at(index.row());
  const bool text = index.column() < workers_column || (index.column() == text_column_ && is_text_row(index.row()));
  switch (role) {
    case Qt::DisplayRole:
      return cell(index.row(), index.column());
    case Qt::TextAlignmentRole:
      return QVariant((text || index.column() == same_column ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::CheckStateRole:
      if (index.column() != name_column) return {};
      return row.available && !left_out_.contains(row.backend) ? Qt::Checked : Qt::Unchecked;
    case Qt::DecorationRole:
      return index.column() == name_column && row.available ? QVariant(look_pixmap(row.backend, theme_)) : QVariant();
    case Qt::ForegroundRole:
      if (!row.available) return QBrush(theme_.quiet);
      if (index.column() == same_column && row.equivalent == Equivalence::differs) return QBrush(theme_.error);
      if (index.column() == text_column_ && is_text_row(index.row())) return QBrush(theme_.error);
      return {};
    case Qt::ToolTipRole:
      if (!row.reason.empty()) return QString::fromStdString(row.reason);
      if (row.done() && (index.column() == time_column || index.column() == relative_column)) return runs_words(row);
      if (index.column() == same_column && row.equivalent == Equivalence::differs &&
          has_local_statistics(row.log.started.spec, row.log.started.workers))
        return local_statistics_hint();
      if (index.column() == same_column && !row.rounding.empty())
        return QString::fromStdString(first_letter_up(row.rounding));
      if (index.column() == same_column) return tr("Whether the losses of all epochs agree with the sequential ones");
      return cell(index.row(), index.column());
    default:
      return {};
  }
}

bool ComparisonTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::CheckStateRole || index.column() != name_column) return false;
  set_chosen(row_at(index.row()).backend, value.toInt() == Qt::Checked);
  return true;
}

Qt::ItemFlags ComparisonTableModel::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = Qt::ItemIsSelectable | Qt::ItemIsEnabled;
  if (index.column() == name_column) {
    const bool open = index.isValid() && row_at(index.row()).available && !session_.active();
    if (open) {
      flags |= Qt::ItemIsUserCheckable;
    } else if (index.isValid() && !row_at(index.row()).available) {
      flags &= ~Qt::ItemIsEnabled;
    }
  }
  return flags;
}

QVariant ComparisonTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) {
    const bool left = section < workers_column || section == same_column;
    return QVariant((left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case name_column:
      return tr("implementation");
    case technology_column:
      return tr("technology");
    case parallelism_column:
      return tr("parallelism");
    case workers_column:
      return tr("workers");
    case time_column:
      return tr("time  s");
    case rate_column:
      return tr("images/s");
    case accuracy_column:
      return tr("acc.  %");
    case relative_column:
      return tr("speed");
    case target_column:
      return tr("to %1 %  s").arg(display_number(100.0 * session_.comparison().spec.target_accuracy, 2));
    case same_column:
      return tr("same");
    case energy_column:
    case power_column:
    case edp_column:
    case per_joule_column:
      return QString::fromStdString(say(figures::of_energy[section - energy_column]->narrow));
    case published_column:
      return tr("published  s");
    default:
      return {};
  }
}

QString ComparisonTableModel::to_csv() const {
  return QString::fromStdString(
      mlplab::to_csv(comparison_table_exact(session_.comparison(), published_ ? &*published_ : nullptr)));
}

}  // namespace mlplab
