// The fields of the setup panel: what the form consists of, the advanced fold, and the backend's own options.
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>

#include "ui/runs/run.h"
#include "ui/theme/style_sheet.h"
#include "ui/train/network_editor.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/backend_list.h"

namespace mlplab {

namespace {

constexpr int most_options = 6;  // rows kept in the form for the backend's own options

template <class Enum>
void add_choice(QComboBox* box, const QString& text, Enum value) {
  box->addItem(text, static_cast<int>(value));
}

}  // namespace

void SetupPanel::add_field(const QString& name, const QString& label, QWidget* editor) {
  Field field;
  field.label = new QLabel(label);
  field.label->setBuddy(editor);
  field.editor = editor;
  field.error = new QLabel;
  field.error->setWordWrap(true);
  set_role(field.error, "error");
  field.error->hide();
  QString plain = label;
  if (editor->accessibleName().isEmpty()) editor->setAccessibleName(plain.remove(QLatin1Char('&')));
  const Qt::Alignment top = qobject_cast<NetworkEditor*>(editor) ? Qt::AlignTop : Qt::AlignVCenter;
  form_->addWidget(field.label, rows_, 0, top);
  form_->addWidget(editor, rows_, 1);
  form_->addWidget(field.error, rows_ + 1, 0, 1, 2);
  rows_ += 2;
  fields_[name] = field;
}

void SetupPanel::make_fields() {
  const auto combo = [this](const QString& name) {
    auto* box = new QComboBox;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(8);
    connect(box, &QComboBox::activated, this, [this, name] { edited(name); });
    return box;
  };
  const auto line = [this](const QString& name) {
    auto* edit = new QLineEdit;
    edit->setAlignment(Qt::AlignRight);
    connect(edit, &QLineEdit::textEdited, this, [this, name] { edited(name); });
    return edit;
  };
  const auto spin = [this](const QString& name, int least, int most) {
    auto* box = new QSpinBox;
    box->setRange(least, most);
    box->setAlignment(Qt::AlignRight);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setMinimumWidth(60);
    set_role(box, "plain");
    box->setGroupSeparatorShown(true);
    connect(box, &QSpinBox::valueChanged, this, [this, name] { edited(name); });
    return box;
  };
  data_ = combo(QStringLiteral("data"));
  fill_data();
  add_field(QStringLiteral("data"), tr("&Data"), data_);
  images_ = spin(QStringLiteral("images"), 0, 100'000'000);
  images_->setSingleStep(1000);
  images_->setSpecialValueText(tr("all"));
  images_->setToolTip(tr("How many training images to use: the first so many, or all"));
  add_field(QStringLiteral("images"), tr("&Images"), images_);
  network_ = new NetworkEditor;
  connect(network_, &NetworkEditor::changed, this, [this] { edited(QStringLiteral("network")); });
  add_field(QStringLiteral("network"), tr("&Network"), network_);
  fields_[QStringLiteral("network")].label->setBuddy(network_->presets());
  activation_ = combo(QStringLiteral("activation"));
  add_choice(activation_, tr("ReLU"), Activation::relu);
  add_choice(activation_, tr("Sigmoid"), Activation::sigmoid);
  add_choice(activation_, tr("Tanh"), Activation::tanh);
  add_field(QStringLiteral("activation"), tr("&Activation"), activation_);

  backend_ = combo(QStringLiteral("backend"));
  fill_backend_list(backend_);
  add_field(QStringLiteral("backend"), tr("&Backend"), backend_);
  auto* workers = new QWidget;
  auto* workers_row = new QHBoxLayout(workers);
  workers_row->setContentsMargins(0, 0, 0, 0);
  workers_ = new QSlider(Qt::Horizontal);
  workers_->setAccessibleName(tr("Workers"));
  workers_->setPageStep(1);
  workers_value_ = new QLabel;
  workers_value_->setMinimumWidth(24);
  workers_value_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  workers_row->addWidget(workers_, 1);
  workers_row->addWidget(workers_value_);
  connect(workers_, &QSlider::valueChanged, this, [this] { edited(QStringLiteral("workers")); });
  add_field(QStringLiteral("workers"), tr("&Threads"), workers);
  fields_[QStringLiteral("workers")].label->setBuddy(workers_);
  options_row_ = rows_;
  rows_ += most_options;

  optimizer_ = combo(QStringLiteral("optimizer"));
  add_choice(optimizer_, tr("SGD"), OptimizerKind::sgd);
  add_choice(optimizer_, tr("Momentum"), OptimizerKind::momentum);
  add_choice(optimizer_, tr("Adam"), OptimizerKind::adam);
  add_field(QStringLiteral("optimizer"), tr("&Optimizer"), optimizer_);
  learning_rate_ = line(QStringLiteral("learning_rate"));
  add_field(QStringLiteral("learning_rate"), tr("&Learning rate"), learning_rate_);
  schedule_ = combo(QStringLiteral("schedule"));
  add_choice(schedule_, tr("Constant"), ScheduleKind::constant);
  add_choice(schedule_, tr("Step"), ScheduleKind::step);
  add_choice(schedule_, tr("Cosine"), ScheduleKind::cosine);
  add_choice(schedule_, tr("One cycle"), ScheduleKind::one_cycle);
  add_field(QStringLiteral("schedule"), tr("S&chedule"), schedule_);
  weight_decay_ = line(QStringLiteral("weight_decay"));
  add_field(QStringLiteral("weight_decay"), tr("&Weight decay"), weight_decay_);
  batch_ = spin(QStringLiteral("batch"), 0, 1'000'000);
  add_field(QStringLiteral("batch"), tr("Batc&h"), batch_);
  epochs_ = spin(QStringLiteral("epochs"), 0, 1'000'000);
  add_field(QStringLiteral("epochs"), tr("&Epochs"), epochs_);
  seed_ = line(QStringLiteral("seed"));
  add_field(QStringLiteral("seed"), tr("See&d"), seed_);
}

/// What a first run does not need, under a fold.
void SetupPanel::make_advanced_fields() {
  advanced_ = new QToolButton;
  set_role(advanced_, "flat");
  advanced_->setText(tr("Advanced"));
  advanced_->setCheckable(true);
  advanced_->setArrowType(Qt::NoArrow);
  advanced_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  advanced_->setToolTip(tr("Loss function, target accuracy, validation split, evaluation"));
  advanced_->setAccessibleName(tr("Advanced settings"));
  advanced_->setFocusPolicy(Qt::TabFocus);
  connect(advanced_, &QToolButton::toggled, this, &SetupPanel::show_advanced);
  form_->addWidget(advanced_, rows_++, 0, 1, 2, Qt::AlignLeft);
  const auto add = [this](const char* name, const QString& label, QWidget* editor) {
    add_field(QLatin1String(name), label, editor);
    advanced_fields_.push_back(QLatin1String(name));
  };
  const auto percent = [this](const char* name, double most) {
    auto* box = new QDoubleSpinBox;
    box->setRange(0.0, most);
    box->setDecimals(1);
    box->setSuffix(tr(" %"));
    box->setSpecialValueText(tr("none"));
    box->setAlignment(Qt::AlignRight);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setMinimumWidth(60);
    set_role(box, "plain");
    connect(box, &QDoubleSpinBox::valueChanged, this, [this, name] { edited(QLatin1String(name)); });
    return box;
  };
  loss_ = new QComboBox;
  loss_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  loss_->setMinimumContentsLength(8);
  add_choice(loss_, tr("Cross-entropy"), Loss::softmax_cross_entropy);
  add_choice(loss_, tr("Squared error"), Loss::mean_squared_error);
  connect(loss_, &QComboBox::activated, this, [this] { edited(QStringLiteral("loss")); });
  add("loss", tr("L&oss"), loss_);
  target_ = percent("target", 100.0);
  target_->setToolTip(tr("The run ends when the test accuracy reaches this"));
  add("target", tr("&Target accuracy"), target_);
  validation_ = percent("validation", 90.0);
  validation_->setToolTip(tr("This much of the training images is kept back and evaluated apart"));
  add("validation", tr("&Validation split"), validation_);
  eval_every_ = new QSpinBox;
  eval_every_->setRange(1, 100'000);
  eval_every_->setAlignment(Qt::AlignRight);
  eval_every_->setButtonSymbols(QAbstractSpinBox::NoButtons);
  eval_every_->setMinimumWidth(60);
  set_role(eval_every_, "plain");
  eval_every_->setPrefix(tr("every "));
  eval_every_->setToolTip(tr("Epochs between evaluations on the test images; the last epoch is always evaluated"));
  connect(eval_every_, &QSpinBox::valueChanged, this, [this] { edited(QStringLiteral("eval_every")); });
  add("eval_every", tr("Eval&uate"), eval_every_);
  show_advanced(false);
}

void SetupPanel::show_advanced(bool on) {
  const QSignalBlocker blocker(advanced_);
  advanced_->setChecked(on);
  advanced_->setIcon(QIcon(QStringLiteral(":/icons/chevron-%1-%2.svg")
                               .arg(on ? QStringLiteral("up") : QStringLiteral("down"),
                                    theme_.dark ? QStringLiteral("dark") : QStringLiteral("light"))));
  for (const QString& name : advanced_fields_) {
    Field& field = fields_[name];
    field.label->setVisible(on);
    field.editor->setVisible(on);
    field.error->setVisible(on && !field.error->text().isEmpty());
  }
}

QWidget* SetupPanel::editor_of(const QString& field) const {
  const auto found = fields_.find(field);
  return found == fields_.end() ? nullptr : found->second.editor;
}

void SetupPanel::fill_data() {
  const QSignalBlocker blocker(data_);
  data_->clear();
  data_->addItem(tr("MNIST"), QStringLiteral("mnist"));
  const QString source = QString::fromStdString(spec_.data.source);
  if (data_->findData(source) < 0) data_->addItem(QFileInfo(source).fileName(), source);
  data_->addItem(tr("Choose a folder…"), QString());
  data_->setCurrentIndex(data_->findData(source));
  data_->setToolTip(source);
}

void SetupPanel::fill_options() {
  for (QWidget* widget : option_widgets_) {
    widget->hide();
    widget->deleteLater();
  }
  option_widgets_.clear();
  option_editors_.clear();
  const int index = backend_index(spec_.backend);
  if (index < 0) return;
  for (const BackendOption& option : backend_table()[static_cast<std::size_t>(index)].options) {
    const int row = options_row_ + static_cast<int>(option_editors_.size());
    if (row == options_row_ + most_options) return;
    QString label = QString::fromStdString(option.name);
    label.replace(QLatin1Char('-'), QLatin1Char(' '));
    if (!label.isEmpty()) label[0] = label[0].toUpper();
    QWidget* editor = make_option_editor(option);
    editor->setToolTip(QString::fromStdString(option.help));
    editor->setAccessibleName(label);
    auto* name = new QLabel(label);
    name->setBuddy(editor);
    form_->addWidget(name, row, 0);
    form_->addWidget(editor, row, 1);
    option_widgets_.push_back(name);
    option_widgets_.push_back(editor);
    option_editors_[option.name] = editor;
  }
}

/// A choice among the option's values; a line of text where it takes any.
QWidget* SetupPanel::make_option_editor(const BackendOption& option) {
  const auto now = spec_.options.values.find(option.name);
  const QString value = now == spec_.options.values.end() ? QString() : QString::fromStdString(now->second);
  const QString field = QStringLiteral("option ") + QString::fromStdString(option.name);
  if (option.values.empty()) {
    auto* line = new QLineEdit(value);
    line->setPlaceholderText(tr("as it is"));
    connect(line, &QLineEdit::textEdited, this, [this, field] { edited(field); });
    return line;
  }
  auto* box = new QComboBox;
  for (const std::string& choice : option.values) box->addItem(QString::fromStdString(choice));
  if (!value.isEmpty()) box->setCurrentText(value);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(8);
  connect(box, &QComboBox::activated, this, [this, field] { edited(field); });
  return box;
}

}  // namespace mlplab
