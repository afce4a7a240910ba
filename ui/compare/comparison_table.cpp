// Three digits with the units in the header; the file has all of them.
#include "ui/compare/comparison_table.h"

#include <QBrush>
#include <QLocale>
#include <QPixmap>
#include <algorithm>
#include <string_view>

#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/launch/processes/transport.h"
#include "core/reporting/charts/comparison_charts.h"
#include "core/reporting/comparison_report.h"
#include "core/study/kinds/comparison.h"
#include "ui/charts/chart_marks.h"
#include "ui/charts/chart_plot.h"
#include "ui/runs/run.h"
#include "ui/runs/run_table.h"
#include "ui/widgets/display_numbers.h"

namespace mlplab {

namespace {

const QString& none() {
  static const QString dash = QStringLiteral("–");
  return dash;
}

}  // namespace

ComparisonTableModel::ComparisonTableModel(ComparisonSession& session) : session_(session) {
  // A cell that says something of the row, or a dash.
  const auto of_row = [this](const auto& text) {
    return [this, text](int row) {
      const QString said = text(row_at(row));
      return said.isEmpty() ? none() : said;
    };
  };
  const auto words = [this](std::string ComparisonRow::*member) {
    return [this, member](int row) { return QString::fromStdString(say(row_at(row).*member)); };
  };
  const auto marker = [this](int row) {
    if (!row_at(row).available) return QVariant();
    const BackendLook look = look_of_backend(row_at(row).backend);
    return QVariant(marker_pixmap(look.marker, look.color, 14, 4.5, theme_));
  };
  std::vector<TableColumn> columns = {
      {tr("implementation"), words(&ComparisonRow::title), true, {}, {}, marker},
      {tr("technology"), words(&ComparisonRow::technology), true},
      {tr("parallelism"), words(&ComparisonRow::parallelism), true},
      {tr("workers"), of_row([](const ComparisonRow& row) {
         const int workers = row.log.started.steps_per_epoch > 0 ? row.log.started.workers : row.workers;
         return workers > 0 ? QLocale().toString(workers) : QString();
       })},
      {tr("time  s"), [this](int row) { return time_cell(row); }},
      {tr("images/s"), of_row([](const ComparisonRow& row) {
         const double rate = row.done() ? row.images_per_s.value : row.log.images_per_s();
         return rate > 0.0 ? display_rate(rate) : QString();
       })},
      {tr("acc.  %"), of_row([](const ComparisonRow& row) {
         const std::optional<double> accuracy = row.log.last_accuracy_test();  // of the median run
         return accuracy ? share_figure_text(*accuracy, 2) : QString();
       })},
      {tr("speed"), of_row([this](const ComparisonRow& row) {
         return row.speed.known() ? display_speed(row.speed, compact_) : QString();
       })},
      {{}, of_row([](const ComparisonRow& row) {
         return row.time_to_target_s ? display_number(*row.time_to_target_s) : QString();
       })},
      {tr("same"), [this](int row) { return same_cell(row); }, true}};
  for (const Figure* figure : shown_figures()) columns.push_back(cells_with(*figure));
  columns.push_back({tr("published  s"), of_row([this](const ComparisonRow& row) {
                       return published_ ? QString::fromStdString(
                                               published_words(*published_, session_.comparison(), row.backend))
                                         : QString();
                     })});
  set_columns(std::move(columns));
  refresh();
}

const std::vector<const Figure*>& ComparisonTableModel::shown_figures() {
  static const std::vector<const Figure*> all = [] {
    std::vector<const Figure*> list(std::begin(figures::of_energy), std::end(figures::of_energy));
    list.insert(list.end(), std::begin(figures::newest), std::end(figures::newest));
    return list;
  }();
  return all;
}

int ComparisonTableModel::column_of(const Figure& figure) {
  return first_figure + static_cast<int>(std::ranges::find(shown_figures(), &figure) - shown_figures().begin());
}

TableColumn ComparisonTableModel::cells_with(const Figure& figure) const {
  return {
      .title = QString::fromStdString(say(figure.unit == std::string_view("s") ? figure.column : figure.narrow)),
      .cell = [this, &figure](int row) { return QString::fromStdString(figure_text(figure, cell_of(row_at(row)))); },
      .tip = QString::fromStdString(say(figure.meaning))};
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
  set_header(target_column,
             tr("to %1 %  s").arg(display_number(100.0 * session_.comparison().spec.target_accuracy, 2)));
  const std::size_t rows = session_.comparison().rows.size();
  if (static_cast<int>(rows) == rowCount())
    refresh_cells();
  else
    set_rows(rows);
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

QString ComparisonTableModel::shown(int row, int column) const {
  if (column >= workers_column && column != published_column && is_text_row(row))
    return column == text_column_ ? QString::fromStdString(row_at(row).reason) : QString();
  return cell(row, column).toString();
}

QString ComparisonTableModel::time_cell(int row) const {
  const ComparisonRow& r = row_at(row);
  if (r.done()) return display_number(r.time_s.value) + display_interval(r.time_s.interval);
  if (row == session_.current_row()) return share_text(session_.progress().run_fraction, 0);
  return session_.waiting(row) ? tr("waiting") : none();
}

QString ComparisonTableModel::same_cell(int row) const {
  const ComparisonRow& r = row_at(row);
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
}

/// On how many runs the figures rest, and why on no more.
QString ComparisonTableModel::runs_words(const ComparisonRow& row) const {
  QString words = row.runs.size() == 1 ? tr("One run only: there is no interval.")
                                       : tr("Median of %1 runs, in brackets its 95 % interval.").arg(row.runs.size());
  if (!row.incomplete.empty()) words += QLatin1Char(' ') + QString::fromStdString(row.incomplete);
  if (row.speed.known())
    words += tr(" Speed: %1.").arg(QString::fromStdString(figure_text(figures::relative_speed, row)));
  return words;
}

QVariant ComparisonTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const ComparisonRow& row = row_at(index.row());
  switch (role) {
    case Qt::DisplayRole:
      return shown(index.row(), index.column());
    case Qt::TextAlignmentRole:
      if (index.column() == text_column_ && is_text_row(index.row())) return alignment(true);
      return ColumnTable::data(index, role);
    case Qt::CheckStateRole:
      if (index.column() != name_column) return {};
      return row.available && !left_out_.contains(row.backend) ? Qt::Checked : Qt::Unchecked;
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
      return shown(index.row(), index.column());
    default:
      return ColumnTable::data(index, role);
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

QString ComparisonTableModel::to_csv() const {
  return QString::fromStdString(
      mlplab::to_csv(comparison_table(session_.comparison(), published_ ? &*published_ : nullptr).exact));
}

}  // namespace mlplab
