// The page Scale: measures over workers, batch, width or backends and shows what the times say: four charts, a table, a
// reading in plain words, the setup beside them.
#pragma once

#include <QWidget>
#include <functional>
#include <vector>

#include "ui/charts/chart_grid.h"
#include "ui/runs/run_session.h"
#include "ui/runs/sweep_session.h"
#include "ui/scale/sweep_table.h"
#include "ui/theme/theme.h"

class QComboBox;
class QFrame;
class QLabel;
class QTableView;

namespace mlplab {

class SweepSetup;

class ScalePage : public QWidget {
  Q_OBJECT
 public:
  /// `training`: the window's runs, because both at once would disturb the times.
  ScalePage(RunSession& training, std::filesystem::path sweeps_folder, std::filesystem::path resources,
            QWidget* parent = nullptr);

  void set_theme(const Theme& theme);
  /// The run that is varied, as the Train page has it.
  void set_base(const RunSpec& base);
  /// Why nothing can be measured now ('' if it can): something else is measuring.
  void set_busy_check(std::function<QString()> why_busy) { why_busy_ = std::move(why_busy); }
  SweepSession& session() { return session_; }
  SweepSetup& setup() { return *setup_; }
  const std::vector<ChartCard*>& charts() const { return grid_->charts(); }
  QTableView* table() const { return table_; }
  QString reading() const;
  /// In projector mode one chart fills the page: the next one of them.
  void show_next_chart();
  /// A short real sweep, waited for: for pictures of the program.
  void show_example();

 Q_SIGNALS:
  void failed(const QString& message);
  void saved(const QString& path);

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* make_table_card();
  void start(const SweepSpec& spec);
  void show_analysis();
  void show_extras();
  void list_sweeps();
  void arrange();

  RunSession& training_;
  SweepSession session_;
  SweepTableModel model_;
  std::function<QString()> why_busy_;
  SweepSetup* setup_;
  Theme theme_ = light_theme();
  ChartGrid* grid_;
  QFrame* table_card_ = nullptr;
  QTableView* table_ = nullptr;
  QComboBox* kept_ = nullptr;
  QComboBox* baseline_ = nullptr;
  QLabel* baseline_label_ = nullptr;
  QLabel* reading_ = nullptr;
  QWidget* side_ = nullptr;
  bool opened_ = false;
};

}  // namespace mlplab
