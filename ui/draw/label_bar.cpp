#include "ui/draw/label_bar.h"

#include <QLabel>
#include <QToolButton>

#include "ui/theme/style_sheet.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/tables.h"

namespace mlplab {

LabelBar::LabelBar(QWidget* parent) : QWidget(parent) {
  QVBoxLayout* column = column_in(this, 6);
  QHBoxLayout* row = spaced_row(4);
  for (int digit = 0; digit <= 9; ++digit) {
    auto* button = new QToolButton;
    button->setObjectName(QStringLiteral("label_%1").arg(digit));
    button->setText(QString::number(digit));
    button->setProperty("role", QStringLiteral("digit"));
    button->setStyleSheet(QStringLiteral("QToolButton { padding: 3px 8px; }"));
    button->setAccessibleName(tr("Label the drawing as %1").arg(digit));
    button->setToolTip(tr("Label the drawing as %1 and keep it (key %1 while the sheet has the focus)").arg(digit));
    connect(button, &QToolButton::clicked, this, [this, digit] { Q_EMIT labelChosen(digit); });
    row->addWidget(button);
    digits_.push_back(button);
  }
  row->addSpacing(12);
  counts_ = new ElidedLabel;
  counts_->setAccessibleName(tr("Labelled drawings"));
  counts_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  row->addWidget(counts_, 1);
  column->addLayout(row);

  actions_ = new QWidget(this);
  QHBoxLayout* action_row = row_in(actions_, 4);
  take_back_ = addAction(tr("Take back"), tr("Take the last labelled drawing out of the collection"));
  open_ = addAction(tr("Open…"), tr("Open drawings that were saved earlier"));
  take_back_->setToolButtonStyle(Qt::ToolButtonIconOnly);
  save_ = addAction(tr("Save…"), tr("Save the labelled drawings as IDX files, a test set for any run"));
  for (QToolButton* button : {take_back_, open_, save_}) action_row->addWidget(button);
  connect(take_back_, &QToolButton::clicked, this, &LabelBar::takeBackWanted);
  connect(open_, &QToolButton::clicked, this, &LabelBar::openWanted);
  connect(save_, &QToolButton::clicked, this, &LabelBar::saveWanted);
  message_ = small_label();
  message_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  message_->setAccessibleName(tr("Message"));
  set_role(counts_, "quiet");
  column->addWidget(message_);
  setCounts(0, -1);
  showMessage({});
  setCanLabel(false);
}

QToolButton* LabelBar::addAction(const QString& text, const QString& explanation) {
  QToolButton* button = flat_button(text, explanation);
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  return button;
}

void LabelBar::setCounts(int drawings, int right) {
  take_back_->setEnabled(drawings > 0);
  save_->setEnabled(drawings > 0);
  if (drawings == 0) {
    counts_->setText(tr("no labelled drawings yet"));
  } else if (right < 0) {
    counts_->setText(tr("%1 labelled").arg(drawings));
  } else {
    counts_->setText(
        tr("%1 labelled, %2 correct (%3)").arg(drawings).arg(right).arg(share_text(double(right) / drawings)));
  }
}

void LabelBar::setCanLabel(bool can) {
  for (QToolButton* button : digits_) button->setEnabled(can);
}

void LabelBar::showMessage(const QString& text, bool is_error) {
  set_role(message_, is_error ? "error" : "small");
  QString shown = text.isEmpty() ? tr("The keys 0 to 9 label the drawing, too, while the sheet has the focus.") : text;
  message_->setAccessibleDescription(shown);
  message_->setText(shown.replace(QLatin1Char('/'), QStringLiteral("/\u200b")));  // a path has no other place to break
}

void LabelBar::setTheme(const Theme& theme) {
  show_icon(take_back_, QStringLiteral("undo"), theme);
  show_icon(open_, QStringLiteral("folder"), theme);
  show_icon(save_, QStringLiteral("save"), theme);
}

}  // namespace mlplab
