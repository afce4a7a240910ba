#include "ui/widgets/page_list.h"

#include <QEvent>
#include <QResizeEvent>
#include <algorithm>

namespace mlplab {

void PageList::fit() {
  QList<QListWidgetItem*> shown;
  int natural = 0;
  for (int i = 0; i < count(); ++i) {
    item(i)->setSizeHint({});
    if (item(i)->isHidden()) continue;
    shown << item(i);
    natural += sizeHintForIndex(indexFromItem(item(i))).height();
  }
  const int room = viewport()->height();
  if (natural <= room || shown.isEmpty()) return;
  constexpr int least_gap = 4;
  const int row = std::max(fontMetrics().height() + least_gap, room / static_cast<int>(shown.size()));
  for (QListWidgetItem* one : shown) one->setSizeHint({sizeHintForIndex(indexFromItem(one)).width(), row});
}

void PageList::resizeEvent(QResizeEvent* event) {
  QListWidget::resizeEvent(event);
  if (event->oldSize().height() != event->size().height()) fit();
}

void PageList::changeEvent(QEvent* event) {
  QListWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange) fit();
}

}  // namespace mlplab
