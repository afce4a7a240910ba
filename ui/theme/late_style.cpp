// QApplication::setStyleSheet() styles the widgets that are marked as styled already, and tells those that are not
// marked as having a style of their own: for hidden ones both marks are set as they must be to be passed by.
#include "ui/theme/late_style.h"

#include <QApplication>
#include <QEvent>
#include <QStyle>

namespace mlplab {

void LateStyle::begin(QWidget* tree) {
  const bool passing = tree->isWindow() && tree->windowType() != Qt::Window && tree->windowType() != Qt::Dialog;
  if (!passing) trees_.emplace_back(tree);
  QList<QWidget*> widgets = tree->findChildren<QWidget*>();
  widgets.prepend(tree);
  for (QWidget* widget : widgets) {
    if (widget->testAttribute(Qt::WA_WState_Polished)) {  // else it waits already, or was never shown
      widget->setAttribute(Qt::WA_WState_Polished, false);
      waiting_.emplace_back(widget);
    }
    if (!widget->testAttribute(Qt::WA_SetStyle)) {
      widget->setAttribute(Qt::WA_SetStyle);
      held_.emplace_back(widget);
    }
  }
}

void LateStyle::end() {
  for (const QPointer<QWidget>& widget : held_)
    if (widget != nullptr) widget->setAttribute(Qt::WA_SetStyle, false);
  held_.clear();
}

void LateStyle::catch_up(QDeadlineTimer until) {
  for (; !waiting_.empty() && !until.hasExpired(); waiting_.pop_front()) {
    const QPointer<QWidget>& widget = styled_.emplace_back(waiting_.front());
    if (widget == nullptr) continue;
    widget->setAttribute(Qt::WA_WState_Polished);
    if (widget->styleSheet().isEmpty()) {
      widget->style()->polish(widget);
    } else {
      widget->setStyleSheet(widget->styleSheet());  // one of its own, on top of the program's
    }
  }
  for (; waiting_.empty() && !trees_.empty() && !until.hasExpired(); trees_.pop_front())
    if (trees_.front() != nullptr) trees_.front()->setFont(QApplication::font());
  for (; trees_.empty() && !styled_.empty() && !until.hasExpired(); styled_.pop_front()) {
    QWidget* widget = styled_.front();
    if (widget == nullptr) continue;
    QEvent changed(QEvent::StyleChange);
    QCoreApplication::sendEvent(widget, &changed);
    widget->update();
  }
}

}  // namespace mlplab
