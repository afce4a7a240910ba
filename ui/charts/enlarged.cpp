#include "ui/charts/enlarged.h"

#include <QEvent>
#include <QLayout>
#include <QVBoxLayout>

#include "ui/theme/style_sheet.h"
#include "ui/widgets/page.h"

namespace mlplab {

QWidget* page_of(QWidget* widget) {
  QWidget* found = widget->window();
  for (QWidget* each = widget; each != nullptr; each = each->parentWidget())
    if (qobject_cast<Page*>(each) != nullptr) found = each;
  return found;
}

Enlarged::Enlarged(QWidget* widget) : widget_(widget), page_(page_of(widget)) {
  place_ = new QWidget(widget->parentWidget());
  place_->setSizePolicy(widget->sizePolicy());
  place_->setMinimumSize(widget->minimumSizeHint());
  // Whichever layout it is in: a grid's may be within a column's.
  if (QLayout* layout = widget->parentWidget()->layout()) delete layout->replaceWidget(widget, place_);
  place_->show();
  cover_ = new QWidget(page_);
  set_role(cover_, "ground");
  cover_->setAttribute(Qt::WA_StyledBackground);
  auto* column = new QVBoxLayout(cover_);
  column->setContentsMargins(12, 12, 12, 12);
  column->addWidget(widget);
  cover_->setGeometry(page_->rect());
  cover_->show();
  widget->show();
  page_->installEventFilter(this);
}

void Enlarged::put_back() {
  if (place_ != nullptr) {
    QWidget* const home = place_->parentWidget();
    widget_->setParent(home);
    if (QLayout* layout = home->layout()) delete layout->replaceWidget(place_, widget_);
    widget_->setVisible(!place_->isHidden());
  }
  delete place_;
  delete cover_;
}

bool Enlarged::eventFilter(QObject* page, QEvent* event) {
  if (event->type() == QEvent::Resize && cover_ != nullptr) cover_->setGeometry(page_->rect());
  return QObject::eventFilter(page, event);
}

}  // namespace mlplab
