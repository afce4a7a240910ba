// Sizes as the layout counts them.
#include "ui/widgets/worded_buttons.h"

#include <QEvent>
#include <QLayout>
#include <QTimer>
#include <QToolButton>
#include <QWidget>

namespace mlplab {

WordedButtons::WordedButtons(QWidget* card, QLayout* row, std::vector<QToolButton*> buttons)
    : QObject(card), card_(card), row_(row), buttons_(std::move(buttons)) {
  card->installEventFilter(this);
  fit();
}

void WordedButtons::fit() {
  // A card that takes no part of its width from what is in it is as wide whether there are words or not: else there are
  // two layouts that both stay.
  if (card_->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored) {
    for (QToolButton* button : buttons_) button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    row_->invalidate();
    card_->layout()->invalidate();
    card_->setMinimumWidth(card_->layout()->minimumSize().width());
  }
  for (QToolButton* button : buttons_) button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  const QMargins margins = card_->layout()->contentsMargins();
  const int room = card_->width() - (row_ == card_->layout() ? 0 : margins.left() + margins.right());
  const auto too_wide = [&] {
    row_->invalidate();
    return row_->minimumSize().width() > room;
  };
  for (std::size_t i = buttons_.size(); i-- > 0 && too_wide();) buttons_[i]->setToolButtonStyle(Qt::ToolButtonIconOnly);
}

bool WordedButtons::eventFilter(QObject* watched, QEvent* event) {
  const QEvent::Type type = event->type();
  if (type == QEvent::Resize) fit();
  // The buttons of the card have the new look after it.
  if (type == QEvent::StyleChange || type == QEvent::FontChange || type == QEvent::LanguageChange)
    QTimer::singleShot(0, this, &WordedButtons::fit);
  return QObject::eventFilter(watched, event);
}

}  // namespace mlplab
