// A one-line label that ends where there is no room, instead of making its card wider: after the last of its parts that
// fits ('ms, log scale' as 'ms'), and in '…' where not even the first one does. The whole text is in its tool tip then.
#pragma once

#include <QLabel>
#include <QPainter>
#include <QStyle>
#include <QStyleOption>

#include "ui/widgets/plain_texts.h"

namespace mlplab {

class ElidedLabel : public QLabel {
 public:
  explicit ElidedLabel(const QString& text = {}, QWidget* parent = nullptr) : QLabel(text, parent) {
    setTextFormat(Qt::PlainText);  // it comes from anybody
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  }

  /// (optional) A tool tip also where all of the text is shown.
  void set_tip(const QString& tip) { tip_ = tip; }

  QSize minimumSizeHint() const override { return {0, QLabel::minimumSizeHint().height()}; }

  /// The part of the text that is shown in `room` pixels; '' where that would say nothing.
  QString shown_in(int room) const {
    const QFontMetrics metrics = fontMetrics();
    if (metrics.horizontalAdvance(text()) <= room) return text();
    QString parts;
    for (const char* between : {", ", "; ", " · ", " ("}) {
      const QString sign = QString::fromUtf8(between);
      for (qsizetype at = 0; (at = text().indexOf(sign, at + 1)) >= 0;)
        if (at > parts.size() && metrics.horizontalAdvance(text().left(at)) <= room) parts = text().left(at);
    }
    if (!parts.isEmpty()) return parts;
    const QString shown = metrics.elidedText(text(), Qt::ElideRight, room);
    return shown.size() < 5 ? QString() : shown;  // a letter and '…' say nothing
  }

 protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    QPainter painter(this);
    const QString shown = shown_in(width());
    QStyleOption option;
    option.initFrom(this);
    style()->drawItemText(&painter, rect(), static_cast<int>(alignment()), option.palette, isEnabled(), shown,
                          foregroundRole());
    const QString hidden = shown == text() ? QString() : text();
    const QString tip = hidden.isEmpty() || tip_.isEmpty() ? hidden + tip_ : hidden + QLatin1Char('\n') + tip_;
    setToolTip(tip.isEmpty() ? QString() : plain_tip(tip));
  }

 private:
  QString tip_;
};

}  // namespace mlplab
