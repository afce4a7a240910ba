// The lesson that the window is in: its settings and controls put on, what the class does told to it, and at its end
// all as the user had it.
#pragma once

#include <QObject>
#include <QStringList>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "core/lessons/lesson_progress.h"

namespace mlplab {

class Page;
class RunSession;
class SetupPanel;

struct ClassroomParts {
  RunSession& session;
  SetupPanel& setup;
  const std::vector<Page*>& pages;
  std::function<int()> page_now;           // its index
  std::function<void(int)> show_page;      // by index
  std::function<void(int, bool)> let_see;  // whether there is a way to the page with this index
};

class Classroom : public QObject {
  Q_OBJECT
 public:
  Classroom(ClassroomParts parts, QObject* parent = nullptr);

  /// In place of the lesson that is open. Throws InputError: it cannot be read, names a control or a page that there is
  /// not, or something is being measured.
  void open(const std::filesystem::path& file);
  /// As read from `name`, the file.
  void open(const Lesson& lesson, const std::filesystem::path& name);
  enum class Then { page_before, page_now };
  /// All is as it was before the lesson, and the page what `then` says; runs and measurements stay. Nothing where there
  /// is none.
  void leave(Then then = Then::page_before);
  bool active() const { return progress_.has_value(); }
  /// The progress of the open lesson; null without one.
  const LessonProgress* progress() const { return progress_ ? &*progress_ : nullptr; }
  void show_step(int step);
  /// The kernel of the shown step in a new folder, on the page Workshop, which is shown. Nothing where it has none.
  void begin_kernel();
  /// The user's own form: as it was before the lesson, where one is open.
  const RunSpec& own_form() const;
  /// The index of the user's own page: the one shown before the lesson, where one is open.
  int own_page() const { return progress_ ? page_before_ : parts_.page_now(); }
  /// The window as it is now, as a lesson: settings, forms, page, and of an open lesson its texts and controls.
  Lesson snapshot() const;
  /// The names that a lesson may hide or lock: pages, and rows of forms with their page.
  QStringList controls() const;
  void page_opened(int index);

 Q_SIGNALS:
  /// Another lesson, none any more, another step, or something was done.
  void changed();
  /// Part of the lesson cannot be done in this window; the sentence says which.
  void warned(const QString& sentence);

 private:
  void check_names(const Lesson& lesson) const;
  int page_index(const std::string& id) const;
  void hold(const Lesson& lesson);
  void end_lesson();
  void put_back_pages();
  QString take(const Lesson& lesson);
  void tell(const LessonEvent& event);
  void run_changed();
  void show_a_seen_page();
  int newest_run() const;
  Lesson forms_now() const;

  ClassroomParts parts_;
  std::optional<LessonProgress> progress_;
  Lesson before_;                                 // the user's own settings and forms
  std::vector<std::function<void()>> ways_back_;  // what of the pages' forms is not in it
  bool putting_on_ = false;
  int page_before_ = 0;
  int first_run_ = 0;            // runs up to this one were there before the lesson
  int begun_run_ = 0;            // the newest that began anew
  int started_run_ = 0;          // the newest whose start was told
  std::size_t told_epochs_ = 0;  // of that run
};

}  // namespace mlplab
