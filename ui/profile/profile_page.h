// The page Profile: where the time of a training step goes, over batch sizes and data placements: bars of the five
// parts, a ring, throughput, time and accuracy, the timeline of single steps, the advisor's sentences, the setup beside
// them.
#pragma once

#include "core/reporting/charts/profile_charts.h"
#include "ui/charts/chart_grid.h"
#include "ui/profile/profile_session.h"
#include "ui/runs/run_session.h"
#include "ui/study/study_page.h"

class QComboBox;
class QFrame;
class QLabel;
class QToolButton;

namespace mlplab {

class ProfileSetup;
class TimelineCard;

class ProfilePage : public StudyPage {
  Q_OBJECT
 public:
  /// `training`: the window's runs, whose profiles can be shown; `resources`: recorded studies and published numbers.
  /// `profiles_folder`: where studies are kept as they are measured.
  ProfilePage(RunSession& training, std::filesystem::path profiles_folder, std::filesystem::path resources);

  void set_base(const RunSpec& base) override;
  ProfileSession& session() { return session_; }
  ProfileSetup& setup() { return *setup_; }
  const std::vector<ChartCard*>& charts() const { return grid_->charts(); }
  TimelineCard& timeline() { return *timeline_; }
  const ProfileChoice& choice() const { return choice_; }
  /// 'recorded on …' as shown above the charts; '' for a study that was measured here.
  QString recorded_label() const;
  /// Shows a kept study.
  void open(const std::filesystem::path& file);
  /// Sets the point of the ring and the timeline: an index into session().study().points.
  void choose_point(int index);
  /// Shows the profile of a run; nothing where it has none.
  void show_run(const Run& run);
  void show_next_chart() override { grid_->show_next(); }
  /// Charts and timeline.
  QStringList save_all(const QString& folder) override;
  void show_example(ExampleSize size) override;
  QString take_lesson(const Lesson& lesson) override;
  void fill_lesson(Lesson& lesson) const override;

 Q_SIGNALS:
  /// The point of the ring and the timeline has changed; `source`: 'measured on 2026-11-22', 'recorded on MACHINE,
  /// DATE'.
  void pointShown(const mlplab::ProfilePoint& point, const QString& source);

 private:
  void theme_changed() override;
  void open_kept() override;
  std::filesystem::path shown_study() const override;
  struct Source {
    QString title;
    ProfileStudy study;
    std::filesystem::path file = {};  // where it is kept
  };
  const Source* shown_source() const;
  int index_of(const QString& title) const;
  void add_header_tools();
  void start() override;
  void study_changed();
  void show_study();
  /// The chosen one; an empty one where nothing is measured.
  const ProfilePoint& point_or_none() const;
  void show_charts();
  void show_reading();
  static QString title_of(const QDateTime& then);
  void read_kept();
  void keep_study();
  std::optional<GuessQuestion> guess_question() const override;
  std::optional<MeasuredGuess> measured_guess(const GuessQuestion& question) const override;
  QString guess_sentence() const;
  void list_sources();
  void choose_source(int index);

  RunSession& training_;
  std::filesystem::path profiles_folder_, resources_;
  std::filesystem::path opened_file_;  // that is shown where none of the list is
  std::filesystem::path kept_file_;    // of the study that is measured; '' where it could not be kept
  QString kept_title_;                 // of the same, in the list
  ProfileSession session_;
  ProfileSetup* setup_;
  ProfileChoice choice_;
  bool chosen_by_user_ = false;
  QFrame* recorded_ = nullptr;
  QLabel* recorded_icon_ = nullptr;
  QLabel* recorded_text_ = nullptr;
  ChartGrid* grid_;
  QToolButton* percent_ = nullptr;
  QToolButton* over_ = nullptr;
  QToolButton* roofline_ = nullptr;
  QComboBox* point_box_ = nullptr;
  QToolButton* operations_ = nullptr;
  TimelineCard* timeline_ = nullptr;
  QToolButton* file_menu_ = nullptr;
  std::vector<Source> kept_sources_;  // measured here before, the newest first
  std::vector<Source> recorded_sources_;
  std::vector<Source> sources_;
  int shown_source_ = -1;
};

}  // namespace mlplab
