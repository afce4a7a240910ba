#include "ui/charts/enlarging_card.h"

#include <QAction>
#include <QEvent>
#include <QLayout>
#include <QMouseEvent>
#include <QShortcut>
#include <QToolButton>

#include "ui/theme/style_sheet.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/page.h"

namespace mlplab {
namespace {

QWidget* page_of(QWidget* widget) {
  QWidget* found = widget->window();
  for (QWidget* each = widget; each != nullptr; each = each->parentWidget())
    if (qobject_cast<Page*>(each) != nullptr) found = each;
  return found;
}

}  // namespace

EnlargingCard::EnlargingCard(const QString& title, QWidget* parent) : Card(title, parent) {
  column()->setContentsMargins(12, 6, 8, 6);
  action_ = new QAction(tr("&Enlarge"), this);
  action_->setCheckable(true);
  connect(action_, &QAction::triggered, this, [this](bool on) { enlarge(on); });
  back_ = flat_button(tr("Whole page"), tr("Back to the whole page (double click, or Esc)"));
  back_->setParent(this);
  back_->hide();
  connect(back_, &QToolButton::clicked, this, [this] { enlarge(false, Qt::MouseFocusReason); });
  escape_ = new QShortcut(QKeySequence(Qt::Key_Escape), this);
  escape_->setEnabled(false);
  connect(escape_, &QShortcut::activated, this, [this] { enlarge(false); });
}

void EnlargingCard::enlarge(bool on, Qt::FocusReason by) {
  QWidget* const page = page_of(this);
  if (on == enlarged() || page == this) return action_->setChecked(enlarged());
  if (on)
    put_over(page);
  else
    put_back();
  action_->setChecked(on);
  back_->setVisible(on);
  escape_->setEnabled(on);
  if (body_ != nullptr) body_->setFocus(by);
  Q_EMIT enlargedChanged(on);
}

void EnlargingCard::setVisible(bool visible) {
  if (!visible) enlarge(false);
  Card::setVisible(visible);
}

void EnlargingCard::put_over(QWidget* page) {
  QWidget* const home = parentWidget();
  place_ = new QWidget(home);
  place_->setSizePolicy(sizePolicy());
  place_->setMinimumSize(minimumSizeHint());
  delete home->layout()->replaceWidget(this, place_);
  place_->show();
  auto* cover = in_role(new QWidget(page), "ground");
  cover->setAttribute(Qt::WA_StyledBackground);
  column_in(cover, -1, {12, 12, 12, 12})->addWidget(this);
  cover->setGeometry(page->rect());
  cover->show();
  show();
  cover_ = cover;  // from now on it is enlarged
  page->installEventFilter(this);
}

void EnlargingCard::put_back() {
  QWidget* const cover = cover_;
  cover_ = nullptr;
  cover->parentWidget()->removeEventFilter(this);
  QWidget* const home = place_->parentWidget();
  setParent(home);
  delete home->layout()->replaceWidget(place_, this);
  setVisible(!place_->isHidden());
  delete place_;
  delete cover;
}

bool EnlargingCard::eventFilter(QObject* page, QEvent* event) {
  if (event->type() == QEvent::Resize && cover_ != nullptr) cover_->setGeometry(cover_->parentWidget()->rect());
  return Card::eventFilter(page, event);
}

void EnlargingCard::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) enlarge(!enlarged(), Qt::MouseFocusReason);
}

bool EnlargingCard::focusNextPrevChild(bool next) {
  if (!enlarged()) return Card::focusNextPrevChild(next);
  QWidget* const from = focusWidget() != nullptr ? focusWidget() : this;
  const auto step = [&](QWidget* at) { return next ? at->nextInFocusChain() : at->previousInFocusChain(); };
  for (QWidget* at = step(from); at != from; at = step(at))
    if (isAncestorOf(at) && at->isVisible() && at->isEnabled() && (at->focusPolicy() & Qt::TabFocus) != 0 &&
        at->focusProxy() == nullptr) {
      at->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
      return true;
    }
  return true;
}

}  // namespace mlplab
