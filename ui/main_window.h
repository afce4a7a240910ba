// The window: toolbar and menus, navigation, pages, banner, status strip. It knows its
// pages as Page only; to add one: its line in pages.cpp.
#pragma once

#include <QMainWindow>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/lessons/study_file.h"
#include "ui/runs/run_session.h"
#include "ui/theme/late_style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/background.h"

class QAction;
class QHBoxLayout;
class QLabel;
class QLockFile;
class QMenu;
class QMenuBar;
class QStackedWidget;
class QToolButton;

namespace mlplab {

class Banner;
class Classroom;
class LessonDialog;
class LessonPanel;
class Manual;
class Page;
class PageList;
class PageArea;
class ReportWriter;
class RoundingCheck;
class SetupPanel;
class RunData;
class StatusStrip;
class StepSheet;
class StepWatch;
class WordedButtons;
struct Lesson;

struct WindowOptions {
  std::filesystem::path resources;
  std::filesystem::path runs_folder;
  std::optional<ThemeChoice> theme;  // nothing: as chosen last time
  bool system_dark = false;
  bool start_by_itself = true;  // on the very first start, a run with the defaults
};

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  explicit MainWindow(const WindowOptions& options, QWidget* parent = nullptr);
  ~MainWindow() override;

  RunSession& session() { return *session_; }
  SetupPanel& setup() { return *setup_; }
  Banner& banner() { return *banner_; }
  const std::vector<Page*>& pages() const { return pages_; }
  const Theme& theme() const { return theme_; }
  void show_page(int index);
  void set_theme_choice(ThemeChoice choice);
  void set_projector(bool on);
  /// Closes this window, so that one in that language can be made; refused with a sentence while something measures.
  void change_language(const QString& code);
  /// The language that the next window is to have; '' where this one was closed for good.
  QString wanted_language() const { return wanted_language_; }
  /// All that the pages show as files, charts as PNG, SVG, PDF and CSV; their paths. Throws InputError.
  QStringList save_all(const QString& folder);
  /// As save_all(); success and failure are shown in the banner.
  QStringList export_all(const QString& folder);
  /// Begins a lab report of what the page shows, or all pages together where it shows nothing that is kept; success and
  /// failure are shown in the banner.
  void write_report_to(const QString& folder);
  ReportWriter& report_writer() { return *report_; }
  QAction* action(const QString& name) const;
  /// Opens what repeats it, and says about how long that takes once a few batches have told.
  void open_study(const StudyFile& study, StudySize size);
  Classroom& classroom() { return *classroom_; }
  LessonPanel& lesson_panel() { return *lesson_panel_; }
  /// Throws InputError: it is no lesson, or what it asks for is refused.
  void open_lesson(const std::filesystem::path& file);
  /// A run's folder is shown, settings (*.json) fill the form, a folder of IDX files becomes its data, any other is
  /// looked into first. Errors are shown in the banner.
  void open_path(const QString& path);
  /// Lets the window be as small as a screen with so much free room wants it.
  void fit_screen(const QSize& available);

 public Q_SLOTS:
  void run();
  void stepBatch();
  void open_step_sheet();
  void stepEpoch();

 protected:
  void closeEvent(QCloseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void add_pages();
  void show_step_sheet(bool with_keys);
  /// Why nothing else can be measured now: the run in progress or the page that measures; '' when there is none.
  QString why_busy() const;
  /// Why no run can begin: the page that is measuring; '' when none is.
  QString why_no_run() const;
  void make_actions();
  QAction* add_action(const QString& name, const QString& text, const QString& icon, const QKeySequence& shortcut,
                      const std::function<void()>& act);
  QWidget* make_top_bar();
  QToolButton* add_tool(QHBoxLayout* row, const QString& action, bool with_text);
  void make_menus(QMenuBar* bar);
  void make_classroom();
  void make_lesson_actions();
  void fill_lesson_menu(QMenu* menu);
  void fill_studies_menu(QMenu* menu);
  /// `finished`: the page that is shown stays; else that of before comes back.
  void leave_lesson(bool finished);
  void save_lesson_file();
  void choose_lesson_file(LessonDialog& dialog, Lesson lesson);
  void connect_session();
  void restore_settings();
  void offer_to_resume(const QString& news);
  void take_session_lock();
  QString put_session_aside();
  void store_settings();
  /// The session's file, soon after a change of what is in it, and before closing.
  void keep_soon() { keep_timer_.start(); }
  void keep_now();
  std::filesystem::path session_file() const { return options_.runs_folder.parent_path() / "session.json"; }
  void show_state();
  bool shows_settings(const QWidget& widget) const;
  void tell_failure(const QString& message);
  void tell_saved(const QString& path);
  void apply_look();
  void hold_back();
  void dress_soon();
  void freeze(QWidget* window);
  void thaw_next();
  void dress(std::size_t page);
  void dress_frame();
  void dress_in_turns();
  void fit_top_bar();
  void fit_projector();
  QSize size_to_be() const;
  std::function<void(const QString&)> telling(std::function<void(const QString&)> act);
  void fill_recent(QMenu* menu);
  void open_settings_file();
  void save_settings_file();
  void save_model_file();
  void open_run_folder();
  void choose_export_folder();
  std::vector<std::filesystem::path> kept_things() const;
  void choose_report_folder();
  bool may_write_report();
  void show_shortcuts();
  void show_about();
  void show_manual();

  WindowOptions options_;
  Theme theme_;
  ThemeChoice theme_choice_ = ThemeChoice::system;
  bool projector_ = false;
  QString wanted_language_;
  RunSession* session_;
  RunData* run_data_;  // of its current run
  StepWatch* step_watch_;
  StepSheet* step_sheet_ = nullptr;
  bool step_sheet_closed_ = false;  // by somebody
  SetupPanel* setup_;
  Banner* banner_;
  StatusStrip* status_;
  ReportWriter* report_;
  Classroom* classroom_ = nullptr;
  LessonPanel* lesson_panel_ = nullptr;
  Background study_time_;
  Manual* manual_ = nullptr;    // once it was asked for
  QByteArray geometry_before_;  // of projector mode, which has the whole screen
  QSize look_size_;             // of the window that the look was made for
  QLabel* name_ = nullptr;
  QToolButton* next_chart_ = nullptr;  // in projector mode, where one chart has the page
  QWidget* top_bar_ = nullptr;
  QMenuBar* menus_ = nullptr;
  PageList* navigation_;
  QStackedWidget* stack_;
  PageArea* page_area_;  // around the stack
  bool follows_screens_ = false;
  QMetaObject::Connection room_changed_;  // of the screen that the window is on
  std::vector<Page*> pages_;
  /// The look of a page: whether it is out of date, and which parts are still to be styled.
  struct Look {
    bool old = false;
    LateStyle style;
  };
  std::vector<Look> looks_;                // [pages]
  LateStyle frame_style_;                  // of all that is in no page
  std::vector<QPointer<QWidget>> frozen_;  // windows that are not painted before they have the look
  std::map<QString, QAction*> actions_;
  std::map<QString, QString> action_icons_;
  std::vector<QToolButton*> tools_;
  WordedButtons* words_ = nullptr;
  QTimer keep_timer_;
  QTimer dress_timer_;
  bool frame_is_old_ = false;  // the bars, the list of pages and the banner wait for the look
  std::unique_ptr<QLockFile> session_lock_;
  QString not_kept_;                 // why this window does not write the session's file; '' where it does
  bool keeping_failed_ = false;      // is reported once
  std::optional<KeptSession> kept_;  // as the file has it
  std::unique_ptr<RoundingCheck> rounding_check_;  // the last: it asks the pages whether they are busy
};

}  // namespace mlplab
