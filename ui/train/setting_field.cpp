#include "ui/train/setting_field.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QLineEdit>
#include <QLocale>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/typed_number.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/decimal_box.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/number_box.h"

namespace mlplab {
namespace {

struct SettingFieldText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::SettingField)
};

constexpr int most_typed = 100'000'000;  // what is too much is said by the range
constexpr double share_digits = 0.051;   // percent: half of the last digit that is shown, and a little

QString words(const char* english) { return QString::fromStdString(say(english)); }

void make_plain(QAbstractSpinBox* box) {
  box->setAlignment(Qt::AlignRight);
  box->setButtonSymbols(QAbstractSpinBox::NoButtons);
  box->setMinimumWidth(60);
  set_role(box, "plain");
}

/// Shown in one digit after the point: a value that has more stays as it is until the field is edited.
std::optional<double> edited_share(const QDoubleSpinBox* box, double now) {
  return std::abs(box->value() - 100.0 * now) > share_digits ? std::optional(0.01 * box->value()) : std::nullopt;
}

}  // namespace

NumberBox* plain_number_box() {
  auto* box = new NumberBox;
  box->setRange(0, most_typed);
  box->setGroupSeparatorShown(true);
  make_plain(box);
  return box;
}

QComboBox* make_example_box() {
  QComboBox* box = narrow_combo({}, least_letters);
  box->setEditable(true);
  box->setInsertPolicy(QComboBox::NoInsert);
  return box;
}

QString show_number(double value) { return QLocale().toString(value, 'g', QLocale::FloatingPointShortest); }

SettingField::SettingField(const Setting& setting, const std::function<void()>& edited) : setting_(setting) {
  RunSpec usual;
  if (!setting.choices.empty()) {
    choices_ = narrow_combo({}, least_letters);
    for (const SettingChoice& choice : setting.choices)
      choices_->addItem(words(choice.title), QString::fromLatin1(choice.name));
    QObject::connect(choices_, &QComboBox::activated, choices_, edited);
  } else if (setting.is_share) {
    share_ = new DecimalBox;
    share_->setRange(0.0, 100.0 * setting.range->most);
    share_->setDecimals(1);
    share_->setSuffix(SettingFieldText::tr(" %"));
    if (setting.off != nullptr) share_->setSpecialValueText(words(setting.off));
    make_plain(share_);
    QObject::connect(share_, &QDoubleSpinBox::valueChanged, share_, edited);
  } else {
    visit_setting(setting, usual, [&](auto* value) {
      using T = std::remove_pointer_t<decltype(value)>;
      if constexpr (std::is_same_v<T, Augmentation> || std::is_same_v<T, std::string> || std::is_same_v<T, ImageSize>) {
        examples_ = make_example_box();
      } else if (std::is_integral_v<T> && (std::is_signed_v<T> || setting.off != nullptr)) {
        whole_ = plain_number_box();
        if (setting.off != nullptr) whole_->setSpecialValueText(words(setting.off));
        QObject::connect(whole_, &QSpinBox::valueChanged, whole_, edited);
        QObject::connect(whole_, &NumberBox::edited, whole_, edited);
      } else {  // also a seed, of 64 bits
        line_ = new QLineEdit;
        line_->setAlignment(Qt::AlignRight);
        QObject::connect(line_, &QLineEdit::textEdited, line_, edited);
      }
    });
  }
  if (setting.help != nullptr) {
    QString tip = words(setting.help);
    tip.replace(0, 1, tip.left(1).toUpper());
    editor()->setToolTip(tip);
  }
  if (examples_ != nullptr) {
    examples_->addItem(words(setting.off));
    if (std::holds_alternative<Augmentation*>(setting.at(usual)))
      offer({{QStringLiteral("shift=1,rotate=15,scale=0.15"), SettingFieldText::tr("For drawn digits")},
             {QStringLiteral("flip=0.5,crop=4"), SettingFieldText::tr("For photographs")}});
    if (std::holds_alternative<ImageSize*>(setting.at(usual)))
      offer({{QStringLiteral("28"), SettingFieldText::tr("As MNIST's")},
             {QStringLiteral("32"), SettingFieldText::tr("For the smaller convolutional networks")},
             {QStringLiteral("64x48"), SettingFieldText::tr("Width and height")}});
    QObject::connect(examples_, &QComboBox::editTextChanged, examples_, edited);
  }
}

void SettingField::offer(const std::vector<std::pair<QString, QString>>& examples) {
  const QSignalBlocker blocker(examples_);
  const QString text = examples_->currentText();
  while (examples_->count() > 1) examples_->removeItem(1);
  for (const auto& [example, help] : examples) {
    add_item(examples_, example, {}, help);
  }
  examples_->setEditText(text);
  examples_->lineEdit()->setCursorPosition(0);
}

QString SettingField::label() const { return words(setting_.label); }

QWidget* SettingField::editor() const {
  if (choices_ != nullptr) return choices_;
  if (whole_ != nullptr) return whole_;
  if (share_ != nullptr) return share_;
  if (line_ != nullptr) return line_;
  return examples_;
}

void SettingField::show(const RunSpec& spec) {
  const QString text = QString::fromStdString(text_of(setting_, spec));
  if (choices_ != nullptr) choices_->setCurrentIndex(std::max(0, choices_->findData(text)));
  if (examples_ != nullptr) {
    examples_->setEditText(text.isEmpty() ? examples_->itemText(0) : text);
    examples_->lineEdit()->setCursorPosition(0);  // its beginning is seen
  }
  if (share_ == nullptr && whole_ == nullptr && line_ == nullptr) return;
  visit_setting(setting_, spec, [&](const auto* value) {
    using T = std::remove_cvref_t<decltype(*value)>;
    if constexpr (std::is_same_v<T, double>) {
      if (share_ != nullptr) share_->setValue(100.0 * *value);
      if (line_ != nullptr) line_->setText(show_number(*value));
    } else if constexpr (std::is_same_v<T, std::optional<double>>) {
      if (share_ != nullptr) share_->setValue(100.0 * value->value_or(0.0));
    } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      if (whole_ != nullptr) whole_->setValue(std::in_range<int>(*value) ? static_cast<int>(*value) : most_typed);
      if (line_ != nullptr) line_->setText(text);
    }
  });
}

void SettingField::read(RunSpec& spec, Faults& faults) const {
  try {
    if (choices_ != nullptr) set_text(setting_, spec, choices_->currentData().toString().toStdString());
    if (examples_ != nullptr) {
      QString text = examples_->currentText();
      if (text == examples_->itemText(0)) text.clear();
      set_text(setting_, spec, text.remove(QLatin1Char(' ')).toStdString());
    }
  } catch (const UsageError& error) {
    add_fault(faults, error);
  }
  if (choices_ != nullptr || examples_ != nullptr) return;
  visit_setting(setting_, spec, [&](auto* value) {
    using T = std::remove_pointer_t<decltype(value)>;
    if constexpr (std::is_same_v<T, std::optional<double>>) {
      if (const auto share = edited_share(share_, value->value_or(0.0))) *value = *share > 0.0 ? share : std::nullopt;
    } else if constexpr (std::is_same_v<T, double>) {
      if (share_ != nullptr) {
        if (const auto share = edited_share(share_, *value)) *value = *share;
      } else if (const auto number = typed_decimal(line_->text())) {
        *value = *number;
      } else {
        faults[name()] = why_no_decimal(line_->text());
      }
    } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      if (whole_ != nullptr) {
        const std::optional<double> typed = whole_->typed();
        if (!typed)
          faults[name()] = SettingFieldText::tr("'%1' is not a whole number").arg(whole_->text());
        else if (*typed < 0.0 && std::is_unsigned_v<T>)
          faults[name()] = SettingFieldText::tr("a number from 0 stands here");
        else
          *value = static_cast<T>(std::clamp(*typed, -1e9, 1e9));
      } else if (const auto number = typed_whole<T>(line_->text().trimmed().toStdString())) {
        *value = *number;
      } else {
        faults[name()] = SettingFieldText::tr("'%1' is not a whole number from 0").arg(line_->text());
      }
    }
  });
}

}  // namespace mlplab
