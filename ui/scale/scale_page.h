// The page Scale: measures over workers, batch, width or backends and shows what the times say: four charts, a table, a
// reading in plain words, the setup beside them.
#pragma once

#include <vector>

#include "core/reporting/charts/sweep_charts.h"
#include "ui/charts/chart_grid.h"
#include "ui/runs/run_session.h"
#include "ui/scale/sweep_table.h"
#include "ui/study/study_page.h"
#include "ui/study/sweep_session.h"

class QComboBox;
class QLabel;
class QTableView;

namespace mlplab {

class Card;
class SweepSetup;

class ScalePage : public StudyPage {
  Q_OBJECT
 public:
  /// `training`: the window's runs, because both at once would disturb the times.
  ScalePage(RunSession& training, std::filesystem::path sweeps_folder, std::filesystem::path resources);

  void set_base(const RunSpec& base) override;
  SweepSession& session() { return session_; }
  SweepSetup& setup() { return *setup_; }
  const std::vector<ChartCard*>& charts() const { return grid_->charts(); }
  QTableView* table() const { return table_; }
  void show_next_chart() override { grid_->show_next(); }
  QStringList save_all(const QString& folder) override;
  void show_example(ExampleSize size) override;
  QString take_lesson(const Lesson& lesson) override;
  void fill_lesson(Lesson& lesson) const override;

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void theme_changed() override;
  void open_kept() override;
  std::vector<std::filesystem::path> kept_studies() const override;
  std::filesystem::path shown_study() const override { return session_.folder(); }
  std::optional<GuessQuestion> guess_question() const override;
  std::optional<MeasuredGuess> measured_guess(const GuessQuestion& question) const override;
  static std::filesystem::path guess_file(const std::filesystem::path& folder);
  std::optional<Guess> read_guess(const std::filesystem::path& folder);
  void save_guess(const std::filesystem::path& folder);
  QWidget* make_table_card();
  void start() override;
  void resume() override;
  SweepExtras extras() const;
  void show_analysis();
  void show_reading();
  void show_extras();
  void tell_speedup();
  void arrange();
  const Figure& figure_of(int column) const;
  void hide_spare();

  RunSession& training_;
  SweepSession session_;
  SweepTableModel model_;
  SweepSetup* setup_;
  ChartGrid* grid_;
  Card* table_card_ = nullptr;
  QTableView* table_ = nullptr;
  QComboBox* baseline_ = nullptr;
  QLabel* baseline_label_ = nullptr;
  bool guess_is_read_ = false;        // and not typed
  std::optional<Guess> shown_guess_;  // that was made for the sweep that is shown
  std::filesystem::path guess_of_;    // the sweep whose guess that is
};

}  // namespace mlplab
