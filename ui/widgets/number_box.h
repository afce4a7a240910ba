// A field for whole numbers that keeps what is typed, as '1e9' or letters, until it is a number: what is wrong with it
// is for its form to say. QSpinBox drops the keys that it does not like, and '1e9' becomes 19.
#pragma once

#include <QSpinBox>
#include <optional>

namespace mlplab {

class NumberBox : public QSpinBox {
  Q_OBJECT
 public:
  explicit NumberBox(QWidget* parent = nullptr);
  /// The typed whole number, also beyond the range; nothing where the text is none.
  std::optional<double> typed() const;
  /// Why the typed text is not valid, in a sentence; '' where it is.
  QString fault() const;
  /// Makes the box show its fault itself, by its look and its tool tip: for a field that is in no form.
  void mark_faults();

 Q_SIGNALS:
  /// The user typed, whether it is a number or not.
  void edited();

 protected:
  QValidator::State validate(QString& text, int& position) const override;
  int valueFromText(const QString& text) const override;
  void fixup(QString& text) const override { (void)text; }
  void focusOutEvent(QFocusEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  std::optional<double> number_in(QString text) const;
};

}  // namespace mlplab
