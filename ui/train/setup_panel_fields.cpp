// The fields of the setup panel: what the form consists of, the advanced fold, and the backend's own options.
#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>
#include <algorithm>
#include <set>

#include "core/base/language.h"
#include "core/data/shapes.h"
#include "core/launch/configurations.h"
#include "core/launch/demand.h"
#include "ui/runs/run.h"
#include "ui/theme/icons.h"
#include "ui/theme/style_sheet.h"
#include "ui/train/machine_check.h"
#include "ui/train/network_editor.h"
#include "ui/train/setup_faults.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/backend_list.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/guess_field.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/team_dialog.h"

namespace mlplab {

namespace {

constexpr const char* machines_setting = "train/machines";  // those that have computed a run, the last one first

template <class Enum>
void add_choice(QComboBox* box, const QString& text, Enum value) {
  box->addItem(text, static_cast<int>(value));
}

}  // namespace

SettingField& SetupPanel::make_field(const Setting& setting) {
  return fields_.emplace_back(setting, [this, name = QLatin1String(setting.path)] { edited(name); });
}

SettingField& SetupPanel::add_field(const Setting& setting) {
  SettingField& field = make_field(setting);
  form_->add(field.name(), field.label(), field.editor());
  return field;
}

/// A list of choices that is a field of the form.
QComboBox* SetupPanel::combo(const QString& name) {
  QComboBox* box = narrow_combo({}, least_letters);
  connect(box, &QComboBox::activated, this, [this, name] { edited(name); });
  return box;
}

/// The seven that a first run needs; make_more_fields() adds the others under a fold.
void SetupPanel::make_fields() {
  const auto add = [this](const char* path) -> SettingField& { return add_field(find_setting(path)); };
  data_ = combo(QStringLiteral("data.source"));
  fill_data();
  form_->add(QStringLiteral("data.source"), tr("&Data"), data_);
  network_ = new NetworkEditor;
  connect(network_, &NetworkEditor::changed, this, [this] { edited(QStringLiteral("model")); });
  connect(network_, &NetworkEditor::layersWanted, this, &SetupPanel::layersWanted);
  connect(network_, &NetworkEditor::fileChosen, this, &SetupPanel::open_network);
  connect(network_, &NetworkEditor::fileFailed, this, [this](const QString& why) {
    parse_faults_[QStringLiteral("model")] = why;
    check();
  });
  form_->add(QStringLiteral("model"), tr("&Network"), network_, network_->presets())->setBuddy(network_->presets());

  backend_ = combo(QStringLiteral("backend"));
  fill_backend_list(backend_, Teams::not_here);
  auto* who = new QWidget;
  QHBoxLayout* beside = row_in(who);
  team_ = flat_button({}, tr("Processes that share every batch, alike or not"));
  team_->setCheckable(true);
  team_->setAccessibleName(tr("Team of processes"));
  backend_->setAccessibleName(tr("Backend"));
  connect(team_, &QToolButton::clicked, this, &SetupPanel::edit_members);
  beside->addWidget(backend_, 1);
  beside->addWidget(team_);
  who->setFocusProxy(backend_);
  form_->add(QStringLiteral("backend"), tr("&Backend"), who, backend_);
  auto* workers = new QWidget;
  QHBoxLayout* workers_row = row_in(workers);
  workers_ = new QSlider(Qt::Horizontal);
  workers_->setAccessibleName(tr("Workers"));
  workers_->setPageStep(1);
  workers_value_ = new QLabel;
  workers_value_->setMinimumWidth(24);
  workers_value_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  workers_row->addWidget(workers_, 1);
  workers_row->addWidget(workers_value_);
  connect(workers_, &QSlider::valueChanged, this, [this] { edited(QStringLiteral("workers")); });
  workers_label_ = form_->add(QStringLiteral("workers"), tr("&Threads"), workers);
  workers_label_->setBuddy(workers_);

  SettingField& rate_field = make_field(find_setting("optimizer.learning_rate"));
  learning_rate_ = rate_field.line();
  learning_rate_->setAccessibleName(tr("Learning rate"));
  constexpr int frame = 24;  // px: its border and what it keeps clear of it
  learning_rate_->setMinimumWidth(learning_rate_->fontMetrics().horizontalAdvance(QStringLiteral("0.00015")) + frame);
  connect(learning_rate_, &QLineEdit::editingFinished, this, [this] { show_rate_whole(frame); });
  // No tab, whose bold letters would take room from a rate as 0.00015.
  find_rate_ =
      flat_button(tr("Find…"), tr("Search for a learning rate: the loss over rates from very low to too high"));
  connect(find_rate_, &QToolButton::clicked, this, &SetupPanel::rateWanted);
  auto* rate = new QWidget;
  QHBoxLayout* rate_row = row_in(rate, 4);
  rate_row->addWidget(learning_rate_, 1);
  rate_row->addWidget(find_rate_);
  rate->setFocusProxy(learning_rate_);
  form_->add(rate_field.name(), rate_field.label(), rate, learning_rate_)->setBuddy(learning_rate_);
  batch_ = plain_number_box();
  connect(batch_, &QSpinBox::valueChanged, this, [this] { edited(QStringLiteral("batch")); });
  connect(batch_, &NumberBox::edited, this, [this] { edited(QStringLiteral("batch")); });
  form_->add(QStringLiteral("batch"), tr("Batc&h"), batch_);
  add("epochs");
}

/// Each is under the fold, whose rows come after the seven.
void SetupPanel::make_more_fields() {
  more_ = in_role(new QToolButton, "flat");
  more_->setText(tr("More"));
  more_->setCheckable(true);
  more_->setArrowType(Qt::NoArrow);
  more_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  more_->setToolTip(
      tr("Layers, optimizer, schedule, seed, options of the backend, images, augmentation, loss, and all other "
         "settings"));
  more_->setAccessibleName(tr("More settings"));
  connect(more_, &QToolButton::toggled, this, &SetupPanel::show_more);
  form_->add_wide(more_);
  const auto fold = [this](const QString& name) { folded_fields_.push_back(name); };
  const auto add = [&](const char* path) -> SettingField& {
    SettingField& field = add_field(find_setting(path));
    fold(field.name());
    return field;
  };
  form_->add(QStringLiteral("layers"), tr("Layers"), network_->parts())->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  fold(QStringLiteral("layers"));
  qobject_cast<NumberBox*>(add("data.train_limit").editor())->setSingleStep(1000);
  activation_ = combo(QStringLiteral("activation"));
  add_choice(activation_, tr("ReLU"), Activation::relu);
  add_choice(activation_, tr("Sigmoid"), Activation::sigmoid);
  add_choice(activation_, tr("Tanh"), Activation::tanh);
  form_->add(QStringLiteral("activation"), tr("&Activation"), activation_);
  fold(QStringLiteral("activation"));
  std::size_t most_options = 0;
  for (const ConfigurationEntry& entry : configurations()) most_options = std::max(most_options, entry.options.size());
  options_place_ = form_->reserve(static_cast<int>(most_options));
  add("optimizer.kind");
  add("optimizer.momentum");
  add("optimizer.schedule");
  add("optimizer.weight_decay");
  batch_share_ = combo(QStringLiteral("batch_per_rank"));
  add_choice(batch_share_, tr("shared"), 0);
  add_choice(batch_share_, tr("of each"), 1);
  batch_share_->setToolTip(
      tr("'Shared': only the time changes with the workers. 'Of each': the batch grows with the workers, so fewer "
         "updates of the weights and another training."));
  form_->add(QStringLiteral("batch_per_rank"), tr("Batch is"), batch_share_);
  fold(QStringLiteral("batch_per_rank"));
  add("seed");
  guess_ = new GuessField(*form_, tr("Expected test accuracy of the next run"),
                          {.low = 0.0, .high = 100.0, .start = 90.0, .decimals = 1, .step = 0.5}, tr(" % right"), this);
  guess_result_ = wrapped_label("small");
  guess_result_->hide();
  form_->add_wide(guess_result_);
  for (const Setting& setting : settings()) {
    if (setting.label == nullptr || form_->editor_of(QLatin1String(setting.path)) != nullptr) continue;
    fold(add_field(setting).name());
    if (folded_fields_.back() != QLatin1String("host")) continue;
    machine_ = new MachineCheck;
    form_->add(QStringLiteral("host_check"), QString(), machine_);
    fold(QStringLiteral("host_check"));
    connect(machine_, &MachineCheck::canCompute, this,
            [this](const QString& host) { remember_machine(host.toStdString()); });
  }
  normalization_ = make_example_box();
  for (const auto& [text, help] : {std::pair(tr("none"), tr("Pixels from 0 to 1, as they are")),
                                   std::pair(QStringLiteral("mean=0.5,std=0.5"), tr("From -1 to 1")),
                                   std::pair(QStringLiteral("mean=0.1307,std=0.3081"), tr("MNIST's own"))})
    add_item(normalization_, text, {}, help);
  normalization_->setToolTip(
      tr("(pixel - mean) / std, as the network's first layer, so that a kept model knows it; of each channel as "
         "mean=0.5:0.4:0.4,std=0.2:0.2:0.3. It makes a network of layers out of widths"));
  connect(normalization_, &QComboBox::editTextChanged, this, [this] { edited(QStringLiteral("normalize")); });
  form_->add(QStringLiteral("normalize"), tr("Normali&ze"), normalization_);
  fold(QStringLiteral("normalize"));
  offer_machines();
  show_more(false);
}

void SetupPanel::remember_machine(const std::string& host) {
  constexpr qsizetype most = 8;
  const QString name = QString::fromStdString(host);
  QStringList known = QSettings().value(QLatin1String(machines_setting)).toStringList();
  known.removeAll(name);
  known.prepend(name);
  QSettings().setValue(QLatin1String(machines_setting), known.mid(0, most));
  offer_machines();
}

void SetupPanel::offer_machines() {
  std::vector<std::pair<QString, QString>> known;
  for (const QString& name : QSettings().value(QLatin1String(machines_setting)).toStringList())
    known.emplace_back(name, tr("Has answered before"));
  const auto field = std::ranges::find(fields_, QStringLiteral("host"), &SettingField::name);
  if (field != fields_.end()) field->offer(known);
}

void SetupPanel::show_more(bool on) {
  const QSignalBlocker blocker(more_);
  more_->setChecked(on);
  more_->setIcon(QIcon(QStringLiteral(":/icons/chevron-%1-%2.svg")
                           .arg(on ? QStringLiteral("up") : QStringLiteral("down"),
                                theme_.dark ? QStringLiteral("dark") : QStringLiteral("light"))));
  show_fields();
}

void SetupPanel::show_fields() {
  const bool open = more_->isChecked();
  std::set<QString> idle;  // rows that change nothing in this run
  for (const BackendOption& option : shown_options_)
    if (!option.matters_for(spec_.model) && option_text(option.name).isEmpty()) idle.insert(option_field(option.name));
  for (const SettingField& field : fields_)
    if (!matters(field.setting(), spec_) && form_->error_of(field.name()).isEmpty()) idle.insert(field.name());
  if (backend_index(spec_) < 0 || !shares_batch(spec_)) idle.insert(QStringLiteral("batch_per_rank"));
  if (spec_.host.empty()) idle.insert(QStringLiteral("host_check"));
  for (const QString& name : folded_fields_) form_->set_visible(name, open && !idle.contains(name));
  form_->set_visible(QStringLiteral("guess"), open || guess_is_asked_ || guess_->value());
  team_->setVisible(open || spec_.team);
  find_rate_->setVisible(open);
  machine_->set_host(QString::fromStdString(spec_.host));
}

void SetupPanel::fill_data() {
  const QSignalBlocker blocker(data_);
  data_->clear();
  data_->addItem(tr("MNIST"), QStringLiteral("mnist"));
  data_->addItem(tr("Shapes (generated)"), QString::fromLatin1(shapes_name));
  const QString source = QString::fromStdString(spec_.data.source);
  const auto add = [this](const QString& folder) {
    if (data_->findData(folder) < 0) data_->addItem(QFileInfo(folder).fileName(), folder);
  };
  for (const auto& [folder, prepared] : prepared_) add(QString::fromStdString(folder));
  add(source);
  data_->addItem(tr("Choose a folder…"), QString());
  data_->setCurrentIndex(data_->findData(source));
  data_->setToolTip(source);
}

void SetupPanel::fill_options() {
  for (const auto& [option, editor] : option_editors_) {
    const QString field = option_field(option);
    form_->remove(field);
    std::erase(folded_fields_, field);
  }
  option_editors_.clear();
  shown_options_.clear();
  const int index = backend_index(spec_);
  if (index < 0) return;
  for (const BackendOption& option : configurations()[static_cast<std::size_t>(index)].options) {
    if (option.name == compute_option) continue;  // the list of backends
    QWidget* editor = make_option_editor(option);
    editor->setToolTip(QString::fromStdString(say(option.help)));
    const QString field = option_field(option.name);
    form_->add_at(options_place_ + 2 * static_cast<int>(option_editors_.size()), field,
                  QString::fromStdString(option_label(option.name)), editor);
    option_editors_[option.name] = editor;
    shown_options_.push_back(option);
    folded_fields_.push_back(field);
  }
  show_fields();
  order_keyboard();
  show_members();
}

/// Members say what computes: the fields for that are for a team whose processes are alike.
void SetupPanel::show_members() {
  for (const auto& [name, editor] : option_editors_)
    if (says_what_computes(name)) editor->setEnabled(!has_members());
  backend_->setEnabled(!has_members());
  show_workers();
  show_team_button();
}

/// In the accent colour where there is a team.
void SetupPanel::show_team_button() {
  team_->setChecked(spec_.team.has_value());
  team_->setIcon(icon(QStringLiteral("team"), spec_.team ? theme_.accent : theme_.text));
}

/// The table of members, at first two that compute as the run does. Nothing changes until it is used.
void SetupPanel::edit_members() {
  team_->setChecked(spec_.team.has_value());  // not as the click has left it
  if (auto* open = findChild<TeamDialog*>()) {
    open->raise();
    open->activateWindow();
    return;
  }
  auto* dialog = new TeamDialog(spec_.team, {spec_.backend, spec_.options}, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &TeamDialog::chosen, this, [this](const Team& team) {
    RunSpec spec = spec_;
    if (!spec.team || spec.team->transport != team.transport)
      spec.team = Team{.transport = team.transport, .options = {}};
    spec.team->members = team.members;
    spec.team->shares = team.shares;
    spec.team->fit.reset();
    follow_members(spec);
    change_spec(spec);
  });
  connect(dialog, &TeamDialog::alone, this, [this] {
    RunSpec spec = spec_;
    if (!spec.team) return;
    const Compute first = spec.team->members.empty() ? Compute{spec.backend, {}} : spec.team->members.front().compute;
    spec.team.reset();
    spec.backend = first.backend, spec.options = first.options;
    spec.batch_per_rank = 0;
    change_spec(spec);
  });
  dialog->show();
}

/// A choice among the option's values; a line of text where it takes any.
QWidget* SetupPanel::make_option_editor(const BackendOption& option) {
  const std::map<std::string, std::string> options = configuration_of(spec_).options;
  const auto now = options.find(option.name);
  const QString value = now == options.end() ? QString() : QString::fromStdString(now->second);
  const QString field = option_field(option.name);
  if (option.name == shares_option) {
    QComboBox* box = make_example_box();
    box->addItems({QStringLiteral("equal"), QStringLiteral("fitted")});  // untranslated: as on the command line
    box->setEditText(value.isEmpty() ? box->itemText(0) : value);
    connect(box, &QComboBox::editTextChanged, this, [this, field] { edited(field); });
    return box;
  }
  if (option.name == members_option) {
    auto* row = new QWidget;
    QHBoxLayout* layout = row_in(row);
    auto* line = new QLineEdit(value);
    line->setPlaceholderText(tr("all alike"));
    line->setCursorPosition(0);  // the first members are seen, however narrow it is
    connect(line, &QLineEdit::textEdited, this, [this, field] { edited(field); });
    QToolButton* open = flat_button(tr("Edit…"), tr("The members of the team as a table"));
    connect(open, &QToolButton::clicked, this, &SetupPanel::edit_members);
    layout->addWidget(line, 1);
    layout->addWidget(open);
    row->setFocusProxy(line);
    return row;
  }
  if (option.values.empty()) {
    auto* line = new QLineEdit(value);
    line->setPlaceholderText(tr("as it is"));
    connect(line, &QLineEdit::textEdited, this, [this, field] { edited(field); });
    return line;
  }
  QComboBox* box = combo(field);
  for (const std::string& choice : option.values) box->addItem(QString::fromStdString(choice));
  if (!value.isEmpty()) box->setCurrentText(value);
  return box;
}

}  // namespace mlplab
