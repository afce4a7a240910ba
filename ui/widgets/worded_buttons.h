// Buttons with words in a row of a card: where there is no room for all of them the words go, the last button's first.
// The image stays, and what it does is in its tool tip.
#pragma once

#include <QObject>
#include <vector>

class QLayout;
class QToolButton;
class QWidget;

namespace mlplab {

class WordedButtons : public QObject {
 public:
  /// `row` is the layout of `card` or a row in it; `card` becomes this object's parent.
  WordedButtons(QWidget* card, QLayout* row, std::vector<QToolButton*> buttons);
  /// Asked for by itself when the card has another size or look; by others when something in the row changes.
  void fit();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* card_;
  QLayout* row_;
  std::vector<QToolButton*> buttons_;
};

}  // namespace mlplab
