#include "ui/widgets/decimal_box.h"

#include "core/base/language.h"

namespace mlplab {

DecimalComma decimal_comma() { return language() == "en" ? DecimalComma::refused : DecimalComma::accepted; }

std::optional<double> typed_decimal(const QString& text) { return typed_number(text.toStdString(), decimal_comma()); }

QString why_no_decimal(const QString& text) {
  return QString::fromStdString(why_no_number(text.toStdString(), decimal_comma()));
}

std::optional<double> DecimalBox::number_in(QString text) const {
  if (const QString unit = suffix().trimmed(); !unit.isEmpty() && text.trimmed().endsWith(unit))
    text = text.trimmed().chopped(unit.size());
  text = text.trimmed();
  if (!specialValueText().isEmpty() && text == specialValueText()) return minimum();
  return typed_decimal(text);
}

/// Text that is no number yet may become one, so it stays until the field is left.
QValidator::State DecimalBox::validate(QString& text, int& /*position*/) const {
  const std::optional<double> number = number_in(text);
  return number && *number >= minimum() && *number <= maximum() ? QValidator::Acceptable : QValidator::Intermediate;
}

double DecimalBox::valueFromText(const QString& text) const { return number_in(text).value_or(value()); }

}  // namespace mlplab
