// The form's fields and the way between them and the RunSpec.
#include "ui/pages/setup_panel.h"

#include <QComboBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/support/error.h"
#include "ui/models/run.h"
#include "ui/pages/backend_list.h"
#include "ui/pages/network_editor.h"
#include "ui/theme/style_sheet.h"
#include "ui/views/chart_data.h"

namespace mlplab {

/// From one spec to another; quick edits of one field become one step.
class SetupPanel::Edit : public QUndoCommand {
 public:
  Edit(SetupPanel& panel, QString field, RunSpec before, RunSpec after)
      : panel_(panel), field_(std::move(field)), before_(std::move(before)), after_(std::move(after)) {
    setText(SetupPanel::tr("change of settings"));
  }
  int id() const override { return 1; }
  bool mergeWith(const QUndoCommand* other) override {
    const auto* next = static_cast<const Edit*>(other);
    if (next->field_ != field_) return false;
    after_ = next->after_;
    setObsolete(before_ == after_);
    return true;
  }
  void undo() override { apply(before_); }
  void redo() override {
    if (first_) {
      first_ = false;  // the form shows it already
      return;
    }
    apply(after_);
  }

 private:
  void apply(const RunSpec& spec) {
    panel_.spec_ = spec;
    panel_.parse_errors_.clear();
    panel_.show_spec();
  }

  SetupPanel& panel_;
  QString field_;
  RunSpec before_, after_;
  bool first_ = true;
};

namespace {

constexpr int most_options = 6;  // rows kept in the form for the backend's own options

template <class Enum>
void add_choice(QComboBox* box, const QString& text, Enum value) {
  box->addItem(text, static_cast<int>(value));
}

template <class Enum>
Enum chosen(const QComboBox* box) {
  return static_cast<Enum>(box->currentData().toInt());
}

void choose(QComboBox* box, int value) { box->setCurrentIndex(std::max(0, box->findData(value))); }

/// '0.1' in the user's language; also understands '0.1' where that language writes '0,1'.
std::optional<double> parse_number(const QString& text) {
  bool ok = false;
  double value = QLocale().toDouble(text.trimmed(), &ok);
  if (!ok) value = QLocale::c().toDouble(text.trimmed(), &ok);
  return ok ? std::optional(value) : std::nullopt;
}

QString show_number(double value) { return QLocale().toString(value, 'g', QLocale::FloatingPointShortest); }

}  // namespace

double flop_per_image(const ModelSpec& model) {
  double total = 0;
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    const double products = 2.0 * model.layer_inputs(i) * model.layers[i].units;
    total += (i == 0 ? 2.0 : 3.0) * products;
  }
  return total;
}

RunSpec SetupPanel::default_spec() {
  RunSpec spec;
  spec.backend = default_backend().name;
  return spec;
}

SetupPanel::SetupPanel(std::filesystem::path resources, QWidget* parent)
    : QWidget(parent), spec_(default_spec()), probe_(std::move(resources)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 14, 16, 12);
  column->setSpacing(8);
  heading_ = new QLabel(tr("RUN SETUP"));
  set_role(heading_, "heading");
  column->addWidget(heading_);
  form_ = new QGridLayout;
  form_->setHorizontalSpacing(10);
  form_->setVerticalSpacing(7);
  form_->setColumnStretch(1, 1);
  column->addLayout(form_);
  make_fields();
  make_advanced_fields();
  size_ = new QLabel;
  size_->setWordWrap(true);
  set_role(size_, "small");
  column->addWidget(size_);
  column->addStretch(1);
  connect(&probe_, &DataProbe::found, this, [this](const DataSpec& asked, const DataShape& shape) {
    if (asked.source != spec_.data.source) return;
    shape_ = shape;
    set_error(QStringLiteral("data"), QString::fromStdString(shape.error));
    if (shape.error.empty()) {
      network_->set_shape(shape.inputs, shape.classes);
      spec_.model =
          make_mlp(network_->widths(), chosen<Activation>(activation_), spec_.model.loss, spec_.model.initializer);
    }
    check();
    Q_EMIT specChanged();
  });
  show_spec();
}

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

void SetupPanel::show_workers() {
  const int index = backend_index(spec_.backend);
  int most = 1;
  QString kind = tr("&Threads");
  if (index >= 0) {
    const BackendEntry& entry = backend_table()[static_cast<std::size_t>(index)];
    if (entry.why_not().empty()) most = std::max(1, entry.workers_max());
    if (entry.kind == BackendKind::processes) kind = tr("&Processes");
    if (entry.kind == BackendKind::gpu || entry.kind == BackendKind::external) kind = tr("&Workers");
  }
  const QSignalBlocker blocker(workers_);
  workers_->setRange(1, most);
  workers_->setValue(spec_.options.workers == 0 ? most : std::min(spec_.options.workers, most));
  workers_->setEnabled(most > 1);
  workers_value_->setText(QLocale().toString(workers_->value()));
  fields_[QStringLiteral("workers")].label->setText(kind);
  workers_->setToolTip(most > 1 ? tr("1 to %1").arg(most) : tr("This backend has one worker here"));
}

void SetupPanel::set_spec(const RunSpec& spec) {
  spec_ = spec;
  undo_.clear();
  parse_errors_.clear();
  show_spec();
  if (spec_.data.source != "mnist") probe_.ask(spec_.data);
}

void SetupPanel::change_spec(const RunSpec& spec) {
  const RunSpec before = spec_;
  parse_errors_.clear();
  spec_ = spec;
  if (!(before == spec)) undo_.push(new Edit(*this, QStringLiteral("all"), before, spec));
  show_spec();
  if (spec_.data.source != before.data.source) probe_.ask(spec_.data);
}

void SetupPanel::show_spec() {
  showing_ = true;
  fill_data();
  images_->setValue(static_cast<int>(std::min<std::size_t>(spec_.data.train_limit, 100'000'000)));
  network_->set_widths(spec_.model.widths());
  const Activation hidden = spec_.model.layers.size() > 1 ? spec_.model.layers.front().activation : Activation::relu;
  choose(activation_, static_cast<int>(hidden));
  backend_->setCurrentIndex(backend_->findData(QString::fromStdString(spec_.backend)));
  show_workers();
  fill_options();
  choose(optimizer_, static_cast<int>(spec_.optimizer.kind));
  learning_rate_->setText(show_number(spec_.optimizer.learning_rate));
  choose(schedule_, static_cast<int>(spec_.optimizer.schedule));
  weight_decay_->setText(show_number(spec_.optimizer.weight_decay));
  batch_->setValue(spec_.batch);
  epochs_->setValue(spec_.epochs);
  seed_->setText(QString::number(spec_.seed));
  choose(loss_, static_cast<int>(spec_.model.loss));
  target_->setValue(100.0 * spec_.target_accuracy.value_or(0.0));
  validation_->setValue(100.0 * spec_.data.validation_fraction);
  eval_every_->setValue(spec_.eval_every);
  showing_ = false;
  check();
  Q_EMIT specChanged();
}

RunSpec SetupPanel::read(std::map<QString, QString>& errors) const {
  RunSpec spec = spec_;
  if (const QString source = data_->currentData().toString(); !source.isEmpty())
    spec.data.source = source.toStdString();
  spec.data.train_limit = static_cast<std::size_t>(images_->value());
  spec.backend = backend_->currentData().toString().toStdString();
  spec.options.workers = workers_->value() == workers_->maximum() ? 0 : workers_->value();
  spec.options.values.clear();
  for (const auto& [name, editor] : option_editors_) {
    if (const auto* box = qobject_cast<QComboBox*>(editor); box && box->currentIndex() > 0) {
      spec.options.values[name] = box->currentText().toStdString();
    }
    if (const auto* line = qobject_cast<QLineEdit*>(editor); line && !line->text().trimmed().isEmpty()) {
      spec.options.values[name] = line->text().trimmed().toStdString();
    }
  }
  spec.optimizer.kind = chosen<OptimizerKind>(optimizer_);
  spec.optimizer.schedule = chosen<ScheduleKind>(schedule_);
  spec.batch = batch_->value();
  spec.epochs = epochs_->value();
  // What the field cannot show in full stays as it is until the field is edited.
  const auto edited_percent = [](const QDoubleSpinBox* box, double now) {
    return std::abs(box->value() - 100.0 * now) > 0.051 ? std::optional(0.01 * box->value()) : std::nullopt;
  };
  if (const auto target = edited_percent(target_, spec_.target_accuracy.value_or(0.0))) {
    spec.target_accuracy = *target > 0.0 ? target : std::nullopt;
  }
  if (const auto share = edited_percent(validation_, spec_.data.validation_fraction)) {
    spec.data.validation_fraction = *share;
  }
  spec.eval_every = eval_every_->value();
  const auto number = [&](const QLineEdit* edit, const QString& field, double& target) {
    const auto value = parse_number(edit->text());
    if (value) {
      target = *value;
    } else {
      errors[field] = tr("'%1' is not a number").arg(edit->text());
    }
  };
  number(learning_rate_, QStringLiteral("learning_rate"), spec.optimizer.learning_rate);
  number(weight_decay_, QStringLiteral("weight_decay"), spec.optimizer.weight_decay);
  bool ok = false;
  const qulonglong seed = seed_->text().trimmed().toULongLong(&ok);
  if (ok) {
    spec.seed = seed;
  } else {
    errors[QStringLiteral("seed")] = tr("the seed is a whole number from 0");
  }
  try {
    spec.model =
        make_mlp(network_->widths(), chosen<Activation>(activation_), chosen<Loss>(loss_), spec.model.initializer);
  } catch (const Error& error) {
    errors[QStringLiteral("network")] = QString::fromUtf8(error.what());
  }
  return spec;
}

void SetupPanel::edited(const QString& field) {
  if (showing_) return;
  if (field == QLatin1String("data") && data_->currentData().toString().isEmpty()) {
    choose_folder();
    return;
  }
  parse_errors_.clear();
  RunSpec after = read(parse_errors_);
  if (field == QLatin1String("backend")) {
    after.options = {};  // options and limits are the backend's own
  }
  const RunSpec before = spec_;
  spec_ = after;
  if (field == QLatin1String("backend")) {
    show_workers();
    fill_options();
  }
  workers_value_->setText(QLocale().toString(workers_->value()));
  if (!(before == after)) undo_.push(new Edit(*this, field, before, after));
  if (before.data.source != after.data.source) probe_.ask(after.data);
  check();
  Q_EMIT specChanged();
}

void SetupPanel::choose_folder() {
  fill_data();
  auto* dialog = new QFileDialog(this, tr("A folder with IDX files, or one sub-folder a class"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::Directory);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& folder) {
    const RunSpec before = spec_;
    spec_.data.source = folder.toStdString();
    fill_data();
    undo_.push(new Edit(*this, QStringLiteral("data"), before, spec_));
    probe_.ask(spec_.data);
  });
  dialog->show();
}

/// Puts core's complaint at the field whose default value would make it go away.
void SetupPanel::check() {
  std::map<QString, QString> errors = parse_errors_;
  const auto complaint = [](const RunSpec& spec) -> QString {
    try {
      validate(spec);
      return {};
    } catch (const Error& error) {
      return QString::fromUtf8(error.what());
    }
  };
  const RunSpec defaults = default_spec();
  const std::vector<std::pair<QString, std::function<void(RunSpec&)>>> remedies = {
      {QStringLiteral("batch"), [&](RunSpec& s) { s.batch = defaults.batch; }},
      {QStringLiteral("epochs"), [&](RunSpec& s) { s.epochs = defaults.epochs; }},
      {QStringLiteral("learning_rate"), [&](RunSpec& s) { s.optimizer.learning_rate = 0.1; }},
      {QStringLiteral("weight_decay"), [&](RunSpec& s) { s.optimizer.weight_decay = 0.0; }},
      {QStringLiteral("network"), [&](RunSpec& s) { s.model = defaults.model; }},
      {QStringLiteral("loss"), [&](RunSpec& s) { s.model.loss = Loss::softmax_cross_entropy; }},
      {QStringLiteral("target"), [&](RunSpec& s) { s.target_accuracy.reset(); }},
      {QStringLiteral("validation"), [&](RunSpec& s) { s.data.validation_fraction = 0.0; }},
      {QStringLiteral("eval_every"), [&](RunSpec& s) { s.eval_every = 1; }},
      {QStringLiteral("backend"), [&](RunSpec& s) { s.backend = defaults.backend, s.options = {}; }},
  };
  RunSpec spec = spec_;
  QString left = complaint(spec);
  while (!left.isEmpty()) {
    bool found = false;
    for (const auto& [field, remedy] : remedies) {
      RunSpec repaired = spec;
      remedy(repaired);
      const QString after = complaint(repaired);
      if (after == left) continue;
      errors.emplace(field, left);
      spec = repaired;
      left = after;
      found = true;
      break;
    }
    if (!found) {
      errors.emplace(QStringLiteral("seed"), left);
      break;
    }
  }
  const std::size_t examples =
      spec_.data.train_limit == 0 ? shape_.train_examples : std::min(spec_.data.train_limit, shape_.train_examples);
  if (!errors.contains(QStringLiteral("batch")) && static_cast<std::size_t>(spec_.batch) > examples) {
    errors[QStringLiteral("batch")] = tr("the batch is larger than the %L1 training images").arg(examples);
  }
  if (!shape_.error.empty()) errors[QStringLiteral("data")] = QString::fromStdString(shape_.error);
  for (const auto& [name, field] : fields_) {
    const auto error = errors.find(name);
    set_error(name, error == errors.end() ? QString() : error->second);
  }
  valid_ = errors.empty();
  show_size();
}

void SetupPanel::set_error(const QString& name, const QString& message) {
  Field& field = fields_[name];
  if (field.error->text() == message) return;
  field.error->setText(message);
  const bool folded = std::ranges::find(advanced_fields_, name) != advanced_fields_.end() && !advanced_->isChecked();
  if (folded && !message.isEmpty()) show_advanced(true);  // an error must not hide
  field.error->setVisible(!message.isEmpty());
  field.editor->setAccessibleDescription(message);
  if (auto* network = qobject_cast<NetworkEditor*>(field.editor)) {
    network->set_invalid(!message.isEmpty());
  } else {
    field.editor->setProperty("invalid", !message.isEmpty());
    restyle(field.editor);
  }
}

QString SetupPanel::error_of(const QString& field) const {
  const auto found = fields_.find(field);
  return found == fields_.end() ? QString() : found->second.error->text();
}

void SetupPanel::show_size() {
  const std::size_t examples =
      spec_.data.train_limit == 0 ? shape_.train_examples : std::min(spec_.data.train_limit, shape_.train_examples);
  const double flop = flop_per_image(spec_.model) * static_cast<double>(examples);
  const auto [unit, scale] = flop >= 1e12 ? std::pair(tr("TFLOP"), 1e-12) : std::pair(tr("GFLOP"), 1e-9);
  size_->setText(tr("%1 parameters\n%2 images · %3 %4 an epoch")
                     .arg(QLocale().toString(static_cast<qulonglong>(spec_.model.parameter_count())),
                          QLocale().toString(static_cast<qulonglong>(examples)), display_number(flop * scale), unit));
}

void SetupPanel::set_theme(const Theme& theme) {
  theme_ = theme;
  network_->set_theme(theme);
  show_advanced(advanced_->isChecked());
}

}  // namespace mlplab
