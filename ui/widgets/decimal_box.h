// Numbers that are typed into the window, by the rules of core/base/typed_number.h: a comma is the decimal sign where
// the window's language has it, and is refused elsewhere; never a separator of thousands.
#pragma once

#include <QDoubleSpinBox>
#include <optional>

#include "core/base/typed_number.h"

namespace mlplab {

/// Whether the window's language has the comma.
DecimalComma decimal_comma();
/// The typed number; nothing where the text is no number.
std::optional<double> typed_decimal(const QString& text);
/// Why the text is no number, and how to write one.
QString why_no_decimal(const QString& text);

/// A QDoubleSpinBox that understands the same. QDoubleSpinBox drops a comma that its locale does not like: '0,5' was 5.
class DecimalBox : public QDoubleSpinBox {
 public:
  using QDoubleSpinBox::QDoubleSpinBox;

 protected:
  QValidator::State validate(QString& text, int& position) const override;
  double valueFromText(const QString& text) const override;

 private:
  std::optional<double> number_in(QString text) const;
};

}  // namespace mlplab
