// A one-line label that ends in '…' where there is no room, instead of making its card wider; the whole text is in its
// tool tip then.
#pragma once

#include <QLabel>
#include <QPainter>
#include <QStyle>
#include <QStyleOption>

namespace mlplab {

class ElidedLabel : public QLabel {
 public:
  explicit ElidedLabel(const QString& text = {}, QWidget* parent = nullptr) : QLabel(text, parent) {
    setTextFormat(Qt::PlainText);  // it comes from anybody
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  }

  QSize minimumSizeHint() const override { return {0, QLabel::minimumSizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    QPainter painter(this);
    QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, width());
    if (shown != text() && shown.size() < 5) shown.clear();  // a letter and '…' say nothing
    QStyleOption option;
    option.initFrom(this);
    style()->drawItemText(&painter, rect(), static_cast<int>(alignment()), option.palette, isEnabled(), shown,
                          foregroundRole());
    setToolTip(shown == text() ? QString() : QStringLiteral("<qt>%1</qt>").arg(text().toHtmlEscaped()));
  }
};

}  // namespace mlplab
