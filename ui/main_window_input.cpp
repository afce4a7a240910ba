// Keys and the wheel: which of them a field may have, and which are the window's.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAction>
#include <QComboBox>
#include <QKeyEvent>
#include <QSlider>
#include <QStackedWidget>

#include "ui/main_window.h"
#include "ui/widgets/page.h"
#include "ui/widgets/tables.h"

namespace mlplab {

namespace {

bool takes_the_wheel(const QWidget& widget) {
  return qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr ||
         qobject_cast<const QComboBox*>(&widget) != nullptr || qobject_cast<const QSlider*>(&widget) != nullptr;
}

}  // namespace

bool MainWindow::shows_settings(const QWidget& widget) const {
  const auto* page = qobject_cast<const Page*>(stack_->currentWidget());
  return page != nullptr && page->shows_settings() && page->isAncestorOf(&widget);
}

/// Space belongs to a focused button, box or list; everywhere else it pauses.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  // A wheel that moves a form on must not change what passes under the pointer: a field takes it once it was chosen.
  if (event->type() == QEvent::Show || event->type() == QEvent::Wheel) {
    auto* field = qobject_cast<QWidget*>(watched);
    if (field != nullptr && takes_the_wheel(*field)) {
      if (event->type() == QEvent::Show) {
        if (field->focusPolicy() == Qt::WheelFocus) field->setFocusPolicy(Qt::StrongFocus);
      } else if (!field->hasFocus()) {
        event->ignore();  // for what it lies in
        return true;
      }
    }
  }
  if (event->type() == QEvent::ShortcutOverride) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool uses_space = qobject_cast<QAbstractButton*>(watched) || qobject_cast<QAbstractItemView*>(watched);
    if (key->key() == Qt::Key_Space && key->modifiers() == Qt::NoModifier && uses_space &&
        !leaves_space_to_the_run(watched)) {
      event->accept();
      return true;
    }
    // A field would undo its own typing; each key typed in a setting is a change of the settings already.
    const auto* widget = qobject_cast<QWidget*>(watched);
    const auto settings_take = [&](QKeySequence::StandardKey what, const char* name) {
      return key->matches(what) && action(QLatin1String(name))->isEnabled();
    };
    if (widget != nullptr && shows_settings(*widget) &&
        (settings_take(QKeySequence::Undo, "undo") || settings_take(QKeySequence::Redo, "redo"))) {
      event->ignore();
      return true;
    }
  }
  return QMainWindow::eventFilter(watched, event);
}

}  // namespace mlplab
