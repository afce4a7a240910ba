#include "ui/lessons/lesson_dialog.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTreeWidget>
#include <algorithm>

#include "ui/widgets/dialog_area.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"

namespace mlplab {

namespace {

constexpr int hidden_column = 1, locked_column = 2;

bool has(const std::vector<std::string>& names, const QString& name) {
  return std::ranges::find(names, name.toStdString()) != names.end();
}

}  // namespace

LessonDialog::LessonDialog(Lesson lesson, const QStringList& controls,
                           std::function<void(LessonDialog&, const Lesson&)> save, QWidget* parent)
    : QDialog(parent), lesson_(std::move(lesson)) {
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(tr("Save as lesson"));
  QVBoxLayout* column = column_in((new DialogArea(this, {560, 620}))->contents(), 6, {20, 16, 20, 16});
  const auto add = [&](const QString& text, QWidget* editor, int stretch) {
    auto* label = new QLabel(text);
    label->setBuddy(editor);
    editor->setAccessibleName(QString(text).remove(QLatin1Char('&')));
    column->addWidget(label);
    column->addWidget(editor, stretch);
  };
  title_ = new QLineEdit(QString::fromStdString(lesson_.title));
  title_->setMaxLength(120);  // bytes are counted when it is saved
  add(tr("&Title"), title_, 0);
  intro_ = new QPlainTextEdit(QString::fromStdString(lesson_.intro));
  add(tr("&What it is about"), intro_, 1);
  intro_->setTabChangesFocus(true);
  QStringList texts;
  for (const LessonStep& step : lesson_.steps) texts << QString::fromStdString(step.text);
  steps_ = new QPlainTextEdit(texts.join(QStringLiteral("\n\n")));
  add(tr("&Steps, with an empty line between them"), steps_, 2);
  steps_->setTabChangesFocus(true);
  controls_ = new QTreeWidget;
  controls_->setColumnCount(3);
  controls_->setHeaderLabels({tr("Control"), tr("hidden"), tr("locked")});
  controls_->setRootIsDecorated(false);
  for (const QString& name : controls) {
    auto* item = new QTreeWidgetItem(controls_, {name});
    item->setCheckState(hidden_column, has(lesson_.hidden, name) ? Qt::Checked : Qt::Unchecked);
    if (name.startsWith(QStringLiteral("page."))) continue;
    item->setCheckState(locked_column, has(lesson_.locked, name) ? Qt::Checked : Qt::Unchecked);
  }
  controls_->header()->setStretchLastSection(false);
  controls_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  controls_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  add(tr("What the class does not &see, or cannot change"), controls_, 2);
  auto* note =
      new QLabel(tr("Settings are saved as they are now. 'Do this' checks are written into the file by hand."));
  note->setWordWrap(true);
  column->addWidget(note);
  error_ = make_error_label();
  error_->setTextFormat(Qt::PlainText);
  column->addWidget(error_);
  auto* buttons = new QDialogButtonBox;
  save_ = buttons->addButton(tr("Sa&ve…"), QDialogButtonBox::AcceptRole);
  buttons->addButton(QDialogButtonBox::Cancel);
  column->addWidget(buttons);
  const auto ready = [this] {
    save_->setEnabled(!title_->text().trimmed().isEmpty() && !steps_->toPlainText().trimmed().isEmpty());
  };
  connect(title_, &QLineEdit::textChanged, this, ready);
  connect(steps_, &QPlainTextEdit::textChanged, this, ready);
  ready();
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons, &QDialogButtonBox::accepted, this, [this, save = std::move(save)] {
    say({});
    save(*this, this->lesson());
  });
}

void LessonDialog::say(const QString& sentence) {
  error_->setText(sentence);
  error_->setVisible(!sentence.isEmpty());
}

QString LessonDialog::said() const { return error_->text(); }

Lesson LessonDialog::lesson() const {
  Lesson result = lesson_;
  result.title = title_->text().trimmed().toStdString();
  result.intro = intro_->toPlainText().trimmed().toStdString();
  result.steps.clear();
  const QStringList texts =
      steps_->toPlainText().split(QRegularExpression(QStringLiteral("\\n\\s*\\n")), Qt::SkipEmptyParts);
  for (const QString& text : texts) {
    if (text.trimmed().isEmpty()) continue;
    const std::size_t step = result.steps.size();
    const auto check = step < lesson_.steps.size() ? lesson_.steps[step].check : std::nullopt;
    result.steps.push_back({text.trimmed().toStdString(), check});
  }
  result.hidden.clear();
  result.locked.clear();
  for (int i = 0; i < controls_->topLevelItemCount(); ++i) {
    const QTreeWidgetItem* item = controls_->topLevelItem(i);
    const std::string name = item->text(0).toStdString();
    if (item->checkState(hidden_column) == Qt::Checked) result.hidden.push_back(name);
    if (item->checkState(locked_column) == Qt::Checked) result.locked.push_back(name);
  }
  return result;
}

}  // namespace mlplab
