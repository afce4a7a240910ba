// Single runs: their figures stand beside each other, and nothing is concluded from them.
#include "ui/notebook/run_comparison.h"

#include <QClipboard>
#include <QFont>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QTableView>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/reporting/table.h"
#include "core/run/run_record.h"
#include "core/statistics/statistics.h"
#include "ui/charts/chart_grid.h"
#include "ui/runs/run_charts.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/tables.h"

namespace mlplab {
namespace {

constexpr int comparison_row_height = 26;

QString signed_number(double value, int decimals) {
  return (value < 0 ? QString() : QStringLiteral("+")) + number_text(value, 'f', decimals);
}

}  // namespace

void RunComparisonModel::set_runs(const RunList& runs) {
  std::vector<const Run*> list;
  for (const auto& run : runs) list.push_back(run.get());
  settings_ = differing_settings(list);
  rows_.clear();
  for (const Run* run : list) {
    Row row;
    row.title = QString::number(run->number);
    row.name = QString::fromStdString(run->folder.filename().string());
    row.backend = backend_title(run->spec);
    row.epochs = static_cast<int>(run->log.epochs.size());
    row.accuracy = run->log.last_accuracy_test().value_or(not_known);
    row.time_s = run->log.epochs.empty() ? not_known : run->log.train_time_s();
    rows_.push_back(row);
  }
  set_columns(columns());
  set_rows(rows_.size());
}

std::vector<TableColumn> RunComparisonModel::columns() const {
  std::vector<TableColumn> columns;
  const auto add = [&](const QString& title, bool words, const auto& cell) {
    columns.push_back({.title = title, .cell = cell, .words = words, .tip = title, .cell_tip = cell});
  };
  const auto at = [this](int row) -> const Row& { return rows_[static_cast<std::size_t>(row)]; };
  const auto or_none = [](const QString& text) { return text.isEmpty() ? QStringLiteral("–") : text; };
  add(tr("Run"), true, [at](int row) { return QStringLiteral("%1 · %2").arg(at(row).title, at(row).name); });
  columns.back().cell_tip = [at](int row) { return at(row).name; };
  for (const DifferingSetting& setting : settings_)
    add(setting.name, true,
        [values = setting.values, or_none](int row) { return or_none(values[static_cast<std::size_t>(row)]); });
  add(tr("Backend"), true, [at](int row) { return at(row).backend; });
  add(tr("Epochs"), false, [at](int row) { return QLocale().toString(at(row).epochs); });
  add(tr("Accuracy / %"), false, [at](int row) { return share_figure_text(at(row).accuracy, 2); });
  add(tr("Δ / points"), false, [at, or_none](int row) {
    const double delta = 100.0 * (at(row).accuracy - at(0).accuracy);
    return or_none(row == 0 || !std::isfinite(delta) ? QString() : signed_number(delta, 2));
  });
  add(tr("Time / s"), false, [at, or_none](int row) {
    return or_none(std::isfinite(at(row).time_s) ? display_number(at(row).time_s) : QString());
  });
  add(tr("Time, ×first"), false, [at, or_none](int row) {
    const double ratio = at(row).time_s / at(0).time_s;
    return or_none(row == 0 || !std::isfinite(ratio) ? QString() : display_number(ratio));
  });
  return columns;
}

bool RunComparisonModel::differs(const QModelIndex& index) const {
  if (!index.isValid() || index.row() == 0 || index.column() == 0) return false;
  const auto row = static_cast<std::size_t>(index.row());
  const int figure = figure_of(index.column());
  if (figure == backend_figure) return rows_[row].backend != rows_.front().backend;
  if (figure >= 0) return false;
  const DifferingSetting& setting = settings_[static_cast<std::size_t>(index.column() - 1)];
  return setting.values[row] != setting.values.front();
}

std::vector<int> RunComparisonModel::alike() const {
  std::vector<int> columns;
  const auto same = [&](auto member) {
    return std::ranges::all_of(rows_, [&](const Row& row) { return row.*member == rows_.front().*member; });
  };
  const int first = 1 + static_cast<int>(settings_.size());
  if (same(&Row::backend)) columns.push_back(first + backend_figure);
  if (same(&Row::epochs)) columns.push_back(first + epochs_figure);
  return columns;
}

QString RunComparisonModel::to_csv() const {
  Table table{{"run"}, {}};
  for (const DifferingSetting& setting : settings_) table.header.push_back(setting.id.toStdString());
  for (const char* name :
       {"backend", "epochs", "accuracy_test", "accuracy_difference", "train_time_s", "train_time_ratio"})
    table.header.emplace_back(name);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    std::vector<std::string> cells{row.name.toStdString()};
    for (const DifferingSetting& setting : settings_) cells.push_back(setting.values[i].toStdString());
    cells.insert(cells.end(), {row.backend.toStdString(), std::to_string(row.epochs), exact(row.accuracy),
                               exact(row.accuracy - rows_.front().accuracy), exact(row.time_s),
                               exact(row.time_s / rows_.front().time_s)});
    table.rows.push_back(std::move(cells));
  }
  return QString::fromStdString(mlplab::to_csv(table));
}

QVariant RunComparisonModel::data(const QModelIndex& index, int role) const {
  const bool unlike = (role == Qt::BackgroundRole || role == Qt::FontRole) && differs(index);
  if (unlike && role == Qt::BackgroundRole) return theme_.selected;
  if (!unlike) return ColumnTable::data(index, role);
  QFont bold = QGuiApplication::font();
  bold.setBold(true);
  return bold;
}

RunComparison::RunComparison(QWidget* parent) : Card(tr("Compared"), parent) {
  column()->setContentsMargins(12, 6, 8, 6);
  column()->setSpacing(4);
  copy_ = flat_button({}, tr("Copy the table as CSV"));
  close_ = flat_button({}, tr("Close the comparison"));
  for (QToolButton* button : {copy_, close_}) header()->addWidget(button);
  connect(copy_, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(model_.to_csv()); });
  connect(close_, &QToolButton::clicked, this, &RunComparison::closeWanted);
  QHBoxLayout* row = spaced_row(10);
  table_ = make_page_table(&model_, tr("Compared runs"), comparison_row_height);
  table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  table_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  table_->setWordWrap(false);
  row->addWidget(table_, 5);
  grid_ = new ChartGrid;
  grid_->add_chart({0, 0});
  grid_->add_chart({0, 1});
  connect(grid_, &ChartGrid::failed, this, &RunComparison::failed);
  connect(grid_, &ChartGrid::saved, this, &RunComparison::saved);
  row->addWidget(grid_, 4);
  column()->addLayout(row, 1);
}

void RunComparison::compare(const std::vector<std::filesystem::path>& folders) {
  note()->setText(tr("reading…"));
  background_.ask([this, folders](const std::atomic<bool>& stop) -> Background::Finish {
    auto read = std::make_shared<std::vector<StoredRun>>();
    QStringList broken;
    for (const std::filesystem::path& folder : folders) {
      if (stop) break;
      try {
        read->push_back(read_run(folder));
      } catch (const Error& error) {
        broken << QString::fromUtf8(error.what());
      }
    }
    return [this, read, broken] {
      runs_.clear();
      for (StoredRun& stored : *read) {
        std::unique_ptr<Run> run = run_from_disk(std::move(stored));
        run->number = static_cast<int>(runs_.size()) + 1;
        assign_look(*run, runs_);
        runs_.push_back(std::move(run));
      }
      color_runs(runs_, {});
      show_runs();
      if (!broken.isEmpty()) Q_EMIT failed(broken.join(QLatin1Char(' ')));
    };
  });
}

void RunComparison::show_runs() {
  for (int column = 0; column < model_.columnCount(); ++column) table_->setColumnHidden(column, false);
  model_.set_runs(runs_);
  note()->setText(tr("single runs, against the first; what differs from it is marked"));
  fit_columns();
  for (const int column : model_.alike()) table_->setColumnHidden(column, true);
  const std::vector<DrawnRun> drawn = drawn_runs(runs_);
  grid_->set_data({run_loss_chart(drawn), run_accuracy_chart(drawn)});
}

void RunComparison::fit_columns() {
  constexpr int widest_name = 150, padding = 18;  // px; a name's tip has the rest
  for (int column = 0; column < model_.columnCount(); ++column) {
    const int width = text_width(*table_, column, theme_) + padding;
    table_->setColumnWidth(column, column == 0 ? std::min(width, theme_.px(widest_name)) : width);
  }
}

void RunComparison::set_theme(const Theme& theme) {
  theme_ = theme;
  model_.set_theme(theme);
  fit_columns();
  grid_->set_theme(theme);
  show_quiet_icon(copy_, QStringLiteral("copy"), theme);
  show_quiet_icon(close_, QStringLiteral("close"), theme);
}

}  // namespace mlplab
