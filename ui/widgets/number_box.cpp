// Half-typed text must not be replaced by the last good value when the field loses the focus or Enter is pressed.
#include "ui/widgets/number_box.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QStyle>
#include <cmath>

#include "core/base/typed_number.h"

namespace mlplab {

NumberBox::NumberBox(QWidget* parent) : QSpinBox(parent) {
  connect(lineEdit(), &QLineEdit::textEdited, this, &NumberBox::edited);
}

void NumberBox::mark_faults() {
  const auto mark = [this, usual = toolTip()] {
    const QString why = fault();
    setProperty("invalid", !why.isEmpty());
    setToolTip(why.isEmpty() ? usual : why);
    style()->unpolish(this);
    style()->polish(this);
  };
  connect(this, &NumberBox::edited, this, mark);
  connect(this, &QSpinBox::valueChanged, this, mark);
}

std::optional<double> NumberBox::number_in(QString text) const {
  if (!prefix().isEmpty() && text.startsWith(prefix())) text.remove(0, prefix().size());
  if (!suffix().isEmpty() && text.endsWith(suffix())) text.chop(suffix().size());
  text = text.trimmed();
  if (!specialValueText().isEmpty() && text == specialValueText()) return minimum();
  if (isGroupSeparatorShown()) {  // as the field itself writes it, and in no other grouping: '1,5' is not 15
    QString digits = text;
    digits.remove(locale().groupSeparator());
    if (locale().toString(digits.toLongLong()) == text) text = digits;
  }
  const std::optional<double> value = typed_number(text.toStdString());
  return value && *value == std::floor(*value) ? value : std::nullopt;
}

std::optional<double> NumberBox::typed() const { return number_in(lineEdit()->text()); }

QString NumberBox::fault() const {
  const std::optional<double> value = typed();
  if (!value) return tr("'%1' is not a whole number").arg(lineEdit()->text());
  if (*value < minimum()) return tr("%1 at least").arg(locale().toString(minimum()));
  if (*value > maximum()) return tr("%1 at most").arg(locale().toString(maximum()));
  return {};
}

QValidator::State NumberBox::validate(QString& text, int& /*position*/) const {
  const std::optional<double> value = number_in(text);
  return value && *value >= minimum() && *value <= maximum() ? QValidator::Acceptable : QValidator::Intermediate;
}

int NumberBox::valueFromText(const QString& text) const {
  const std::optional<double> value = number_in(text);
  return value && *value >= minimum() && *value <= maximum() ? static_cast<int>(*value) : this->value();
}

void NumberBox::focusOutEvent(QFocusEvent* event) {
  if (hasAcceptableInput()) {
    QSpinBox::focusOutEvent(event);
  } else {
    QWidget::focusOutEvent(event);
  }
}

void NumberBox::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && !hasAcceptableInput()) {
    event->ignore();
  } else {
    QSpinBox::keyPressEvent(event);
  }
}

}  // namespace mlplab
