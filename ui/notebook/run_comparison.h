// Kept runs side by side: a table of the settings that differ and of what came out, each against the first one, and
// their curves overlaid.
#pragma once

#include <filesystem>
#include <vector>

#include "ui/runs/run_difference.h"
#include "ui/theme/theme.h"
#include "ui/widgets/background.h"
#include "ui/widgets/card.h"
#include "ui/widgets/column_table.h"

class QTableView;
class QToolButton;

namespace mlplab {

class ChartGrid;

/// A run a row; the first is what the others are held against.
class RunComparisonModel : public ColumnTable {
  Q_OBJECT
 public:
  using ColumnTable::ColumnTable;
  /// `runs` stay the owner's until the next call.
  void set_runs(const RunList& runs);
  /// Whether the cell is a setting in which the run is unlike the first one.
  bool differs(const QModelIndex& index) const;
  /// The columns of backends and of epochs, where they say the same of all runs.
  std::vector<int> alike() const;
  /// Full precision, C locale.
  QString to_csv() const;

  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

 private:
  struct Row {
    QString title, name, backend;
    int epochs = 0;
    double accuracy = 0.0, time_s = 0.0;  // NaN where it is not known
  };
  enum Figure { backend_figure, epochs_figure };  // the first ones
  std::vector<TableColumn> columns() const;
  /// Column 0 names the run, then come the settings, then the figures.
  int figure_of(int column) const { return column - 1 - static_cast<int>(settings_.size()); }

  std::vector<Row> rows_;
  std::vector<DifferingSetting> settings_;
};

class RunComparison : public Card {
  Q_OBJECT
 public:
  explicit RunComparison(QWidget* parent = nullptr);
  /// Reads the runs in these folders beside the window, then shows them.
  void compare(const std::vector<std::filesystem::path>& folders);
  bool busy() const { return background_.busy(); }
  const RunComparisonModel& model() const { return model_; }
  ChartGrid* charts() const { return grid_; }
  void set_theme(const Theme& theme) override;

 Q_SIGNALS:
  void closeWanted();

 private:
  void show_runs();
  void fit_columns();

  RunList runs_;
  Theme theme_ = light_theme();
  RunComparisonModel model_;
  QTableView* table_ = nullptr;
  QToolButton* copy_ = nullptr;
  QToolButton* close_ = nullptr;
  ChartGrid* grid_ = nullptr;
  Background background_;  // the last member: it ends before what its work tells
};

}  // namespace mlplab
