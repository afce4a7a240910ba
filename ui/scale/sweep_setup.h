// The form beside the Scale page's charts: what to measure, the class's guess, start, cancel, resume, progress. The run
// that is repeated is the one set up on the Train page. To add a setting: a field in the constructor, its line in
// spec().
#pragma once

#include <QWidget>
#include <optional>

#include "core/lessons/lesson.h"
#include "core/reporting/charts/sweep_charts.h"
#include "core/study/comparison/published.h"
#include "ui/study/study_setup.h"
#include "ui/study/sweep_session.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;

namespace mlplab {

struct GuessQuestion;
class NumberBox;

class SweepSetup : public StudySetup {
  Q_OBJECT
 public:
  SweepSetup(SweepSession& session, std::vector<PublishedStudy> published);

  /// The run that is varied, as the Train page has it; its backend until another is chosen here.
  void set_base(const RunSpec& base);
  /// The sweep that the whole form describes. Throws UsageError.
  SweepSpec spec() const;
  void set_spec(const SweepSpec& spec);
  LessonSweep lesson_part() const;
  void take_lesson(const LessonSweep& part);
  std::function<void()> way_back() override;
  std::optional<Guess> guess() const;
  void set_guess(const std::optional<Guess>& guess);
  /// The same, ticked or not; nothing where a sweep is of other values than workers.
  std::optional<GuessQuestion> guess_question() const;
  std::optional<PublishedOverlay> published() const { return published_in(published_); }
  QComboBox* backend() const { return backend_; }
  void refresh() override;

 Q_SIGNALS:
  /// The measurement that the start button would make has changed, or whether it can be made.
  void planChanged();
  /// The guess or what it is of changed: draw again.
  void extrasChanged();

 private:
  SweepAxis axis() const;
  std::optional<SecondAxis> second() const;
  void set_second(const std::optional<SecondAxis>& across);
  void axis_chosen();
  void fit_repeats();
  void show_enabled_backend();
  void check() override;
  void show_progress();
  int guessed_workers() const;

  SweepSession& session_;
  std::vector<PublishedOverlay> published_;
  std::optional<std::pair<int, int>> before_seeds_;  // repeats and warm-up of the other axes, while the axis is seeds
  QComboBox* axis_;
  QComboBox* scaling_;
  QLineEdit* values_;
  QComboBox* second_;  // 'none', then the axes
  QLineEdit* second_values_;
  NumberBox* repeats_;
  NumberBox* warmup_;
  NumberBox* epochs_;
  QCheckBox* against_reference_;
  QCheckBox* by_epoch_;
  std::optional<int> guess_workers_;  // of a guess that was read; typing other values makes it another one
  QLabel* count_;
};

}  // namespace mlplab
