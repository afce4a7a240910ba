// Dialogs on small screens: what a screen has no room for is scrolled.
#pragma once

#include <QScrollArea>
#include <QSize>

class QDialog;

namespace mlplab {

class DialogArea : public QScrollArea {
  Q_OBJECT
 public:
  /// Fills `dialog`, which opens in the size `wanted` (an empty one: as its contents need), as far as its screen has
  /// room, and grows with its contents. Layouts and widgets of the dialog go into contents().
  explicit DialogArea(QDialog* dialog, const QSize& wanted = {});
  QWidget* contents() const { return widget(); }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QSize needed() const;

  QDialog* dialog_;
  QSize wanted_;
  bool opened_ = false;
};

}  // namespace mlplab
