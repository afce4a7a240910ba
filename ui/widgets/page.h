// The base class of every page of the window. To add one: a folder with a class derived from Page, and its line in
// ui/pages.cpp; the window, its navigation, shortcuts, 'export all' and the tour then know it by themselves.
#pragma once

#include <QStringList>
#include <QWidget>
#include <filesystem>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "ui/theme/theme.h"

class QVBoxLayout;

namespace mlplab {

class Form;            // ui/widgets/form.h
struct GuessQuestion;  // core/class/guess_round.h
struct MeasuredGuess;  // core/class/guess_summary.h
struct Lesson;         // core/lessons/lesson.h
struct LessonKernel;   // core/lessons/lesson.h
struct LessonEvent;    // core/lessons/lesson_progress.h
struct RunSpec;        // core/run/run_spec.h

/// How much the tour trains on: seconds, or all examples, for the images of the documents.
enum class ExampleSize { quick, whole };

class Page : public QWidget {
  Q_OBJECT
 public:
  /// `id`: the name of its icon, its action and its image in the tour, as 'train'.
  Page(QString id, QString title, QWidget* parent = nullptr);

  const QString& id() const { return id_; }
  const QString& title() const { return title_; }

  /// Also when projector mode comes or goes.
  virtual void set_theme(const Theme& theme) = 0;
  /// (optional) The run as the Train page has it, at first and whenever it changes. Default: nothing.
  virtual void set_base(const RunSpec& base);
  /// (optional) Whether its fields are the run's settings, so that Undo in one of them is that of the settings.
  /// Default: false.
  virtual bool shows_settings() const { return false; }
  /// (optional) In projector mode: the next chart. Default: nothing.
  virtual void show_next_chart() {}
  /// (optional) All it shows as files in `folder`; their paths. Throws InputError. Default: none.
  virtual QStringList save_all(const QString& folder);
  /// (optional) Takes the files and folders that are dropped on the window while the page is shown, and says what
  /// became of them; false: the window opens them. Default: false.
  virtual bool take_dropped(const QStringList& paths);
  /// (optional) Whether it takes an image that is dropped on it, which is else for the sheet of the page Draw. Default:
  /// false.
  virtual bool takes_images() const { return false; }
  /// (optional) The kept things that it shows: what a lab report of this page is made of. Default: none.
  virtual std::vector<std::filesystem::path> kept() const { return {}; }
  /// (optional) Fills itself for an image of the program, with a short real measurement that is waited for. Default:
  /// nothing.
  virtual void show_example(ExampleSize size) { (void)size; }
  /// (optional) The forms whose rows a lesson may hide or lock, each with what stands before the rows' names: 'scale.'.
  /// Default: none.
  virtual std::vector<std::pair<QString, Form*>> lesson_forms() { return {}; }
  /// (optional) Sets its form as the lesson says, and leaves what that does not name; says what it could not. Default:
  /// nothing.
  virtual QString take_lesson(const Lesson& lesson);
  /// (optional) The other way round: its part of a lesson, as its form is now. Default: nothing.
  virtual void fill_lesson(Lesson& lesson) const;
  /// (optional) Puts the rest of its form back as it is now: what fill_lesson() has no part for. Default: nothing.
  virtual std::function<void()> way_back() {
    return [] {};
  }
  /// (optional) Begins a lesson's kernel in a new folder and shows it; nothing of it is run. Default: nothing.
  virtual void begin_kernel(const LessonKernel& kernel) { (void)kernel; }
  /// (optional) Whether it measures now, so that nothing else should. Default: false.
  virtual bool measuring() const { return false; }
  /// (optional) What its 'Guess first' asks as its form is now, for the class to guess on their phones. Default:
  /// nothing.
  virtual std::optional<GuessQuestion> guess_question() const;
  /// (optional) The measured value for a question, in its unit; nothing while that is not known. Default: nothing.
  virtual std::optional<MeasuredGuess> measured_guess(const GuessQuestion& question) const;
  /// (optional) Ends what it measures; what is measured stays. Default: nothing.
  virtual void stop_measuring() {}

  /// Why nothing can be measured now ('' if it can): something else is measuring.
  void set_busy_check(std::function<QString()> why_busy) { why_busy_ = std::move(why_busy); }
  /// Whether programs may be started on the machines that a spec names: asks the user.
  void set_hosts_check(std::function<bool(const RunSpec&)> may_reach) { may_reach_ = std::move(may_reach); }

 Q_SIGNALS:
  /// measuring() may have changed.
  void measuringChanged();
  /// Sentences for the banner.
  void failed(const QString& message);
  void saved(const QString& path);
  void told(const QString& news);
  /// A lab report of what kept() has.
  void reportWanted();
  /// Something was done that lessons ask for.
  void acted(const mlplab::LessonEvent& event);
  /// The measurement that guess_question() asks for begins, and is kept in this folder or file.
  void guessBegan(const std::filesystem::path& kept);
  /// It is measured; measured_guess() knows it.
  void guessMeasured(const std::filesystem::path& kept);
  /// Another page is to be shown, by its id.
  void pageWanted(const QString& id);

 protected:
  /// The other page that is measuring, or the run in progress, in a sentence; '' where there is none.
  QString why_busy() const { return why_busy_ ? why_busy_() : QString(); }
  /// Whether a measurement of runs like `base` may begin; says why not.
  bool may_measure(const RunSpec& base);
  /// A column with margins, to be filled and then given to set_columns().
  static QVBoxLayout* make_column();
  /// Lays the page out: `left`, and `side` on its right without margins. The keyboard goes through them in that order.
  void set_columns(QVBoxLayout* left, QWidget* side);

 private:
  QString id_, title_;
  std::function<QString()> why_busy_;
  std::function<bool(const RunSpec&)> may_reach_;
};

/// Space pauses the run wherever nothing uses it; in this list or table too, though it could.
void leave_space_to_the_run(QWidget* view);
bool leaves_space_to_the_run(const QObject* view);

}  // namespace mlplab
