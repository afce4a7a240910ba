#include "ui/study/study_setup.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <algorithm>

#include "core/base/error.h"
#include "core/base/listed.h"
#include "core/base/typed_number.h"
#include "core/launch/configurations.h"
#include "ui/runs/run.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/backend_list.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_box.h"

namespace mlplab {

StudySetup::StudySetup(const QString& heading, StartBar* start, MeasuringSession& session, QWidget* parent)
    : QWidget(parent), start_(start), measurement_(session) {
  column_ = column_in(this, 8, {16, 14, 16, 8});
  add_heading(heading);
  base_label_ = small_label();
  base_label_->hide();
  column_->addWidget(base_label_);
  form_ = std::make_unique<Form>(column_);
  rows_ = form_.get();
  connect(start_, &StartBar::stopWanted, &session, &MeasuringSession::stop);
  connect(start_, &StartBar::startWanted, this, &StudySetup::startWanted);
  connect(start_, &StartBar::resumeWanted, this, &StudySetup::resumeWanted);
  connect(&session, &MeasuringSession::stateChanged, this, &StudySetup::refresh);
  connect(&session, &MeasuringSession::progressed, this, &StudySetup::refresh);
}

void StudySetup::add_heading(const QString& text) {
  auto* label = in_role(new QLabel(text), "heading");
  column_->addWidget(label);
}

void StudySetup::say_base(const QString& text) {
  base_label_->setText(text);
  base_label_->show();
}

void StudySetup::add_published(const std::vector<std::pair<QString, QString>>& labels_and_tips, const QString& title) {
  published_box_ = add_choice("published", title.isEmpty() ? tr("&Published") : title, {{tr("nothing"), {}}});
  for (const auto& [label, tip] : labels_and_tips) add_item(published_box_, label, {}, tip);
  form_->set_visible(QStringLiteral("published"), !labels_and_tips.empty());
  connect(published_box_, &QComboBox::currentIndexChanged, this, &StudySetup::publishedChanged);
}

int StudySetup::published_index() const { return published_box_->currentIndex() - 1; }

void StudySetup::set_published(int index) { published_box_->setCurrentIndex(index + 1); }

bool StudySetup::lay_beside(const std::string& label) {
  const int index =
      published_box_->findText(QString::fromStdString(label), Qt::MatchStartsWith | Qt::MatchCaseSensitive);
  published_box_->setCurrentIndex(label.empty() ? 0 : std::max(0, index));
  return label.empty() || index > 0;
}

NumberBox* StudySetup::add_number(const char* row, const QString& label, std::array<int, 3> low_high_value,
                                  const QString& tip, const QString& name) {
  const auto [low, high, value] = low_high_value;
  NumberBox* box = number_box(low, high, value, name.isEmpty() ? tip : name);
  box->setToolTip(tip);
  rows_->add(QLatin1String(row), label, box);
  connect(box, &NumberBox::valueChanged, this, &StudySetup::check);
  connect(box, &NumberBox::edited, this, &StudySetup::check);
  return box;
}

QLineEdit* StudySetup::add_text(const char* row, const QString& label, const QString& text) {
  auto* field = new QLineEdit(text);
  let_shrink(field);
  rows_->add(QLatin1String(row), label, field);
  connect(field, &QLineEdit::textChanged, this, &StudySetup::check);
  return field;
}

QComboBox* StudySetup::add_choice(const char* row, const QString& label,
                                  const std::vector<std::pair<QString, QVariant>>& entries, const QString& tip) {
  QComboBox* box = narrow_combo();
  for (const auto& [text, value] : entries) box->addItem(text, value);
  box->setToolTip(tip);
  rows_->add(QLatin1String(row), label, box);
  return box;
}

std::vector<int> StudySetup::numbers_in(const QLineEdit& field, const QString& wrong, const char* row, int largest) {
  std::vector<int> numbers;
  for (const QString& part : field.text().split(QLatin1Char(','), Qt::SkipEmptyParts)) {
    numbers.push_back(typed_whole<int>(part.toStdString()).value_or(0));
    if (numbers.back() < 1 || numbers.back() > largest) throw UsageError(wrong.arg(part.trimmed()).toStdString(), row);
  }
  return numbers;
}

QString StudySetup::typed_list(const std::vector<int>& numbers) {
  return QString::fromStdString(joined(numbers, ", ", [](int number) { return std::to_string(number); }));
}

void StudySetup::add_guess(const QString& what, const GuessField::Range& range, const QString& suffix) {
  guess_ = new GuessField(*form_, what, range, suffix, this);
}

void StudySetup::end_form() {
  column_->addWidget(form_->other_error());
  add_control(start_);
}

void StudySetup::add_control(QWidget* control) {
  column_->addWidget(control);
  controls_.push_back(control);
}

void StudySetup::add_backend() {
  backend_ = add_choice("base.backend", tr("&Backend"));
  fill_backend_list(backend_);
}

std::string StudySetup::chosen_backend() const { return backend_->currentData().toString().toStdString(); }

void StudySetup::choose_backend(const RunSpec& run) {
  backend_->setCurrentIndex(backend_->findData(QString::fromStdString(configuration_name(run))));
}

void StudySetup::follow(const RunSpec& base) {
  const bool follows =
      base_.backend.empty() || backend_->currentIndex() < 0 || chosen_backend() == configuration_name(base_);
  base_ = base;
  const int index = backend_->findData(QString::fromStdString(configuration_name(base)));
  if (follows && index >= 0 && !measurement_.active()) backend_->setCurrentIndex(index);
}

RunSpec StudySetup::run_with_backend() const {
  RunSpec run = base_;
  const std::string backend = chosen_backend();
  if (backend.empty()) throw UsageError(tr("choose a backend").toStdString(), "base.backend");
  if (backend != configuration_name(base_))
    set_configuration(run, {.name = backend, .options = {}});  // options are another's
  return run;
}

void StudySetup::refuse_absent_backend() const {
  const int index = backend_index(chosen_backend());
  if (index < 0) return;
  const std::string why = configurations()[static_cast<std::size_t>(index)].why_not();
  if (!why.empty()) throw UsageError(why, "base.backend");
}

bool StudySetup::show_faults(Form& form, const std::function<void()>& read) {
  Faults faults;
  try {
    read();
  } catch (const Error& error) {
    add_fault(faults, error);
  }
  form.add_number_faults(faults);
  form.set_faults(faults);
  return faults.empty();
}

bool StudySetup::is_sound(const std::function<void()>& read) {
  const bool sound = show_faults(*form_, read);
  start_->set_ready(sound);
  return sound;
}

void StudySetup::start_with(const std::function<void()>& start) {
  try {
    start();
  } catch (const Error&) {
    check();
  }
}

void StudySetup::enable(std::initializer_list<QWidget*> widgets, bool on) {
  for (QWidget* widget : widgets) widget->setEnabled(on);
}

void StudySetup::show_state(double fraction, const QString& words) {
  if (!measurement_.active()) return start_->show_state(StartBar::State::idle, 0.0, {});
  const bool stopping = measurement_.state() == MeasuringSession::State::stopping;
  start_->show_state(stopping ? StartBar::State::stopping : StartBar::State::running, fraction,
                     stopping ? tr("stopping…") : words);
}

void StudySetup::show_incomplete(int done, int total) {
  start_->show_state(StartBar::State::incomplete, total > 0 ? static_cast<double>(done) / total : 0.0,
                     tr("%1 of %2 runs done").arg(done).arg(total));
}

}  // namespace mlplab
