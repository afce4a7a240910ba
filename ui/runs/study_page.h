// Base of the pages that measure a study: its setup and the reading at the side, kept studies, guesses. To add one: a
// Page as page.h says, derived from this, a session derived from MeasuringSession, a StudySetup given to lay_out().
#pragma once

#include <QComboBox>
#include <filesystem>

#include "core/lessons/lesson.h"
#include "ui/runs/guess_file.h"
#include "ui/runs/measuring_session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/page.h"

namespace mlplab {

class SideColumn;
class StudySetup;

class StudyPage : public Page {
  Q_OBJECT
 public:
  bool measuring() const override { return measurement_.active(); }
  void stop_measuring() override { measurement_.stop(); }
  /// The rows of its setup, as 'scale.repeats'.
  std::vector<std::pair<QString, Form*>> lesson_forms() override;
  std::function<void()> way_back() override;
  QString reading() const;

 protected:
  /// `session`: a member of the page, of which nothing is asked before lay_out().
  StudyPage(const QString& id, const QString& title, MeasuringSession& session, QWidget* parent);
  /// `heading` and `text_name`: of the reading.
  void lay_out(QVBoxLayout* left, StudySetup* setup, const QString& heading, const QString& text_name);
  /// For all parts that have the signals failed() and saved().
  template <class Part>
  void pass_on(Part* part) {
    connect(part, &Part::failed, this, &Page::failed);
    connect(part, &Part::saved, this, &Page::saved);
  }
  void showEvent(QShowEvent* event) override;
  /// Calls open_kept() when the page is first shown or exported.
  void open_once();
  /// (optional) Loads what the page shows at first. Default: nothing.
  virtual void open_kept() {}
  /// Until the measurement has ended, for images of the program.
  void wait_for_end();
  /// Tells the lesson.
  void tell(LessonAct act);
  /// The list of kept studies in the header of a card; `open` shows one.
  QComboBox* make_kept_list(const QString& name, const QString& tip,
                            const std::function<void(const std::filesystem::path&)>& open);
  /// Hidden where there are fewer than `least`.
  void list_kept_studies(const std::vector<std::filesystem::path>& studies, const std::filesystem::path& shown,
                         int least = 1);
  /// Where they cannot be read or written, failed() says so.
  Guesses guesses_in(const std::filesystem::path& file);
  void keep_guesses(const std::filesystem::path& file, const Guesses& guesses);
  /// For a reading: '' where `cpu` is this machine's.
  QString other_machine(const std::string& cpu) const;
  /// The study, where it is there: it may have been deleted since, or not be kept.
  static std::vector<std::filesystem::path> those_there(const std::filesystem::path& study);

  Theme theme_ = light_theme();
  SideColumn* side_ = nullptr;
  QComboBox* kept_ = nullptr;
  bool opened_ = false;

 private:
  MeasuringSession& measurement_;
  StudySetup* measuring_setup_ = nullptr;
};

}  // namespace mlplab
