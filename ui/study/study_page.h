// Base of the pages that measure a study: its setup and the reading at the side, start and resume, kept studies,
// guesses, the theme of its parts. To add one: a Page as page.h says, derived from this, a session derived from
// MeasuringSession, a StudySetup given to lay_out().
#pragma once

#include <QComboBox>
#include <filesystem>

#include "core/lessons/lesson.h"
#include "ui/runs/guess_file.h"
#include "ui/runs/measuring_session.h"
#include "ui/study/reading.h"
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
  void set_theme(const Theme& theme) override;
  std::vector<std::filesystem::path> kept() const override;
  /// The rows of its setup, as 'scale.repeats'.
  std::vector<std::pair<QString, Form*>> lesson_forms() override;
  std::function<void()> way_back() override;
  QString reading() const;

 protected:
  /// `session`: a member of the page, of which nothing is asked before lay_out().
  StudyPage(const QString& id, const QString& title, MeasuringSession& session, QWidget* parent = nullptr);
  /// `heading` and `text_name`: of the reading.
  void lay_out(QVBoxLayout* left, StudySetup* setup, const QString& heading, const QString& text_name);
  /// For a part that has the signals failed() and saved().
  template <class Part>
  void pass_on(Part* part) {
    connect(part, &Part::failed, this, &Page::failed);
    connect(part, &Part::saved, this, &Page::saved);
  }
  /// For a part that has a theme, too.
  template <class Part>
  Part* take(Part* part) {
    pass_on(part);
    dress_.push_back([part](const Theme& theme) { part->set_theme(theme); });
    return part;
  }
  /// (optional) After take()n parts and the side have another theme. Default: nothing.
  virtual void theme_changed() {}
  /// (optional) Measures what the form says; an Error is said by the form. Default: nothing.
  virtual void start() {}
  /// (optional) Goes on with what was stopped. Default: nothing.
  virtual void resume() {}
  void read(const Reading& reading);
  void showEvent(QShowEvent* event) override;
  /// Calls open_kept() when the page is first shown or exported.
  void open_once();
  /// (optional) Loads what the page shows at first. Default: nothing.
  virtual void open_kept() {}
  /// Until the measurement has ended, for images of the program.
  void wait_for_end();
  void tell(LessonAct act);
  /// The list of kept studies in the header of a card; `open` shows one.
  QComboBox* make_kept_list(const QString& name, const QString& tip,
                            const std::function<void(const std::filesystem::path&)>& open);
  /// (optional) Those of the list, the newest first, and which one is shown: '' for none that is kept. Default: none.
  virtual std::vector<std::filesystem::path> kept_studies() const { return {}; }
  virtual std::filesystem::path shown_study() const { return {}; }
  /// Fills the list, which is hidden where there are fewer than least_kept_; whenever the session's state changes.
  void list_kept();
  /// Where they cannot be read or written, failed() says so.
  Guesses guesses_in(const std::filesystem::path& file);
  void keep_guesses(const std::filesystem::path& file, const Guesses& guesses);
  /// The form's guess becomes that of the study in this file, kept beside it.
  void take_guess(const std::filesystem::path& file);
  /// Nothing was measured: it is for the next one.
  void give_guess_back(const std::filesystem::path& file);
  void read_guess(const std::filesystem::path& file);
  /// For a reading: '' where `cpu` is this machine's.
  static QString other_machine(const std::string& cpu);

  static constexpr std::size_t most_kept = 20;  // in the list
  Theme theme_ = light_theme();
  SideColumn* side_ = nullptr;
  QComboBox* kept_ = nullptr;
  int least_kept_ = 1;
  bool opened_ = false;
  std::optional<double> guess_;  // made for the study that is shown
  const char* guess_name_ = "speedup";
  double guess_unit_ = 1.0;  // times the field's number

 private:
  MeasuringSession& measurement_;
  StudySetup* measuring_setup_ = nullptr;
  std::vector<std::function<void(const Theme&)>> dress_;
};

}  // namespace mlplab
