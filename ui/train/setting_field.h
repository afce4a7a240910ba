// The field of one setting in the form, by the kind of its value: a list of choices, a whole number, a share in
// percent, a decimal number, or a text with examples.
#pragma once

#include <QString>
#include <functional>
#include <utility>
#include <vector>

#include "core/run/settings.h"
#include "ui/widgets/form.h"

class QComboBox;
class QDoubleSpinBox;
class QLineEdit;
class QWidget;

namespace mlplab {

inline constexpr int least_letters = 3;  // of a box; it is as wide as long labels let it be

class NumberBox;

class SettingField {
 public:
  /// `setting`: of the table, with a label. `edited` is called when the user changes the field. Its editor is not in a
  /// layout yet.
  SettingField(const Setting& setting, const std::function<void()>& edited);
  const Setting& setting() const { return setting_; }
  /// The name of its row: the setting's path.
  QString name() const { return QLatin1String(setting_.path); }
  QString label() const;
  QWidget* editor() const;
  /// The line of a decimal number; null for other kinds.
  QLineEdit* line() const { return line_; }

  /// Fills the list of a field of any text, below the first entry, which is none; each example with its tool tip.
  void offer(const std::vector<std::pair<QString, QString>>& examples);

  void show(const RunSpec& spec);
  /// Writes what stands in the field to `spec`, which has the value from before; what cannot be read goes to `faults`.
  void read(RunSpec& spec, Faults& faults) const;

 private:
  const Setting& setting_;
  QComboBox* choices_ = nullptr;  // one of a few
  NumberBox* whole_ = nullptr;    // 0 is 'all' or 'none' where the setting has such a word
  QDoubleSpinBox* share_ = nullptr;
  QLineEdit* line_ = nullptr;
  QComboBox* examples_ = nullptr;  // any text, the first entry is none
};

/// For a whole number of a run: what is no number or too large for one is kept as it is typed.
NumberBox* plain_number_box();

/// For any text, of which the list has examples.
QComboBox* make_example_box();
/// '0.1' in the window's language, with all its digits.
QString show_number(double value);

}  // namespace mlplab
