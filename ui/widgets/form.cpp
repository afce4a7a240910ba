// Every row of a form is two of the grid: label and editor, and the error under them.
#include "ui/widgets/form.h"

#include <QGridLayout>
#include <QLabel>

#include "core/base/error.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_box.h"

namespace mlplab {

void add_fault(Faults& faults, const Error& error) {
  const auto* usage = dynamic_cast<const UsageError*>(&error);
  faults.emplace(usage ? QString::fromStdString(usage->field()) : QString(), QString::fromUtf8(error.what()));
}

Form::Form(QVBoxLayout* column) : grid_(new QGridLayout), other_(make_error_label()) {
  grid_->setHorizontalSpacing(10);
  grid_->setVerticalSpacing(7);
  grid_->setColumnStretch(1, 1);
  column->addLayout(grid_);
}

QLabel* Form::add(const QString& name, const QString& text, QWidget* editor, QWidget* marked) {
  QLabel* label = add_at(reserve(1), name, text, editor);
  if (marked != nullptr) rows_.at(name).marked = marked;
  return label;
}

void Form::add(const QString& name, QWidget* label, QWidget* editor) {
  place(reserve(1), name, {.label = label, .editor = editor, .marked = editor});
}

void Form::add_wide(QWidget* widget) { grid_->addWidget(widget, end_++, 0, 1, 2); }

int Form::reserve(int rows) {
  const int first = end_;
  end_ += 2 * rows;
  return first;
}

QLabel* Form::add_at(int at, const QString& name, const QString& text, QWidget* editor) {
  auto* label = new QLabel(text);
  label->setBuddy(editor);
  if (editor->accessibleName().isEmpty()) editor->setAccessibleName(QString(text).remove(QLatin1Char('&')));
  place(at, name, {.label = label, .editor = editor, .marked = editor});
  return label;
}

void Form::place(int at, const QString& name, Row row) {
  row.error = make_error_label();
  grid_->addWidget(row.label, at, 0);
  grid_->addWidget(row.editor, at, 1);
  grid_->addWidget(row.error, at + 1, 0, 1, 2);
  rows_[name] = row;
  hold(name, rows_[name]);
}

void Form::set_held(std::set<QString> hidden, std::set<QString> locked) {
  hidden_ = std::move(hidden);
  locked_ = std::move(locked);
  for (auto& [name, row] : rows_) hold(name, row);
}

void Form::hold(const QString& name, Row& row) {
  if (const bool hidden = hidden_.contains(name); hidden != row.hidden) {
    row.hidden = hidden;
    show(row);
  }
  const bool locked = locked_.contains(name);
  if (locked == (row.lock != nullptr)) return;
  if (locked) {
    row.lock = new QWidget;
    QVBoxLayout* box = column_in(row.lock);
    delete grid_->replaceWidget(row.editor, row.lock);
    box->addWidget(row.editor);
    row.lock->setEnabled(false);
    row.lock->setVisible(row.visible && !row.hidden);
  } else {
    delete grid_->replaceWidget(row.lock, row.editor);
    row.lock->deleteLater();
    row.lock = nullptr;
  }
  row.editor->setVisible(row.visible && !row.hidden);
}

void Form::show(Row& row) {
  const bool on = row.visible && !row.hidden;
  row.label->setVisible(on);
  row.editor->setVisible(on);
  if (row.lock != nullptr) row.lock->setVisible(on);
  row.error->setVisible(on && !row.error->text().isEmpty());
}

void Form::remove(const QString& name) {
  const auto found = rows_.find(name);
  if (found == rows_.end()) return;
  for (QWidget* widget :
       std::initializer_list<QWidget*>{found->second.label, found->second.editor, found->second.error}) {
    widget->hide();
    widget->deleteLater();
  }
  if (found->second.lock != nullptr) found->second.lock->deleteLater();  // and the editor in it
  rows_.erase(found);
}

void Form::set_visible(const QString& name, bool on) {
  Row& row = rows_.at(name);
  row.visible = on;
  show(row);
}

void Form::enable(const QString& name, bool on) {
  const Row& row = rows_.at(name);
  row.label->setEnabled(on);
  row.editor->setEnabled(on);
}

void Form::order_keyboard() const {
  std::multimap<std::pair<int, int>, QWidget*> parts;  // by row and column
  for (int i = 0; i < grid_->count(); ++i) {
    int row = 0, column = 0, rows = 0, columns = 0;
    grid_->getItemPosition(i, &row, &column, &rows, &columns);
    if (QWidget* part = grid_->itemAt(i)->widget()) parts.emplace(std::pair(row, column), part);
  }
  QList<QWidget*> in_order;
  for (const auto& [place, part] : parts) in_order << part;
  order_focus(in_order);
}

QString Form::place_of(QString name) const {
  while (!rows_.contains(name)) {
    const auto dot = name.lastIndexOf(QLatin1Char('.'));
    if (dot < 0) return {};
    name.truncate(dot);
  }
  return name;
}

void Form::set_faults(const Faults& faults) {
  Faults placed;
  for (const auto& [name, sentence] : faults) placed.emplace(place_of(name), sentence);
  const auto sentence_at = [&](const QString& name) {
    const auto found = placed.find(name);
    return found == placed.end() ? QString() : found->second;
  };
  for (auto& [name, row] : rows_) {
    const QString sentence = sentence_at(name);
    if (row.error->text() == sentence) continue;
    row.error->setText(sentence);
    row.error->setVisible(row.visible && !row.hidden && !sentence.isEmpty());
    row.editor->setAccessibleDescription(sentence);
    row.marked->setAccessibleDescription(sentence);
    row.marked->setProperty("invalid", !sentence.isEmpty());
    restyle(row.marked);
  }
  other_->setText(sentence_at({}));
  other_->setVisible(!other_->text().isEmpty());
}

void Form::add_number_faults(Faults& faults) const {
  for (const auto& [name, row] : rows_) {
    const auto* box = qobject_cast<const NumberBox*>(row.editor);
    if (box != nullptr && !box->fault().isEmpty()) faults[name] = box->fault();
  }
}

QString Form::error_of(const QString& name) const {
  if (name.isEmpty()) return other_->text();
  const auto found = rows_.find(name);
  return found == rows_.end() ? QString() : found->second.error->text();
}

QWidget* Form::editor_of(const QString& name) const {
  const auto found = rows_.find(name);
  return found == rows_.end() ? nullptr : found->second.editor;
}

std::vector<QString> Form::names() const {
  std::vector<QString> names;
  for (const auto& [name, row] : rows_) names.push_back(name);
  return names;
}

}  // namespace mlplab
