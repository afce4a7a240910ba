// A widget over the whole of its page, and back where it was.
#pragma once

#include <QObject>
#include <QPointer>

class QWidget;

namespace mlplab {

/// The page of a widget, or its window where it is on none.
QWidget* page_of(QWidget* widget);

/// `widget` lies over page_of(widget) until put_back(), or for good; its place in its layout is kept for it.
class Enlarged : public QObject {
  Q_OBJECT
 public:
  explicit Enlarged(QWidget* widget);
  /// Not in the destructor, which the end of the page may call from within the cover's.
  void put_back();

 protected:
  bool eventFilter(QObject* page, QEvent* event) override;

 private:
  QPointer<QWidget> widget_, page_, place_, cover_;
};

}  // namespace mlplab
