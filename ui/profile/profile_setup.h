// The form beside the Profile page's charts: what to take apart, start, stop, progress, and which study is shown. The
// network, data and seed are those of the Train page. To add a setting: a field in the constructor, its line in spec().
#pragma once

#include <QWidget>
#include <optional>

#include "core/lessons/lesson.h"
#include "core/reporting/charts/profile_charts.h"
#include "ui/profile/profile_session.h"
#include "ui/study/study_setup.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace mlplab {

class NumberBox;

class ProfileSetup : public StudySetup {
  Q_OBJECT
 public:
  ProfileSetup(ProfileSession& session, std::vector<ProfileOverlay> overlays);

  /// The run whose network, data, optimiser and seed are used, as the Train page has it.
  void set_base(const RunSpec& base);
  /// The study that the whole form describes. Throws UsageError.
  ProfileStudySpec spec() const;
  void set_spec(const ProfileStudySpec& spec);
  /// The form's part of a lesson. take_lesson() returns what it could not apply.
  LessonProfile lesson_part() const;
  QString take_lesson(const LessonProfile& part);
  std::function<void()> way_back() override;
  std::optional<ProfileOverlay> overlay() const { return published_in(overlays_); }

  /// The studies to choose from, and which one is shown now (-1: none of them).
  void set_sources(const QStringList& titles, int shown);
  QLineEdit* batches() const { return batches_; }
  QComboBox* backend() const { return backend_; }
  QComboBox* sources() const { return sources_; }
  /// Beside the list of studies: its menu opens and saves them.
  QToolButton* file_menu_button() const { return files_; }

 Q_SIGNALS:
  void sourceChosen(int index);

 private:
  std::vector<int> sizes() const;
  void backend_chosen();
  void check() override;
  void refresh() override;
  const BackendOption* placement_option() const;

  ProfileSession& session_;
  std::vector<ProfileOverlay> overlays_;
  QLabel* absent_;
  QWidget* placement_row_;
  std::vector<QCheckBox*> placements_;
  QLineEdit* batches_;
  NumberBox* steps_;
  NumberBox* epochs_;
  QLabel* sources_label_;
  QComboBox* sources_;
  QToolButton* files_;
};

}  // namespace mlplab
