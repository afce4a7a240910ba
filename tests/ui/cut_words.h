// Words that have not room enough where they stand.
#pragma once

#include <QtWidgets>

#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"

namespace mlplab {

/// Labels, lists, buttons and headings of tables whose words are wider than they, or higher. Texts that are made to
/// shrink end in '…'.
inline QStringList cut_words(QWidget& page, const Theme& theme) {
  QStringList cut;
  const auto tell = [&](const QString& text, int wanted, int room) {
    if (wanted > room) cut << QStringLiteral("'%1' needs %2 px and has %3").arg(text).arg(wanted).arg(room);
  };
  for (const auto* box : page.findChildren<QComboBox*>()) {
    if (!box->isVisible() || box->sizeAdjustPolicy() == QComboBox::AdjustToMinimumContentsLengthWithIcon) continue;
    QStyleOptionComboBox option;
    option.initFrom(box);
    const QRect room = box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box);
    tell(box->currentText(), box->fontMetrics().horizontalAdvance(box->currentText()), room.width());
  }
  for (const auto* button : page.findChildren<QToolButton*>()) {
    const bool worded = button->isVisible() && button->toolButtonStyle() != Qt::ToolButtonIconOnly;
    if (worded) tell(button->text(), button->fontMetrics().horizontalAdvance(button->text()) + 8, button->width());
  }
  for (const auto* table : page.findChildren<QTableView*>()) {
    const QHeaderView* titles = table->horizontalHeader();
    QFont bold = titles->font();
    bold.setPointSizeF(theme.small_pt);
    bold.setBold(true);
    for (int column = 0; column < titles->count(); ++column) {
      if (!titles->isVisible() || titles->isSectionHidden(column)) continue;
      const QString title = table->model()->headerData(column, Qt::Horizontal).toString();
      tell(title, QFontMetrics(bold).horizontalAdvance(title) + 8, titles->sectionSize(column));
    }
  }
  for (const auto* button : page.findChildren<QAbstractButton*>()) {
    const bool of_words = qobject_cast<const QPushButton*>(button) || qobject_cast<const QCheckBox*>(button);
    if (button->isVisible() && of_words) tell(button->text(), button->sizeHint().width(), button->width());
  }
  for (const auto* label : page.findChildren<QLabel*>()) {
    if (!label->isVisible() || label->text().isEmpty() || Qt::mightBeRichText(label->text())) continue;
    if (dynamic_cast<const ElidedLabel*>(label) != nullptr) continue;  // made to shrink
    QString text = label->text();
    if (label->buddy() != nullptr) text.remove(QLatin1Char('&'));
    const QRect room = label->contentsRect();
    const QRect needed = label->fontMetrics().boundingRect(QRect(0, 0, label->wordWrap() ? room.width() : 10000, 10000),
                                                           label->wordWrap() ? Qt::TextWordWrap : 0, text);
    tell(text, needed.width(), room.width() + 1);
    if (label->wordWrap() && needed.height() > room.height() + 1)
      cut << QStringLiteral("'%1' needs %2 px of height and has %3").arg(text).arg(needed.height()).arg(room.height());
  }
  return cut;
}

}  // namespace mlplab
