// An event filter of the whole program: it also sees the labels that Qt makes, as those of message boxes.
#include "ui/widgets/plain_texts.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QPointer>
#include <QToolTip>

namespace mlplab {

namespace {

constexpr QLatin1String tip_begin("<qt>"), tip_end("</qt>"), tip_line("<br>");

/// Whether plain_tip() made the tip, or it cannot be markup.
bool is_plain_tip(const QString& tip) {
  if (!Qt::mightBeRichText(tip)) return true;
  if (!tip.startsWith(tip_begin) || !tip.endsWith(tip_end)) return false;
  QString inner = tip.mid(tip_begin.size()).chopped(tip_end.size());
  return !inner.remove(tip_line).contains(QLatin1Char('<'));
}

QString tip_at(const QAbstractItemView& view, const QPoint& place) {
  if (const auto* header = qobject_cast<const QHeaderView*>(&view)) {
    const int section = header->logicalIndexAt(place);
    return section < 0 ? QString()
                       : view.model()->headerData(section, header->orientation(), Qt::ToolTipRole).toString();
  }
  return view.indexAt(place).data(Qt::ToolTipRole).toString();
}

class PlainTexts : public QObject {
 public:
  using QObject::QObject;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    switch (event->type()) {
      case QEvent::ParentChange:
      case QEvent::Polish:
        // The label of a tool tip has its text from the code that shows it.
        if (auto* label = qobject_cast<QLabel*>(watched);
            label != nullptr && label->textFormat() == Qt::AutoText && !label->inherits("QTipLabel"))
          label->setTextFormat(Qt::PlainText);
        return false;
      case QEvent::ToolTipChange:
        if (auto* widget = qobject_cast<QWidget*>(watched); widget != nullptr && !is_plain_tip(widget->toolTip()))
          widget->setToolTip(plain_tip(widget->toolTip()));
        return false;
      case QEvent::ToolTip:
        return watched->parent() != nullptr && shows_item_tip(*watched, static_cast<QHelpEvent*>(event));
      default:
        return false;
    }
  }

 private:
  static bool shows_item_tip(const QObject& watched, const QHelpEvent* help) {
    auto* view = qobject_cast<QAbstractItemView*>(watched.parent());
    if (view == nullptr || view->viewport() != &watched || view->model() == nullptr) return false;
    const QString tip = tip_at(*view, help->pos());
    if (is_plain_tip(tip)) return false;
    QToolTip::showText(help->globalPos(), plain_tip(tip), view);
    return true;
  }
};

}  // namespace

QString plain_tip(const QString& text) {
  return tip_begin + text.toHtmlEscaped().replace(QLatin1Char('\n'), tip_line) + tip_end;
}

void show_texts_plain() {
  static QPointer<PlainTexts> filter;
  if (filter != nullptr) return;
  filter = new PlainTexts(qApp);
  qApp->installEventFilter(filter);
}

}  // namespace mlplab
