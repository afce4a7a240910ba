// The window's lessons: the menu, opening, saving, and what of the window a lesson changes.
#include <QAction>
#include <QDir>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QStackedWidget>
#include <algorithm>
#include <map>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/lessons/study_file.h"
#include "core/operations/published_operations.h"
#include "core/study/comparison/published.h"
#include "ui/lessons/classroom.h"
#include "ui/lessons/lesson_dialog.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/main_window.h"
#include "ui/runs/run.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/page.h"
#include "ui/widgets/page_list.h"

namespace mlplab {

void MainWindow::make_classroom() {
  classroom_ = new Classroom(
      {*session_, *setup_, pages_, [this] { return stack_->currentIndex(); }, [this](int page) { show_page(page); },
       [this](int page, bool on) {
         QListWidgetItem* item = navigation_->item(page);
         item->setHidden(!on);
         navigation_->fit();
         item->setFlags(on ? item->flags() | Qt::ItemIsEnabled : item->flags() & ~Qt::ItemIsEnabled);  // for keys
         QAction* action = actions_.at(QStringLiteral("page_") + pages_[static_cast<std::size_t>(page)]->id());
         action->setVisible(on);
         action->setEnabled(on);
       }},
      this);
  lesson_panel_ = new LessonPanel([this](const std::string& id) {
    const auto found = std::ranges::find(pages_, QString::fromStdString(id), &Page::id);
    return found == pages_.end() ? QString::fromStdString(id) : (*found)->title();
  });
  connect(stack_, &QStackedWidget::currentChanged, classroom_, &Classroom::page_opened);
  connect(classroom_, &Classroom::changed, this, [this] {
    lesson_panel_->show_progress(classroom_->progress());
    setup_->ask_for_guess(classroom_->active() && classroom_->progress()->asks_for_guess("train"));
    for (const char* name : {"lesson_back", "lesson_next", "lesson_fold", "lesson_leave"})
      actions_.at(QLatin1String(name))->setEnabled(classroom_->active());
  });
  connect(classroom_, &Classroom::warned, this,
          [this](const QString& sentence) { banner_->tell(Banner::Kind::warning, sentence); });
  connect(lesson_panel_, &LessonPanel::stepWanted, classroom_, &Classroom::show_step);
  connect(lesson_panel_, &LessonPanel::kernelWanted, classroom_, &Classroom::begin_kernel);
  connect(lesson_panel_, &LessonPanel::leaveWanted, this, [this] { leave_lesson(false); });
  connect(lesson_panel_, &LessonPanel::finishWanted, this, [this] { leave_lesson(true); });
}

void MainWindow::make_lesson_actions() {
  const auto add = [this](const char* name, const QString& text, const char* icon, const QKeySequence& keys, auto act) {
    add_action(QLatin1String(name), text, QLatin1String(icon), keys, act);
  };
  add("lesson_open", tr("&Open a lesson…"), "folder", {}, [this] {
    ask_for_file(this, tr("Open a lesson"), tr("Lessons (*.json)"),
                 telling([this](const QString& path) { open_lesson(path.toStdString()); }));
  });
  add("lesson_save", tr("&Save as lesson…"), "save", {}, [this] { save_lesson_file(); });
  add("lesson_back", tr("&Back a step"), "undo", QKeySequence(Qt::ALT | Qt::Key_Left), [this] {
    if (const LessonProgress* progress = classroom_->progress()) classroom_->show_step(progress->step() - 1);
  });
  add("lesson_next", tr("&Next step"), "redo", QKeySequence(Qt::ALT | Qt::Key_Right), [this] {
    if (const LessonProgress* progress = classroom_->progress()) classroom_->show_step(progress->step() + 1);
  });
  add("lesson_fold", tr("&Fold to one line, or unfold"), "", QKeySequence(Qt::ALT | Qt::Key_Up),
      [this] { lesson_panel_->fold(!lesson_panel_->folded()); });
  add("lesson_leave", tr("&Leave the lesson"), "close", {}, [this] { leave_lesson(false); });
  for (const char* name : {"lesson_back", "lesson_next", "lesson_fold", "lesson_leave"})
    actions_.at(QLatin1String(name))->setEnabled(false);
}

/// The shipped lessons are read when the menu is first opened.
void MainWindow::fill_lesson_menu(QMenu* menu) {
  if (menu->property("filled").toBool()) return;
  menu->setProperty("filled", true);
  QAction* before = menu->actions().value(0);
  for (const std::filesystem::path& file : lessons_in(options_.resources / "lessons", language())) {
    try {
      QString title = QString::fromStdString(read_lesson(file).title);
      auto* action = new QAction(title.replace(QLatin1Char('&'), QStringLiteral("&&")), menu);
      connect(action, &QAction::triggered, this, [this, file] {
        telling([this](const QString& path) { open_lesson(path.toStdString()); })(
            QString::fromStdString(file.string()));
      });
      menu->insertAction(before, action);
    } catch (const Error& error) {
      banner_->tell(Banner::Kind::error, QString::fromUtf8(error.what()));
    }
  }
  menu->insertSeparator(before);
}

/// The published studies, each with what of it can be repeated here. Read when the menu is first opened.
void MainWindow::fill_studies_menu(QMenu* menu) {
  if (!menu->isEmpty()) return;
  QAction* full = menu->addAction(tr("&Full size, as in the study"));
  full->setCheckable(true);
  full->setToolTip(tr("Unticked: reduced to laptop size, fewer images and epochs"));
  try {
    std::map<std::string, std::string> labels;
    for (const PublishedStudy& one : published_studies(options_.resources)) labels[one.id] = one.label;
    for (const PublishedOperations& one : published_operations(options_.resources)) labels[one.id] = one.label;
    std::string section;
    for (const StudyFile& study : study_files(options_.resources)) {
      if (study.of != section) {  // a section's text is not shown by every style
        menu->addSeparator();
        menu->addAction(QString::fromStdString(labels[study.of]))->setEnabled(false);
        section = study.of;
      }
      auto* action =
          menu->addAction(QString::fromStdString(study.title).replace(QLatin1Char('&'), QStringLiteral("&&")));
      action->setToolTip(QString::fromStdString(study.prints));
      connect(action, &QAction::triggered, this, [this, study, full] {
        telling([this, study, full](const QString&) {
          banner_->dismiss();
          open_study(study, full->isChecked() ? StudySize::full : StudySize::laptop);
        })(QString());
      });
    }
  } catch (const Error& error) {
    banner_->tell(Banner::Kind::error, QString::fromUtf8(error.what()));
  }
}

/// How long it takes is asked of a few batches, beside the window: the lesson is there at once.
void MainWindow::open_study(const StudyFile& study, StudySize size) {
  const Lesson lesson = lesson_of(study, size);
  study_time_.forget();
  lesson_panel_->set_remark({});
  classroom_->open(lesson, study.path);
  if (!why_busy().isEmpty()) return;
  study_time_.ask([this, lesson, resources = options_.resources](const std::atomic<bool>& stop) -> Background::Finish {
    std::string words;
    try {
      words = time_words(lesson, resources, OtherPrograms::left_out, &stop);
    } catch (const Error& error) {
      words = error.what();
    }
    return [this, words] { lesson_panel_->set_remark(QString::fromStdString(words)); };
  });
}

void MainWindow::open_lesson(const std::filesystem::path& file) {
  lesson_panel_->fold(false);
  banner_->dismiss();
  study_time_.forget();
  lesson_panel_->set_remark({});
  classroom_->open(file);
}

void MainWindow::leave_lesson(bool finished) {
  if (!classroom_->active()) return;
  study_time_.forget();
  classroom_->leave(finished ? Classroom::Then::page_now : Classroom::Then::page_before);
  banner_->tell(Banner::Kind::info, tr("The lesson is over; the settings are those from before it."));
}

void MainWindow::save_lesson_file() {
  auto* dialog = new LessonDialog(
      classroom_->snapshot(), classroom_->controls(),
      [this](LessonDialog& asking, const Lesson& lesson) { choose_lesson_file(asking, lesson); }, this);
  dialog->show();
}

/// Leaves out settings that a lesson must not have, and names them.
void MainWindow::choose_lesson_file(LessonDialog& dialog, Lesson lesson) {
  std::vector<std::string> left_out = leave_out_unfit(lesson.settings);
  const auto drop_unfit = [&](std::vector<std::string>& backends) {
    std::erase_if(backends, [&](const std::string& name) {
      const bool unfit = backend_index(name) < 0 || !why_unfit(name).empty();
      if (unfit) left_out.push_back(tr("the backend %1").arg(QString::fromStdString(name)).toStdString());
      return unfit;
    });
  };
  if (lesson.comparison && lesson.comparison->backends) drop_unfit(*lesson.comparison->backends);
  if (lesson.sweep && lesson.sweep->axis == SweepAxis::backend) {
    drop_unfit(lesson.sweep->values);
    if (lesson.sweep->values.empty()) lesson.sweep.reset();
  }
  try {
    (void)parse_lesson(to_text(lesson));
  } catch (const Error& error) {
    return dialog.say(QString::fromUtf8(error.what()));
  }
  ask_where_to_save(&dialog, tr("Save as lesson"), QStringLiteral("lesson.json"), tr("Lessons (*.json)"),
                    [this, &dialog, lesson, left_out](const QString& path) {
                      try {
                        write_lesson(path.toStdString(), lesson);
                      } catch (const Error& error) {
                        return dialog.say(QString::fromUtf8(error.what()));
                      }
                      dialog.accept();
                      QStringList names;
                      for (const std::string& name : left_out) names << QString::fromStdString(name);
                      if (names.isEmpty()) return banner_->tell(Banner::Kind::info, tr("Saved %1").arg(path));
                      banner_->tell(Banner::Kind::warning,
                                    tr("Saved %1. Left out, because a lesson must not have it: %2.")
                                        .arg(path, names.join(QStringLiteral("; "))));
                    });
}

}  // namespace mlplab
