// The page Compare: every implementation trained with the same settings, one after the other, in one table; times and
// losses as charts, a race on one clock, and threads against processes over the number of workers.
#pragma once

#include "ui/charts/chart_grid.h"
#include "ui/compare/comparison_session.h"
#include "ui/compare/comparison_table.h"
#include "ui/compare/sweep_queue.h"
#include "ui/study/study_page.h"

class QButtonGroup;
class QStackedWidget;
class QTableView;

namespace mlplab {

class Card;
class CompareSetup;
class RaceCard;

class ComparePage : public StudyPage {
  Q_OBJECT
 public:
  static constexpr const char* teams_setting = "compare/teams";
  enum class View { results, race, workers };

  ComparePage(std::filesystem::path sweeps_folder, std::filesystem::path resources);

  void set_base(const RunSpec& base) override;
  bool measuring() const override { return session_.active() || sweeps_.active(); }
  void stop_measuring() override;
  ComparisonSession& session() { return session_; }
  /// Shows a kept comparison.
  void open(const std::filesystem::path& file);
  SweepQueue& sweeps() { return sweeps_; }
  CompareSetup& setup() { return *setup_; }
  ComparisonTableModel& table_model() { return model_; }
  QTableView* table() const { return table_; }
  RaceCard& race() { return *race_; }
  /// Times, losses, speedup, efficiency.
  std::vector<ChartCard*> charts() const;
  View view() const;
  void show_view(View view);
  void show_next_chart() override;
  /// Table, charts and race.
  QStringList save_all(const QString& folder) override;
  void show_example(ExampleSize size) override;
  std::vector<std::pair<QString, Form*>> lesson_forms() override;
  QString take_lesson(const Lesson& lesson) override;
  void fill_lesson(Lesson& lesson) const override;
  std::function<void()> way_back() override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void theme_changed() override;
  void open_kept() override;
  std::vector<std::filesystem::path> kept_studies() const override;
  std::filesystem::path shown_study() const override { return session_.file(); }
  QWidget* make_table_card();
  QWidget* make_views();
  void start() override;
  void resume() override;
  void start_sweeps();
  /// Rows of teams beside those of the table of configurations; kept.
  void set_teams(const QStringList& names);
  void tick_ladder();
  void ask_for_team();
  void remove_team();
  QStringList selected_teams() const;
  void replan();
  void plan_all();
  void show_rows();
  void show_charts();
  void show_sweeps();
  void show_reading();
  void tell_done();
  std::optional<GuessQuestion> guess_question() const override;
  std::optional<MeasuredGuess> measured_guess(const GuessQuestion& question) const override;
  QString guess_sentence() const;
  static QString workers_sentence(const SweepAnalysis& sweep);
  void span_reasons();
  void fit_columns();

  ComparisonSession session_;
  SweepQueue sweeps_;
  ComparisonTableModel model_;
  RunSpec base_;
  QStringList teams_;
  bool logarithmic_ = true;
  CompareSetup* setup_;
  Card* table_card_ = nullptr;
  QTableView* table_ = nullptr;
  QButtonGroup* tabs_ = nullptr;
  QStackedWidget* views_ = nullptr;
  ChartGrid* results_ = nullptr;
  ChartGrid* workers_ = nullptr;
  RaceCard* race_ = nullptr;
  QTimer frame_timer_;
  bool stale_ = false;
};

}  // namespace mlplab
