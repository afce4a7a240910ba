// The Train page: four live charts, the table of runs under them, the setup of the next run beside them.
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "ui/charts/chart_grid.h"
#include "ui/runs/run_session.h"
#include "ui/runs/run_table.h"
#include "ui/theme/theme.h"
#include "ui/train/folder_session.h"
#include "ui/train/rate_session.h"
#include "ui/train/run_columns.h"
#include "ui/widgets/page.h"

class QComboBox;
class QScrollArea;
class QTableView;

namespace mlplab {

class FolderSheet;
class RateDialog;
class SetupPanel;

class TrainPage : public Page {
  Q_OBJECT
 public:
  TrainPage(RunSession& session, SetupPanel& setup, QWidget* parent = nullptr);
  void set_theme(const Theme& theme) override;
  const std::vector<ChartCard*>& charts() const { return grid_->charts(); }
  QTableView* table() const { return table_; }
  RunTableModel& table_model() { return model_; }
  bool shows_settings() const override { return true; }
  void show_next_chart() override { grid_->show_next(); }
  /// The charts and the table of runs.
  QStringList save_all(const QString& folder) override;
  std::vector<std::pair<QString, Form*>> lesson_forms() override;
  /// The shown runs.
  std::vector<std::filesystem::path> kept() const override;
  bool measuring() const override { return rates_.active() || steps_.active(); }
  void stop_measuring() override {
    rates_.stop();
    steps_.stop();
  }
  RateSession& rates() { return rates_; }
  /// The dialog that finds a learning rate; null before it was first opened.
  RateDialog* rate_dialog() const { return rate_dialog_; }
  /// The sheet of one's own images; null before it was first opened.
  FolderSheet* folder_sheet() const { return folder_sheet_; }
  /// Draws the newest numbers at once instead of at the next frame.
  void refresh_now();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* make_table_card();
  void open_rate_dialog();
  void open_folder_sheet(const QString& folder);
  void refresh_charts();
  void compare_form();
  std::optional<GuessQuestion> guess_question() const override;
  std::optional<MeasuredGuess> measured_guess(const GuessQuestion& question) const override;
  void keep_guess();
  void show_guess();
  void tick();
  void cell_clicked(const QModelIndex& index);
  void show_row_menu(const QPoint& at);
  /// Hides all others; where it is shown alone already, shows those again that were shown before.
  void show_only(Run& run);
  void toggle_run(int number);
  void list_colorings();
  void choose_coloring();
  void choose_axis();
  void arrange();
  void fit_columns();
  void span_reasons();

  RunSession& session_;
  std::set<int> shown_before_;  // numbers of the runs, before one was shown alone
  SetupPanel& setup_;
  RunTableModel model_;
  RateSession rates_;
  RateDialog* rate_dialog_ = nullptr;
  FolderSession folders_;
  StepSession steps_;
  FolderSheet* folder_sheet_ = nullptr;
  Theme theme_ = light_theme();
  ChartGrid* grid_ = nullptr;
  EnlargingCard* table_card_ = nullptr;
  QTableView* table_ = nullptr;
  std::unique_ptr<RunColumns> columns_;
  QComboBox* coloring_ = nullptr;
  QComboBox* axis_ = nullptr;  // of all curves by epoch
  QScrollArea* setup_area_ = nullptr;
  QTimer frame_timer_;
  bool stale_ = false;
  int guessed_run_ = 0;  // its number, once its guess is kept
};

}  // namespace mlplab
