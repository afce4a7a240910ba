#include "ui/widgets/guess_field.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLineEdit>

#include "ui/widgets/decimal_box.h"
#include "ui/widgets/form.h"
#include "ui/widgets/form_parts.h"

namespace mlplab {

GuessField::GuessField(Form& form, const QString& what, const Range& range, const QString& suffix, QObject* parent)
    : QObject(parent), range_(range), on_(new QCheckBox(tr("&Guess first"))), number_(new DecimalBox) {
  on_->setToolTip(tr("Write down what you expect before you measure it"));
  number_->setRange(range.low, range.high);
  number_->setDecimals(range.decimals);
  number_->setSingleStep(range.step);
  number_->setValue(range.start);
  number_->setAlignment(Qt::AlignRight);
  let_shrink(number_);
  describe(what, suffix);
  form.add(QStringLiteral("guess"), on_, number_);
  connect(on_, &QCheckBox::toggled, this, [this] {
    refresh();
    Q_EMIT changed();
  });
  connect(number_, &QDoubleSpinBox::valueChanged, this, [this] {
    Q_EMIT changed();
    if (!setting_ && on_->isChecked()) Q_EMIT entered();
  });
  // The number that stands there may be what is expected: typing it is a guess, ticking alone is none.
  connect(number_->findChild<QLineEdit*>(), &QLineEdit::textEdited, this, &GuessField::entered);
  refresh();
}

std::optional<double> GuessField::value() const {
  return enabled_ && on_->isChecked() ? std::optional(number_->value()) : std::nullopt;
}

void GuessField::set(const std::optional<double>& value) {
  setting_ = true;
  if (value) number_->setValue(*value);
  on_->setChecked(value.has_value());
  setting_ = false;
}

void GuessField::describe(const QString& what, const QString& suffix) {
  number_->setAccessibleName(what);
  number_->setToolTip(what);
  number_->setSuffix(suffix);
}

void GuessField::set_enabled(bool on) {
  enabled_ = on;
  refresh();
}

void GuessField::refresh() {
  on_->setEnabled(enabled_);
  number_->setEnabled(enabled_ && on_->isChecked());
}

}  // namespace mlplab
