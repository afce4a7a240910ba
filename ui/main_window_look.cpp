// The window's look: theme, projector mode, and how a change of them comes in turns of the event loop. What a page or a
// dialog is to do in a new look besides, it does in its set_theme().
#include <QAction>
#include <QApplication>
#include <QLayout>
#include <QMenuBar>
#include <QScreen>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "ui/lessons/lesson_panel.h"
#include "ui/main_window.h"
#include "ui/status_strip.h"
#include "ui/theme/icons.h"
#include "ui/train/step_sheet.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/page.h"
#include "ui/widgets/page_list.h"
#include "ui/widgets/tables.h"

namespace mlplab {

void MainWindow::set_theme_choice(ThemeChoice choice) {
  theme_choice_ = choice;
  apply_look();
}

void MainWindow::set_projector(bool on) {
  if (on && !projector_) geometry_before_ = saveGeometry();
  projector_ = on;
  setWindowState(windowState().setFlag(Qt::WindowFullScreen, on));  // the screen is the page's alone
  apply_look();
}

void MainWindow::apply_look() {
  dress_timer_.stop();
  look_size_ = size_to_be();
  theme_ = fitted_to(make_theme(theme_choice_, options_.system_dark, projector_), look_size_, logicalDpiY());
  hold_back();
  apply_theme(*qApp, theme_);
  for (Look& look : looks_) look.style.end();
  frame_style_.end();
  actions_.at(QStringLiteral("projector"))->setChecked(projector_);
  for (const ThemeChoice choice : {ThemeChoice::system, ThemeChoice::light, ThemeChoice::dark}) {
    actions_.at(QStringLiteral("theme_") + to_string(choice))->setChecked(theme_choice_ == choice);
  }
  next_chart_->setVisible(projector_);
  frame_is_old_ = isVisible();
  if (frame_is_old_) return dress_soon();
  for (std::size_t i = 0; i < pages_.size(); ++i) dress(i);
  frame_style_.catch_up();  // the window may have been hidden before the turns of the last look were over
  dress_frame();
  while (!frozen_.empty()) thaw_next();
}

/// In the next turns; until then nothing half done is seen.
void MainWindow::dress_soon() {
  freeze(this);
  dress_timer_.start(std::chrono::milliseconds(1));  // 0 would be this turn still
}

void MainWindow::freeze(QWidget* window) {
  if (!window->isVisible() || !window->updatesEnabled()) return;
  frozen_.emplace_back(window);
  window->setUpdatesEnabled(false);
}

/// Leaves all widgets out of the change of style, which they get later, and open windows are not painted before.
void MainWindow::hold_back() {
  const QWidgetList windows = QApplication::topLevelWidgets();
  for (QWidget* window : windows) {
    if (window != this && window->isVisible()) frame_style_.begin(window);  // before the page that it may be of
    freeze(window);
  }
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    looks_[i].old = true;
    looks_[i].style.begin(pages_[i]);
  }
  for (QWidget* window : windows) frame_style_.begin(window);
}

/// A request to update that came while there were no updates may be lost, as the whole screen was granted.
void MainWindow::thaw_next() {
  const QPointer<QWidget> window = frozen_.back();
  frozen_.pop_back();
  if (window == nullptr) return;
  window->setUpdatesEnabled(true);
  window->repaint();
}

void MainWindow::dress_frame() {
  if (step_sheet_ != nullptr) step_sheet_->set_theme(theme_);
  for (const auto& [name, action] : actions_) {
    if (!action_icons_.at(name).isEmpty()) action->setIcon(icon(action_icons_.at(name), theme_));
  }
  actions_.at(QStringLiteral("run"))->setIcon(icon(QStringLiteral("play"), theme_));
  actions_.at(QStringLiteral("toggle_theme"))
      ->setIcon(icon(theme_.dark ? QStringLiteral("sun") : QStringLiteral("moon"), theme_));
  for (QToolButton* tool : tools_) tool->setIconSize({theme_.icon_size, theme_.icon_size});
  navigation_->setIconSize({theme_.icon_size + 2, theme_.icon_size + 2});
  for (std::size_t i = 0; i < pages_.size(); ++i)
    navigation_->item(static_cast<int>(i))->setIcon(icon(pages_[i]->id(), theme_.quiet));
  QFont chosen = navigation_->font();
  chosen.setPointSizeF(theme_.font_pt);
  chosen.setWeight(QFont::DemiBold);
  int widest = 0;  // some languages have longer names of pages
  for (const Page* page : pages_) widest = std::max(widest, QFontMetrics(chosen).horizontalAdvance(page->title()));
  navigation_->fit();  // its rows are as wide as with these letters and icons
  navigation_->setFixedWidth(
      std::max(projector_ ? theme_.px(200) : 140,
               std::max(widest + theme_.icon_size + 42, navigation_->sizeHintForColumn(0) + 18)));
  banner_->set_theme(theme_);
  lesson_panel_->set_theme(theme_);
  status_->set_theme(theme_);
  top_bar_->layout()->setSpacing(projector_ ? 4 : 8);  // large menus need the room
  show_state();
  fit_top_bar();
}

/// In turns of the event loop, so that nobody waits for all of it: the frame and the shown page, of which nothing half
/// done is seen, then the hidden ones, unless they are opened before.
void MainWindow::dress_in_turns() {
  constexpr auto turn = std::chrono::milliseconds(8), between_hidden_turns = std::chrono::milliseconds(25);
  if (frame_style_.is_behind()) return frame_style_.catch_up(QDeadlineTimer(turn));
  if (std::exchange(frame_is_old_, false)) return dress_frame();
  const auto shown = static_cast<std::size_t>(stack_->currentIndex());
  if (!looks_[shown].old && !frozen_.empty()) {
    thaw_next();
    if (frozen_.empty()) dress_timer_.setInterval(between_hidden_turns);
    return;
  }
  const auto oldest = std::ranges::find(looks_, true, &Look::old);
  const std::size_t page = looks_[shown].old ? shown : static_cast<std::size_t>(oldest - looks_.begin());
  if (page == looks_.size()) return dress_timer_.stop();
  if (looks_[page].style.is_behind()) {
    looks_[page].style.catch_up(QDeadlineTimer(turn));
  } else {
    dress(page);
  }
}

void MainWindow::fit_projector() {
  if (projector_ && look_size_ != size_to_be()) apply_look();
}

/// The size that the window will have: the window system grants the whole screen a little later than it is asked for.
QSize MainWindow::size_to_be() const { return isFullScreen() ? screen()->size() : size(); }

void MainWindow::changeEvent(QEvent* event) {
  QMainWindow::changeEvent(event);
  if (event->type() == QEvent::WindowStateChange) QTimer::singleShot(0, this, &MainWindow::fit_projector);
}

/// A page that was hidden when the look changed gets it now.
void MainWindow::dress(std::size_t page) {
  if (!std::exchange(looks_.at(page).old, false)) return;
  looks_[page].style.catch_up();
  fit_rows(pages_[page], theme_);
  pages_[page]->set_theme(theme_);
}

}  // namespace mlplab
