// 'Guess first': what the class expects, written down before it is measured. A row of a form: a tick, and a number
// while it is set.
#pragma once

#include <QObject>
#include <optional>

#include "core/class/guess_round.h"

class QCheckBox;
class QDoubleSpinBox;

namespace mlplab {

class Form;

class GuessField : public QObject {
  Q_OBJECT
 public:
  struct Range {
    double low, high, start;
    int decimals = 1;
    double step = 0.1;
  };
  /// Becomes the row 'guess' at the end of `form`. `what`: what is guessed, for tips and screen readers.
  GuessField(Form& form, const QString& what, const Range& range, const QString& suffix, QObject* parent);

  std::optional<double> value() const;
  /// Without entered().
  void set(const std::optional<double>& value);
  /// Names the guessed quantity, where it depends on other fields.
  void describe(const QString& what, const QString& suffix);
  void set_enabled(bool on);
  /// For the class, with this range.
  GuessQuestion question(GuessKind kind) const {
    return {.kind = kind, .low = range_.low, .high = range_.high, .decimals = range_.decimals, .about = {}};
  }

 Q_SIGNALS:
  void changed();
  /// The user typed or changed the number of a ticked one.
  void entered();

 private:
  void refresh();

  Range range_;
  QCheckBox* on_;
  QDoubleSpinBox* number_;
  bool enabled_ = true, setting_ = false;
};

}  // namespace mlplab
