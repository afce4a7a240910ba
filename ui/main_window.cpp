// Assembly of the window, and what it does with the runs. Menus, files and windows beside it: main_window_menus.cpp;
// what is there again the next time: main_window_session.cpp.
#include "ui/main_window.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QDesktopServices>
#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QLockFile>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QScreen>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <QUrl>
#include <QWindow>
#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/launch/configurations.h"
#include "ui/lessons/classroom.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/pages.h"
#include "ui/report/report_writer.h"
#include "ui/runs/rounding_check.h"
#include "ui/runs/run_data.h"
#include "ui/runs/step_watch.h"
#include "ui/status_strip.h"
#include "ui/theme/icons.h"
#include "ui/theme/style_sheet.h"
#include "ui/train/setup_panel.h"
#include "ui/train/step_sheet.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/page.h"
#include "ui/widgets/page_list.h"
#include "ui/widgets/plain_texts.h"
#include "ui/widgets/tables.h"
#include "ui/widgets/worded_buttons.h"
#include "ui/window_size.h"

namespace mlplab {

namespace {

QFrame* rule(bool horizontal) {
  auto* line = new QFrame;
  set_role(line, "rule");
  if (horizontal) {
    line->setFixedHeight(1);
  } else {
    line->setFixedWidth(1);
  }
  return line;
}

}  // namespace

MainWindow::MainWindow(const WindowOptions& options, QWidget* parent) : QMainWindow(parent), options_(options) {
  show_texts_plain();
  // Set once all widgets are there (apply_look): under a style sheet each of them is styled whenever it moves.
  qApp->setStyleSheet({});
  setWindowTitle(tr("MLP Lab"));
  setWindowIcon(QIcon(QStringLiteral(":/icons/mlplab.svg")));
  session_ = new RunSession(options.runs_folder, options.resources, this);
  run_data_ = new RunData(*session_, options.resources, session_);
  step_watch_ = new StepWatch(*session_, *run_data_);
  session_->set_ask_for_hosts([this](const QString& hosts) {
    return QMessageBox::question(this, tr("Other machines"),
                                 tr("This run computes on other machines: %1. Start it there?").arg(hosts)) ==
           QMessageBox::Yes;
  });
  setup_ = new SetupPanel(options.resources);
  banner_ = new Banner;
  status_ = new StatusStrip(*session_);
  connect(status_, &StatusStrip::failed, this, &MainWindow::tell_failure);
  connect(status_, &StatusStrip::saved, this, &MainWindow::tell_saved);
  report_ = new ReportWriter(options.resources, this);
  connect(report_, &ReportWriter::failed, this, [this](const QString& m) { banner_->tell(Banner::Kind::error, m); });
  connect(report_, &ReportWriter::written, this, [this](const QString& folder) {
    banner_->tell(
        Banner::Kind::info, tr("The lab report is in %1: HTML, PDF and Markdown").arg(QDir::toNativeSeparators(folder)),
        tr("Open"),
        [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder + QStringLiteral("/report.html"))); });
  });
  make_actions();
  setMenuWidget(make_top_bar());
  take_session_lock();

  navigation_ = new PageList;
  navigation_->setAccessibleName(tr("Pages"));
  set_role(navigation_, "navigation");
  leave_space_to_the_run(navigation_);
  navigation_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  stack_ = new QStackedWidget;
  add_pages();
  make_classroom();
  connect(navigation_, &QListWidget::currentRowChanged, this, &MainWindow::show_page);
  connect(navigation_, &QListWidget::itemSelectionChanged, this, [this] {
    // A click beside the entries selects none; the page is still shown.
    if (navigation_->selectedItems().isEmpty() && navigation_->currentItem())
      navigation_->currentItem()->setSelected(true);
  });

  auto* middle = new QVBoxLayout;
  middle->setSpacing(0);
  page_area_ = new PageArea(stack_);
  middle->addWidget(new BannerStage(page_area_, banner_), 1);
  auto* row = new QHBoxLayout;
  row->setSpacing(0);
  row->addWidget(navigation_);
  row->addWidget(rule(false));
  row->addLayout(middle, 1);
  auto* central = new QWidget;
  auto* column = new QVBoxLayout(central);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(rule(true));
  column->addWidget(lesson_panel_);
  column->addLayout(row, 1);
  column->addWidget(rule(true));
  column->addWidget(status_);
  setCentralWidget(central);
  setAcceptDrops(true);
  fit_screen(free_room(*screen()));
  resize(first_window_size(free_room(*screen())));

  connect_session();
  rounding_check_ = std::make_unique<RoundingCheck>(*session_, [this] { return why_busy(); });
  restore_settings();
  constexpr int keep_after_ms = 400;  // of the last change: a number being typed is many
  keep_timer_.setSingleShot(true);
  keep_timer_.setInterval(keep_after_ms);
  connect(&keep_timer_, &QTimer::timeout, this, &MainWindow::keep_now);
  connect(&dress_timer_, &QTimer::timeout, this, &MainWindow::dress_in_turns);
  connect(setup_, &SetupPanel::specChanged, this, &MainWindow::keep_soon);
  connect(session_, &RunSession::runsChanged, this, &MainWindow::keep_soon);
  connect(session_, &RunSession::stateChanged, this, &MainWindow::keep_soon);
  navigation_->setCurrentRow(std::max(0, navigation_->currentRow()));
  navigation_->setFocus();
  qApp->installEventFilter(this);
}

MainWindow::~MainWindow() {
  qApp->removeEventFilter(this);
  delete step_sheet_;  // these two before the session that they watch
  delete step_watch_;
}

void MainWindow::add_pages() {
  pages_ = make_pages({*session_, *run_data_, *step_watch_, *setup_, options_.runs_folder.parent_path() / "sweeps",
                       options_.resources, not_kept_.isEmpty()});
  looks_.resize(pages_.size());
  for (Page* page : pages_) {
    stack_->addWidget(page);
    navigation_->addItem(page->title());
    const int index = stack_->count() - 1;
    const int digit = (index + 1) % 10;  // the tenth page is Ctrl+0's, the next one Ctrl+Shift+1's
    add_action(QStringLiteral("page_") + page->id(), page->title(), page->id(),
               index < 10 ? QKeySequence(Qt::CTRL | (Qt::Key_0 + digit))
                          : QKeySequence(Qt::CTRL | Qt::SHIFT | (Qt::Key_0 + digit)),
               [this, index] { show_page(index); });
    page->set_base(setup_->spec());
    page->set_busy_check([this] {
      study_time_.forget();  // a measurement is to begin, and its times come first
      return why_busy();
    });
    page->set_hosts_check([this](const RunSpec& base) { return session_->may_reach_hosts_of(base); });
    connect(setup_, &SetupPanel::specChanged, page, [this, page] { page->set_base(setup_->spec()); });
    connect(page, &Page::measuringChanged, this, &MainWindow::show_state);
    connect(page, &Page::pageWanted, this,
            [this](const QString& id) { actions_.at(QStringLiteral("page_") + id)->trigger(); });
    connect(page, &Page::failed, this, &MainWindow::tell_failure);
    connect(page, &Page::told, this, [this](const QString& m) { banner_->tell(Banner::Kind::info, m); });
    connect(page, &Page::reportWanted, this, &MainWindow::choose_report_folder);
    connect(page, &Page::saved, this, &MainWindow::tell_saved);
  }
}

QString MainWindow::why_busy() const {
  if (session_->active()) return tr("A run is going on and would disturb the times: stop it first.");
  return why_no_run();
}

QString MainWindow::why_no_run() const {
  for (const Page* page : pages_) {
    if (page->measuring())
      return tr("The %1 page is measuring: stop it first, or wait for its end.").arg(page->title());
  }
  return {};
}

QAction* MainWindow::add_action(const QString& name, const QString& text, const QString& icon_name,
                                const QKeySequence& shortcut, const std::function<void()>& act) {
  auto* action = new QAction(text, this);
  action->setShortcut(shortcut);
  QString tip = text;
  tip.remove(QLatin1Char('&')).remove(QStringLiteral("…"));
  if (!shortcut.isEmpty()) tip += QStringLiteral(" (%1)").arg(shortcut.toString(QKeySequence::NativeText));
  action->setToolTip(tip);
  connect(action, &QAction::triggered, this, act);
  addAction(action);
  actions_[name] = action;
  action_icons_[name] = icon_name;
  return action;
}

QAction* MainWindow::action(const QString& name) const {
  const auto found = actions_.find(name);
  return found == actions_.end() ? nullptr : found->second;
}

QToolButton* MainWindow::add_tool(QHBoxLayout* row, const QString& name, bool with_text) {
  auto* button = new QToolButton;
  button->setDefaultAction(actions_.at(name));
  button->setToolButtonStyle(with_text ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
  button->setFocusPolicy(Qt::TabFocus);
  button->setAccessibleName(actions_.at(name)->text().remove(QLatin1Char('&')));
  row->addWidget(button);
  tools_.push_back(button);
  return button;
}

QWidget* MainWindow::make_top_bar() {
  auto* bar = new QWidget;
  top_bar_ = bar;
  bar->setAttribute(Qt::WA_StyledBackground);
  set_role(bar, "bar");
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(14, 8, 14, 8);
  row->setSpacing(8);
  name_ = new QLabel(tr("MLP Lab"));
  set_role(name_, "app");
  row->addWidget(name_);
  auto* menus = new QMenuBar;
  menus_ = menus;
  menus->setNativeMenuBar(false);
  menus->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Maximum);
  make_menus(menus);
  row->addWidget(menus, 0, Qt::AlignVCenter);
  row->addSpacing(4);
  QToolButton* run = add_tool(row, QStringLiteral("run"), true);
  set_role(run, "primary");
  QToolButton* pause = add_tool(row, QStringLiteral("pause"), true);
  QToolButton* step = add_tool(row, QStringLiteral("step_batch"), true);
  step->setText(tr("Step"));
  step->setPopupMode(QToolButton::MenuButtonPopup);
  auto* step_menu = new QMenu(step);
  step_menu->addAction(actions_.at(QStringLiteral("step_batch")));
  step_menu->addAction(actions_.at(QStringLiteral("step_epoch")));
  step_menu->addAction(actions_.at(QStringLiteral("step_changes")));
  step->setMenu(step_menu);
  QToolButton* stop = add_tool(row, QStringLiteral("stop"), true);
  QToolButton* rewind = add_tool(row, QStringLiteral("rewind"), true);
  row->addStretch(1);
  next_chart_ = add_tool(row, QStringLiteral("next_chart"), false);
  next_chart_->setToolButtonStyle(Qt::ToolButtonTextOnly);
  next_chart_->hide();
  add_tool(row, QStringLiteral("export_all"), false);
  add_tool(row, QStringLiteral("projector"), false);
  add_tool(row, QStringLiteral("toggle_theme"), false);
  words_ = new WordedButtons(bar, row, {run, pause, step, stop, rewind});  // Run keeps its word longest
  return bar;
}

void MainWindow::connect_session() {
  connect(session_, &RunSession::stateChanged, this, &MainWindow::show_state);
  connect(session_, &RunSession::stateChanged, status_, &StatusStrip::refresh);
  connect(session_, &RunSession::updated, status_, &StatusStrip::refresh_soon);
  connect(session_, &RunSession::runsChanged, status_, &StatusStrip::refresh);
  connect(setup_, &SetupPanel::specChanged, this, &MainWindow::show_state);
  connect(setup_, &SetupPanel::layersWanted, this, [this] { action(QStringLiteral("page_network"))->trigger(); });
  connect(session_, &RunSession::failed, this,
          [this](const QString& message) { banner_->tell(Banner::Kind::error, message); });
  connect(session_, &RunSession::told, this,
          [this](const QString& message) { banner_->tell(Banner::Kind::info, message); });
  connect(session_, &RunSession::warned, this, [this](const QString& message) {
    banner_->add_warning(message, session_->current() == nullptr ? 0 : session_->current()->number);
  });
}

void MainWindow::closeEvent(QCloseEvent* event) {
  store_settings();
  keep_now();
  // Their destructors wait for their threads, which stop within a few steps.
  session_->stop();
  for (Page* page : pages_) page->stop_measuring();
  event->accept();
}

void MainWindow::tell_failure(const QString& message) { banner_->tell(Banner::Kind::error, message); }

void MainWindow::tell_saved(const QString& path) {
  banner_->tell(Banner::Kind::info, tr("Saved %1").arg(QDir::toNativeSeparators(path)));
}

void MainWindow::show_page(int index) {
  if (index < 0 || static_cast<std::size_t>(index) >= pages_.size()) return;
  if (navigation_->item(index)->isHidden()) {
    banner_->tell(Banner::Kind::info, tr("The page %1 is not in this lesson; leave the lesson to see it.")
                                          .arg(pages_[static_cast<std::size_t>(index)]->title()));
    return;
  }
  if (looks_[static_cast<std::size_t>(index)].old) dress_soon();
  stack_->setCurrentIndex(index);
  if (navigation_->currentRow() != index) navigation_->setCurrentRow(index);
}

void MainWindow::run() {
  if (session_->state() == RunSession::State::paused) {
    session_->proceed();
  } else if (!session_->active() && setup_->valid() && why_no_run().isEmpty()) {
    banner_->dismiss();
    session_->start(setup_->spec());
  }
}

/// With the step comes what it changes, until somebody closes that: then it comes from its menu alone.
void MainWindow::stepBatch() {
  const bool begins = !session_->active() && setup_->valid() && why_no_run().isEmpty();
  if ((begins || session_->active()) && !step_sheet_closed_ && !classroom_->active() &&
      (step_sheet_ == nullptr || !step_sheet_->isVisible()))
    show_step_sheet(false);
  if (begins) {
    session_->start(setup_->spec(), RunSession::Begin::after_one_batch);
  } else {
    session_->stepBatch();
  }
}

void MainWindow::open_step_sheet() { show_step_sheet(true); }

/// Without the keys they stay with the window whose button was pressed: it is pressed again, or another page is wanted.
void MainWindow::show_step_sheet(bool with_keys) {
  if (step_sheet_ == nullptr) {
    step_sheet_ = new StepSheet(*session_, *step_watch_, this);
    step_sheet_->set_theme(theme_);
    connect(step_sheet_, &StepSheet::stepWanted, this, &MainWindow::stepBatch);
    connect(step_sheet_, &QDialog::finished, this, [this] { step_sheet_closed_ = true; });
    connect(step_sheet_, &StepSheet::failed, this, &MainWindow::tell_failure);
    connect(step_sheet_, &StepSheet::saved, this, &MainWindow::tell_saved);
    for (const char* name : {"step_batch", "step_epoch"}) step_sheet_->addAction(action(QLatin1String(name)));
  }
  step_sheet_->setAttribute(Qt::WA_ShowWithoutActivating, !with_keys);
  step_sheet_->show();
  step_sheet_->raise();
}

void MainWindow::stepEpoch() {
  if (!session_->active() && setup_->valid() && why_no_run().isEmpty()) {
    session_->start(setup_->spec(), RunSession::Begin::after_one_epoch);
  } else {
    session_->stepEpoch();
  }
}

void MainWindow::show_state() {
  const RunSession::State state = session_->state();
  const bool idle = state == RunSession::State::idle, paused = state == RunSession::State::paused;
  const bool going = state == RunSession::State::running || paused;
  const auto enable = [this](const char* name, bool on) { actions_.at(QLatin1String(name))->setEnabled(on); };
  if (!idle) study_time_.forget();
  const QString busy = why_no_run();
  const auto measures = std::ranges::find_if(pages_, [](const Page* page) { return page->measuring(); });
  status_->set_measuring(measures == pages_.end() ? QString() : (*measures)->title());
  const bool may_begin = idle && setup_->valid() && busy.isEmpty();
  enable("run", may_begin || paused);
  actions_.at(QStringLiteral("run"))->setText(paused ? tr("&Continue") : tr("&Run"));
  // A program of its own takes no orders while it trains: it can only be stopped.
  const RunSpec& shown = idle || session_->current() == nullptr ? setup_->spec() : session_->current()->spec;
  const ConfigurationEntry* entry = known_configuration(configuration_name(shown));
  const bool obeys = entry == nullptr || !entry->is_program();
  enable("pause", going && obeys);
  actions_.at(QStringLiteral("pause"))->setText(paused ? tr("&Continue") : tr("&Pause"));
  enable("step_batch", obeys && (going || may_begin));
  enable("step_epoch", obeys && (going || may_begin));
  enable("stop", going || state == RunSession::State::loading);
  enable("rewind", going && obeys);
  const auto explain = [this](const char* name, const QString& why_not) {
    QAction* action = actions_.at(QLatin1String(name));
    if (!action->property("tip").isValid()) action->setProperty("tip", action->toolTip());
    action->setToolTip(why_not.isEmpty() ? action->property("tip").toString() : why_not);
  };
  const QString disobeys =
      obeys ? QString() : tr("External programs cannot be paused or stepped; they can only be stopped");
  for (const char* name : {"pause", "rewind"}) explain(name, disobeys);
  for (const char* name : {"step_batch", "step_epoch"}) explain(name, idle && !busy.isEmpty() ? busy : disobeys);
  explain("run", busy);
  enable("save_model", session_->weights() != nullptr);
  for (QToolButton* tool : tools_) {
    if (tool->defaultAction() == actions_.at(QStringLiteral("step_batch"))) tool->setText(tr("Step"));
    if (tool->defaultAction() == actions_.at(QStringLiteral("pause"))) tool->setText(tr("Pause"));
    // The menu's icon is the text's colour; the button has the accent behind it.
    if (tool->defaultAction() == actions_.at(QStringLiteral("run")))
      tool->setIcon(icon(QStringLiteral("play"), theme_.on_accent));
  }
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  fit_top_bar();
  page_area_->fit(size());
  // The letters of projector mode are a share of the window; after this, as they change the sizes of what is in it.
  if (projector_ && look_size_ != size_to_be()) QTimer::singleShot(0, this, &MainWindow::fit_projector);
}

/// A window moves to other screens, and a screen gets another size.
void MainWindow::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  if (std::exchange(follows_screens_, true)) return;
  const auto follow = [this](QScreen* now) {
    if (now == nullptr) return;
    const auto fit = [this, now] { fit_screen(free_room(*now)); };
    fit();
    disconnect(room_changed_);
    room_changed_ = connect(now, &QScreen::availableGeometryChanged, this, fit);
  };
  follow(screen());
  connect(windowHandle(), &QWindow::screenChanged, this, follow);
}

void MainWindow::fit_screen(const QSize& available) { setMinimumSize(least_window_size(available)); }

/// The menus keep their room.
void MainWindow::fit_top_bar() {
  constexpr int room_for_name = 960;
  name_->setHidden(projector_ || width() < room_for_name);  // so that Run keeps its word
  menus_->setMinimumWidth(menus_->sizeHint().width());
  words_->fit();
  if (width() >= least_size.width()) return;
  // On a small screen menus without room go behind a button, which is Qt's own; else those of the run lay on them.
  menus_->setMinimumWidth(std::max(0, menus_->sizeHint().width() + width() - menuWidget()->minimumSizeHint().width()));
  if (auto* others = menus_->findChild<QToolButton*>(QStringLiteral("qt_menubar_ext_button")))
    others->setIcon(icon(QStringLiteral("more"), theme_.text));
}

QStringList MainWindow::save_all(const QString& folder) {
  make_folder(folder.toStdString());
  session_->finish_reading();
  QStringList written;
  for (std::size_t i = 0; i < pages_.size(); ++i) dress(i);
  for (Page* page : pages_) written += page->save_all(folder);
  return written;
}

QStringList MainWindow::export_all(const QString& folder) {
  QStringList written;
  try {
    written = save_all(folder);
    banner_->tell(Banner::Kind::info, tr("Saved %1 files in %2").arg(written.size()).arg(folder));
  } catch (const Error& error) {
    banner_->tell(Banner::Kind::error, QString::fromUtf8(error.what()));
  }
  return written;
}

}  // namespace mlplab
