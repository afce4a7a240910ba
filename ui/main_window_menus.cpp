// The window's actions, menus, file dialogs and small windows. None of them is modal. To add a command: a line in
// make_actions() and its name in make_menus().
#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QSettings>
#include <QStackedWidget>
#include <QUndoStack>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/data/image_file.h"
#include "core/lessons/lesson.h"
#include "core/model/model_file.h"
#include "ui/help/manual.h"
#include "ui/main_window.h"
#include "ui/report/report_writer.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/dialog_area.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/page.h"
#include "ui/window_language.h"

namespace mlplab {

void MainWindow::make_actions() {
  const auto add = [this](const char* name, const QString& text, const char* icon, const QKeySequence& keys, auto act) {
    return add_action(QLatin1String(name), text, QLatin1String(icon), keys, act);
  };
  add("run", tr("&Run"), "play", QKeySequence(tr("Ctrl+R")), [this] { run(); });
  add("pause", tr("&Pause"), "pause", QKeySequence(Qt::Key_Space), [this] { session_->togglePause(); });
  add("step_batch", tr("Step a &batch"), "step", QKeySequence(tr("Ctrl+B")), [this] { stepBatch(); });
  add("step_epoch", tr("Step an &epoch"), "step", QKeySequence(tr("Ctrl+Shift+B")), [this] { stepEpoch(); });
  add("step_changes", tr("What a step &changes…"), "step", {}, [this] { open_step_sheet(); });
  add("stop", tr("&Stop"), "stop", QKeySequence(tr("Ctrl+.")), [this] { session_->stop(); });
  add("rewind", tr("Re&wind"), "rewind", QKeySequence(tr("Ctrl+Backspace")), [this] {
    session_->rewind();
  })->setToolTip(tr("Back to the initial weights, bit for bit (Ctrl+Backspace)"));
  add("open", tr("&Open settings…"), "folder", QKeySequence::Open, [this] { open_settings_file(); });
  add("open_run", tr("Open a &run's folder…"), "folder", QKeySequence(tr("Ctrl+Shift+O")),
      [this] { open_run_folder(); });
  add("save", tr("&Save settings as…"), "save", QKeySequence::Save, [this] { save_settings_file(); });
  add("save_model", tr("Save the &model as…"), "save", QKeySequence(tr("Ctrl+Shift+S")), [this] { save_model_file(); });
  add("export_all", tr("&Export all charts…"), "export", QKeySequence(tr("Ctrl+E")),
      [this] { choose_export_folder(); });
  add("report", tr("&Lab report…"), "report", QKeySequence(tr("Ctrl+Shift+E")), [this] { choose_report_folder(); });
  add("quit", tr("&Quit"), "close", QKeySequence::Quit, [this] { close(); });
  QAction* undo = add("undo", tr("&Undo setting"), "undo", QKeySequence::Undo, [this] { setup_->undo(); });
  QAction* redo =
      add("redo", tr("&Redo setting"), "redo", QKeySequence::Redo, [this] { setup_->undo_stack()->redo(); });
  undo->setEnabled(false);
  redo->setEnabled(false);
  connect(setup_->undo_stack(), &QUndoStack::canUndoChanged, undo, &QAction::setEnabled);
  connect(setup_->undo_stack(), &QUndoStack::canRedoChanged, redo, &QAction::setEnabled);
  add("projector", tr("&Projector mode"), "projector", QKeySequence(Qt::Key_F11), [this] {
    set_projector(!projector_);
  })->setCheckable(true);
  add("next_chart", tr("&Next chart"), "", QKeySequence(tr("Ctrl+Right")),
      [this] { pages_.at(static_cast<std::size_t>(stack_->currentIndex()))->show_next_chart(); });
  add("toggle_theme", tr("&Light or dark"), "moon", QKeySequence(tr("Ctrl+Shift+L")),
      [this] { set_theme_choice(theme_.dark ? ThemeChoice::light : ThemeChoice::dark); });
  auto* group = new QActionGroup(this);
  const auto theme = [&](ThemeChoice choice, const QString& text) {
    QAction* action = add_action(QStringLiteral("theme_") + to_string(choice), text, {}, {},
                                 [this, choice] { set_theme_choice(choice); });
    action->setCheckable(true);
    group->addAction(action);
  };
  theme(ThemeChoice::system, tr("As the &system"));
  theme(ThemeChoice::light, tr("&Light"));
  theme(ThemeChoice::dark, tr("&Dark"));
  auto* languages = new QActionGroup(this);
  for (const std::string& code : languages_in(options_.resources / "translations")) {
    const QString name = QString::fromStdString(code);
    QAction* action = add_action(QStringLiteral("language_") + name, language_name(name), {}, {},
                                 [this, name] { change_language(name); });
    action->setCheckable(true);
    action->setChecked(code == language());
    languages->addAction(action);
  }
  make_lesson_actions();
  add("manual", tr("&Manual"), "lesson", QKeySequence::HelpContents, [this] { show_manual(); });
  add("shortcuts", tr("&Keyboard shortcuts"), "info", QKeySequence(tr("Ctrl+F1")), [this] { show_shortcuts(); });
  add("about", tr("&About MLP Lab"), "info", {}, [this] { show_about(); });
}

void MainWindow::make_menus(QMenuBar* bar) {
  const auto fill = [this](QMenu* menu, std::initializer_list<const char*> names) {
    for (const char* name : names) {
      if (*name == '\0') {
        menu->addSeparator();
      } else {
        menu->addAction(actions_.at(QLatin1String(name)));
      }
    }
  };
  QMenu* file = bar->addMenu(tr("&File"));
  fill(file, {"open", "save", "", "open_run"});
  QMenu* recent = file->addMenu(tr("Open re&cent"));
  connect(recent, &QMenu::aboutToShow, this, [this, recent] { fill_recent(recent); });
  QMenu* studies = file->addMenu(tr("Published s&tudies"));
  studies->setObjectName(QStringLiteral("published_studies"));
  studies->setToolTipsVisible(true);
  connect(studies, &QMenu::aboutToShow, this, [this, studies] { fill_studies_menu(studies); });
  fill(file, {"save_model", "export_all", "report", "", "quit"});
  fill(bar->addMenu(tr("&Run")),
       {"run", "pause", "step_batch", "step_epoch", "step_changes", "stop", "rewind", "", "undo", "redo"});
  QMenu* view = bar->addMenu(tr("&View"));
  // Pages are known later: their entries are made when the menu is first opened.
  connect(view, &QMenu::aboutToShow, this, [this, view] {
    if (!view->actions().isEmpty() && view->actions().first()->property("page").isValid()) return;
    QAction* before = view->actions().value(0);
    for (const Page* page : pages_) {
      QAction* action = actions_.at(QStringLiteral("page_") + page->id());
      action->setProperty("page", true);
      view->insertAction(before, action);
    }
    view->insertSeparator(before);
  });
  fill(view, {"theme_system", "theme_light", "theme_dark", "", "projector", "next_chart", ""});
  // The menu's title stands in English, too, because a user lost in another language looks for it.
  QMenu* languages =
      view->addMenu(language() == "en" ? tr("Lan&guage") : tr("Lan&guage") + QStringLiteral(" · Language"));
  for (const std::string& code : languages_in(options_.resources / "translations"))
    languages->addAction(actions_.at(QStringLiteral("language_") + QString::fromStdString(code)));
  QMenu* lesson = bar->addMenu(tr("Lesson"));  // each of its letters is a field's on some page: Alt and the arrows
  connect(lesson, &QMenu::aboutToShow, this, [this, lesson] { fill_lesson_menu(lesson); });
  fill(lesson, {"lesson_open", "lesson_save", "", "lesson_back", "lesson_next", "lesson_fold", "lesson_leave"});
  fill(bar->addMenu(tr("&Help")), {"manual", "shortcuts", "", "about"});
}

void MainWindow::change_language(const QString& code) {
  const QString now = QString::fromStdString(language());
  if (code == now) return;
  if (const QString busy = why_busy(); !busy.isEmpty()) {
    banner_->tell(Banner::Kind::warning, busy);
    actions_.at(QStringLiteral("language_") + now)->setChecked(true);
    return;
  }
  QSettings().setValue(QStringLiteral("window/language"), code);
  wanted_language_ = code;
  close();
}

/// An error that `act` throws is shown in the banner.
std::function<void(const QString&)> MainWindow::telling(std::function<void(const QString&)> act) {
  return [this, act = std::move(act)](const QString& path) {
    try {
      act(path);
    } catch (const std::exception& error) {
      banner_->tell(Banner::Kind::error, QString::fromUtf8(error.what()));
    }
  };
}

namespace {

constexpr const char* recent_setting = "recent/paths";
constexpr int most_recent = 10;

}  // namespace

void MainWindow::open_path(const QString& path) {
  const std::filesystem::path wanted = std::filesystem::path(path.toStdString());
  std::error_code ignored;
  const bool folder = std::filesystem::is_directory(wanted, ignored);
  try {
    if (folder && std::filesystem::exists(wanted / "spec.json", ignored)) {
      session_->open(wanted);
    } else if (folder || is_file_of_images(wanted)) {
      setup_->offer_folder(QString::fromStdString(wanted.string()));
    } else {
      try {
        const nlohmann::json json = parse_json(read_file(wanted));
        if (is_lesson(json)) return open_lesson(wanted);
        setup_->change_spec(json.get<RunSpec>());
      } catch (const InputError&) {
        throw;  // it names the file
      } catch (const std::exception& error) {
        throw InputError(tr("Cannot use %1: %2").arg(path, QString::fromUtf8(error.what())).toStdString());
      }
    }
    action(QStringLiteral("page_train"))->trigger();
    QStringList recent = QSettings().value(QLatin1String(recent_setting)).toStringList();
    recent.removeAll(path);
    recent.prepend(path);
    QSettings().setValue(QLatin1String(recent_setting), recent.mid(0, most_recent));
  } catch (const std::exception& error) {
    banner_->tell(Banner::Kind::error, QString::fromUtf8(error.what()));
  }
}

/// Files that no longer exist are not offered.
void MainWindow::fill_recent(QMenu* menu) {
  menu->clear();
  for (const QString& path : QSettings().value(QLatin1String(recent_setting)).toStringList()) {
    if (!QFileInfo::exists(path)) continue;
    QString shown = QDir::toNativeSeparators(path);
    menu->addAction(shown.replace(QLatin1Char('&'), QStringLiteral("&&")), this, [this, path] { open_path(path); });
  }
  if (menu->isEmpty()) menu->addAction(tr("nothing yet"))->setEnabled(false);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  const QList<QUrl> urls = event->mimeData()->urls();
  if (std::ranges::any_of(urls, &QUrl::isLocalFile)) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  event->acceptProposedAction();
  QStringList paths;
  for (const QUrl& url : event->mimeData()->urls()) {
    if (url.isLocalFile()) paths << url.toLocalFile();
  }
  if (paths.isEmpty()) return;
  // An image is for the sheet, unless the shown page takes it; all else is first of all the shown page's.
  if (has_image_name(paths.first().toStdString()) && QFileInfo(paths.first()).isFile() &&
      !pages_.at(static_cast<std::size_t>(stack_->currentIndex()))->takes_images())
    actions_.at(QStringLiteral("page_draw"))->trigger();
  if (pages_.at(static_cast<std::size_t>(stack_->currentIndex()))->take_dropped(paths)) return;
  for (const QString& path : paths) open_path(path);
}

void MainWindow::open_settings_file() {
  ask_for_file(this, tr("Open settings"), tr("Run settings (*.json)"),
               [this](const QString& path) { open_path(path); });
}

void MainWindow::save_settings_file() {
  ask_where_to_save(this, tr("Save settings"), QStringLiteral("run.json"), tr("Run settings (*.json)"),
                    telling([this](const QString& path) {
                      write_file_atomically(path.toStdString(), dump_json(nlohmann::json(setup_->spec()), 2) + "\n");
                      banner_->tell(Banner::Kind::info, tr("Saved %1").arg(path));
                    }));
}

void MainWindow::save_model_file() {
  ask_where_to_save(this, tr("Save the model"), QStringLiteral("model.safetensors"), tr("Models (*.safetensors)"),
                    telling([this](const QString& path) {
                      if (!session_->weights()) return;
                      TrainingState model = *session_->weights();
                      model.slots.clear();
                      save_model(path.toStdString(), model);
                      banner_->tell(Banner::Kind::info, tr("Saved %1").arg(path));
                    }));
}

void MainWindow::open_run_folder() {
  make_folder_dialog(this, tr("Open a run's folder"), QString::fromStdString(session_->runs_folder().string()),
                     [this](const QString& path) {
                       // A folder that is no run's would be taken for data.
                       std::error_code ignored;
                       if (std::filesystem::exists(std::filesystem::path(path.toStdString()) / "spec.json", ignored)) {
                         open_path(path);
                       } else {
                         banner_->tell(Banner::Kind::error,
                                       tr("%1 is not a run's folder: it has no spec.json").arg(path));
                       }
                     })
      ->show();
}

void MainWindow::choose_export_folder() {
  const QString last = QSettings().value(QStringLiteral("export/folder")).toString();
  QFileDialog* dialog = make_folder_dialog(this, tr("A folder for all charts"), last, [this](const QString& folder) {
    QSettings().setValue(QStringLiteral("export/folder"), folder);
    export_all(folder);
  });
  dialog->show();
}

/// The kept folders that the shown page shows; where it shows none, those of all pages.
std::vector<std::filesystem::path> MainWindow::kept_things() const {
  std::vector<std::filesystem::path> things = pages_.at(static_cast<std::size_t>(stack_->currentIndex()))->kept();
  if (!things.empty()) return things;
  for (const Page* page : pages_)
    for (const std::filesystem::path& thing : page->kept())
      if (std::ranges::find(things, thing) == things.end()) things.push_back(thing);
  return things;
}

void MainWindow::choose_report_folder() {
  if (!may_write_report()) return;
  const QString last = QSettings().value(QStringLiteral("report/folder")).toString();
  make_folder_dialog(this, tr("A folder for the lab report"), last, [this](const QString& folder) {
    QSettings().setValue(QStringLiteral("report/folder"), folder);
    write_report_to(folder);
  })->show();
}

/// Says why not. A measurement in progress would be disturbed.
bool MainWindow::may_write_report() {
  const QString busy = why_no_run();
  const bool nothing = kept_things().empty();
  if (!busy.isEmpty())
    banner_->tell(Banner::Kind::error, busy);
  else if (nothing)
    banner_->tell(Banner::Kind::info,
                  tr("There is nothing to report on yet: train, or choose something on the page Runs."));
  return busy.isEmpty() && !nothing;
}

void MainWindow::write_report_to(const QString& folder) {
  if (!may_write_report()) return;
  banner_->tell(Banner::Kind::info, tr("Writing the lab report…"));
  std::vector<ShownRun> shown;
  for (const auto& run : session_->runs())
    if (!run->folder.empty()) shown.push_back({run->folder, run->number, run->color.index});
  report_->write(kept_things(), folder.toStdString(), shown);
}

namespace {

void show_text(QWidget* parent, const QString& title, const QString& html) {
  auto* dialog = new QDialog(parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(title);
  auto* column = new QVBoxLayout((new DialogArea(dialog))->contents());
  column->setContentsMargins(20, 16, 20, 16);
  auto* text = new QLabel(html);
  text->setTextFormat(Qt::RichText);
  text->setTextInteractionFlags(Qt::TextBrowserInteraction);
  column->addWidget(text);
  dialog->show();
}

}  // namespace

void MainWindow::show_shortcuts() {
  QString rows;
  for (const QAction* action : actions()) {
    if (action->shortcut().isEmpty()) continue;
    QString name = action->text();
    name.remove(QLatin1Char('&')).remove(QStringLiteral("…"));
    rows += QStringLiteral("<tr><td style='padding-right:24px'>%1</td><td><b>%2</b></td></tr>")
                .arg(name, action->shortcut().toString(QKeySequence::NativeText));
  }
  show_text(this, tr("Keyboard shortcuts"), QStringLiteral("<table cellspacing='4'>%1</table>").arg(rows));
}

void MainWindow::show_about() { show_text(this, tr("About MLP Lab"), about_text()); }

/// Shows the manual of the current page. There is one manual window, which stays open beside the work.
void MainWindow::show_manual() {
  if (manual_ == nullptr) {
    std::vector<std::pair<QString, QString>> topics{{QStringLiteral("window"), tr("The window")}};
    for (const Page* page : pages_) topics.emplace_back(page->id(), page->title());
    manual_ = new Manual(options_.resources / "manual", topics, this);
  }
  manual_->show_topic(pages_.at(static_cast<std::size_t>(stack_->currentIndex()))->id());
  manual_->show();
  manual_->raise();
  manual_->activateWindow();
}

}  // namespace mlplab
