// A card that can lie over the whole of its page, and goes back to where it was.
#pragma once

#include <QPointer>

#include "ui/widgets/card.h"

class QAction;
class QShortcut;
class QToolButton;

namespace mlplab {

class EnlargingCard : public Card {
  Q_OBJECT
 public:
  explicit EnlargingCard(const QString& title = {}, QWidget* parent = nullptr);
  bool enlarged() const { return cover_ != nullptr; }
  /// Hidden, it is put back first: its cover would stay without it.
  void setVisible(bool visible) override;
  /// For the card's menu.
  QAction* enlarge_action() const { return action_; }
  /// For its header: back, shown while it is enlarged.
  QToolButton* back_button() const { return back_; }
  /// Its part that gets the keyboard.
  void set_body(QWidget* body) { body_ = body; }

 public Q_SLOTS:
  /// Over its page, or its window where it is on none.
  void enlarge(bool on, Qt::FocusReason by = Qt::ShortcutFocusReason);

 Q_SIGNALS:
  void enlargedChanged(bool on);

 protected:
  /// In the header; what else is on the card may have a double click of its own.
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  /// While it is enlarged, what lies under it does not get the keyboard.
  bool focusNextPrevChild(bool next) override;
  bool eventFilter(QObject* page, QEvent* event) override;

 private:
  void put_over(QWidget* page);
  void put_back();

  QAction* action_;
  QToolButton* back_;
  QShortcut* escape_;
  QPointer<QWidget> body_, place_, cover_;  // place_: keeps its room in its layout
};

}  // namespace mlplab
