// The form's fields and the way between them and the RunSpec.
#include "ui/train/setup_panel.h"

#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>
#include <algorithm>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/launch/configurations.h"
#include "core/model/network.h"
#include "core/model/network_file.h"
#include "core/model/normalized_input.h"
#include "core/reporting/chart.h"
#include "ui/runs/run.h"
#include "ui/theme/style_sheet.h"
#include "ui/train/network_editor.h"
#include "ui/train/setup_changes.h"
#include "ui/train/setup_faults.h"
#include "ui/widgets/backend_list.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_box.h"

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
    panel_.parse_faults_.clear();
    panel_.show_spec();
  }

  SetupPanel& panel_;
  QString field_;
  RunSpec before_, after_;
  bool first_ = true;
};

namespace {

template <class Enum>
Enum chosen(const QComboBox* box) {
  return static_cast<Enum>(box->currentData().toInt());
}

void choose(QComboBox* box, int value) { box->setCurrentIndex(std::max(0, box->findData(value))); }

/// Those of the program that are no MLP; a broken file is left out here, and said where it is named.
std::vector<ModelSpec> named_networks(const std::filesystem::path& resources) {
  std::vector<ModelSpec> all;
  for (const std::string& name : network_names(resources)) {
    try {
      if (ModelSpec model = find_network(name, resources).model; !is_mlp(model)) all.push_back(std::move(model));
    } catch (const Error&) {
    }
  }
  return all;
}

/// An MLP as the widths and the one activation of the form say it; any other network is edited layer by layer.
bool is_plain(const ModelSpec& model) {
  if (!is_mlp(model) || model.layers.empty() || !model.input.is_vector()) return false;
  try {
    const Activation hidden = model.layers.size() > 1 ? dense_layer(model, 0).activation : Activation::relu;
    return make_mlp(model.widths(), hidden, model.loss, model.initializer) == model;
  } catch (const UsageError&) {
    return false;
  }
}

}  // namespace

double flop_per_image(const ModelSpec& model) {
  const Network network = network_of(model);
  double total = 0;
  for (std::size_t node = 0; node < network.flops.size(); ++node)
    total += (network.inputs[node].front() < 0 ? 2.0 : 3.0) * network.flops[node];  // nobody wants the input's gradient
  return total;
}

RunSpec SetupPanel::default_spec() {
  RunSpec spec;
  spec.backend = default_backend().name;
  return spec;
}

RunSpec SetupPanel::demonstration() {
  RunSpec spec = default_spec();
  spec.data.augmentation = {.shift = 1.0, .rotate = 15.0, .scale = 0.15};
  spec.optimizer.learning_rate = 0.3;
  spec.optimizer.schedule = ScheduleKind::one_cycle;
  spec.epochs = 6;
  return spec;
}

SetupPanel::SetupPanel(std::filesystem::path resources, QWidget* parent)
    : QWidget(parent), spec_(default_spec()), probe_(resources) {
  QVBoxLayout* column = column_in(this, 8, {16, 14, 16, 12});
  heading_ = in_role(new QLabel(tr("RUN SETUP")), "heading");
  column->addWidget(heading_);
  form_ = std::make_unique<Form>(column);
  make_fields();
  network_->set_named(named_networks(resources));
  make_more_fields();
  column->addWidget(form_->other_error());
  changes_ = new SetupChanges(default_spec());
  connect(changes_, &SetupChanges::wanted, this, &SetupPanel::change_spec);
  column->addWidget(changes_);
  size_ = wrapped_label("small");
  column->addWidget(size_);
  notes_ = wrapped_label("small");
  notes_->hide();
  column->addWidget(notes_);
  column->addStretch(1);
  connect(&probe_, &DataProbe::found, this, [this](const DataSpec& asked, const DataShape& shape) {
    if (!(whole_source(asked) == whole_source(spec_.data))) return;
    shape_ = shape;
    shape_of_ = asked;
    if (shape.error.empty()) fit_network();
    check();
    Q_EMIT specChanged();
  });
  show_spec();
}

void SetupPanel::show_workers() {
  const int index = backend_index(spec_);
  int most = 1;
  QString kind = tr("&Threads");
  if (index >= 0) {
    const ConfigurationEntry& entry = configurations()[static_cast<std::size_t>(index)];
    if (entry.why_not().empty()) most = std::max(1, entry.workers_max());
    switch (entry.kind) {
      case ConfigurationKind::cpu:
        break;
      case ConfigurationKind::processes:
        kind = tr("&Processes");
        break;
      case ConfigurationKind::gpu:
      case ConfigurationKind::external:
        kind = tr("&Workers");
        break;
    }
  }
  if (index < 0 && !spec_.team) most = most_workers_of(spec_.backend);
  const QSignalBlocker blocker(workers_);
  workers_->setRange(1, most);
  const int asked = workers_asked(spec_);
  workers_->setValue(asked == 0 ? most : std::min(asked, most));
  workers_->setEnabled(most > 1 && !has_members());
  workers_value_->setText(QLocale().toString(has_members() ? asked : workers_->value()));
  workers_label_->setText(kind);
  workers_->setToolTip(has_members() ? tr("The members of the team say how many there are")
                       : most > 1    ? tr("1 to %1").arg(most)
                                     : tr("This backend has one worker here"));
}

void SetupPanel::set_spec(const RunSpec& spec) {
  spec_ = spec;
  undo_.clear();
  parse_faults_.clear();
  if (!is_shipped(spec.data)) asked_of_ = {};  // a folder may have changed
  show_spec();
}

void SetupPanel::change_spec(const RunSpec& spec) {
  const RunSpec before = spec_;
  parse_faults_.clear();
  spec_ = spec;
  if (!(before == spec)) undo_.push(new Edit(*this, QStringLiteral("all"), before, spec));
  show_spec();
}

void SetupPanel::show_guess_result(const QString& sentence) {
  guess_result_->setText(sentence);
  guess_result_->setVisible(!sentence.isEmpty());
}

void SetupPanel::undo() {
  if (parse_faults_.empty()) {
    undo_.undo();
  } else {
    parse_faults_.clear();
    show_spec();
  }
}

/// Changes of one layer that follow each other are one step to undo, as typing is; any other change is one by itself.
QString SetupPanel::step_name(const ModelSpec& before, const ModelSpec& after) const {
  const QString alone = QStringLiteral("model.step%1").arg(undo_.index());
  if (before.layers.size() != after.layers.size()) return alone;
  const auto [first, other] = std::ranges::mismatch(before.layers, after.layers);
  if (first == before.layers.end() || !std::equal(first + 1, before.layers.end(), other + 1)) return alone;
  return QStringLiteral("model.layers.%1").arg(first - before.layers.begin());
}

void SetupPanel::change_backend(const std::string& name) {
  RunSpec spec = spec_;
  choose_configuration(spec, name);
  change_spec(spec);
}

void SetupPanel::change_network(ModelSpec model) {
  model.loss = spec_.model.loss;
  model.initializer = spec_.model.initializer;
  model.input = is_mlp(model) ? Shape{static_cast<int>(shape_.image.size()), 1, 1} : shape_.image;
  const RunSpec before = spec_;
  spec_.model = std::move(model);
  if (!(before == spec_)) undo_.push(new Edit(*this, step_name(before.model, spec_.model), before, spec_));
  show_spec();
}

void SetupPanel::open_network(ModelSpec model) {
  try {
    fit_to(model, shape_.image, shape_.classes);
  } catch (const UsageError&) {  // the form says what is wrong
  }
  change_network(std::move(model));
}

void SetupPanel::show_network() {
  const bool plain = is_plain(spec_.model);
  if (plain)
    network_->set_widths(spec_.model.widths());
  else
    network_->set_other(spec_.model);
  activation_->setEnabled(plain);
  if (!plain) return;
  const bool hidden = spec_.model.layers.size() > 1;
  choose(activation_, static_cast<int>(hidden ? dense_layer(spec_.model, 0).activation : Activation::relu));
}

void SetupPanel::show_rate_whole(int frame) {
  const bool whole =
      learning_rate_->fontMetrics().horizontalAdvance(learning_rate_->text()) + frame <= learning_rate_->width();
  if (!whole && form_->error_of(QStringLiteral("optimizer.learning_rate")).isEmpty())
    learning_rate_->setText(show_number(spec_.optimizer.learning_rate));
}

void SetupPanel::show_spec() {
  showing_ = true;
  fill_data();
  show_network();
  show_backends();
  offer_backend(backend_, spec_.backend);
  backend_->setCurrentIndex(backend_->findData(QString::fromStdString(spec_.backend)));
  show_workers();
  fill_options();
  for (SettingField& field : fields_) field.show(spec_);
  batch_->setValue(spec_.batch_per_rank > 0 ? spec_.batch_per_rank : spec_.batch);
  choose(batch_share_, spec_.batch_per_rank > 0 ? 1 : 0);
  const std::optional<Normalize> normalize = normalization_of(spec_.model);
  normalization_->setEditText(normalize ? QString::fromStdString(to_string(*normalize)) : normalization_->itemText(0));
  showing_ = false;
  check();
  Q_EMIT specChanged();
}

/// The text of an option's editor; '' where it is the default, or there is no such option.
QString SetupPanel::option_text(const std::string& name) const {
  const auto found = option_editors_.find(name);
  if (found == option_editors_.end()) return {};
  if (const auto* box = qobject_cast<QComboBox*>(found->second)) {
    const QString text = box->currentText().trimmed();
    return text == box->itemText(0) ? QString() : text;
  }
  const auto* line = qobject_cast<QLineEdit*>(found->second);
  if (line == nullptr) line = found->second->findChild<QLineEdit*>();
  return line == nullptr ? QString() : line->text().trimmed();
}

RunSpec SetupPanel::read(Faults& faults) const {
  RunSpec spec = spec_;
  if (const QString source = data_->currentData().toString(); !source.isEmpty())
    spec.data.source = source.toStdString();
  for (const SettingField& field : fields_) field.read(spec, faults);
  if (const QString why = network_->fault(); !why.isEmpty()) faults[QStringLiteral("model")] = why;
  const std::string backend = backend_->currentData().toString().toStdString();
  Configuration configuration{.name = spec_.team ? name_of_transport(spec_.team->transport) : backend,
                              .workers = workers_->value() == workers_->maximum() ? 0 : workers_->value(),
                              .options = {}};
  const bool members = !option_text(members_option).isEmpty();
  if (spec_.team && !members) configuration.options[compute_option] = backend;
  for (const auto& [name, editor] : option_editors_)
    if (const QString text = option_text(name); !text.isEmpty() && !(members && says_what_computes(name)))
      configuration.options[name] = text.toStdString();
  try {
    set_configuration(spec, configuration);
  } catch (const UsageError& error) {
    add_fault(faults, error);
  }
  read_batch(spec, faults);
  try {
    if (network_->other()) {
      const auto [loss, initializer] = std::pair(spec.model.loss, spec.model.initializer);  // fields of their own
      spec.model = *network_->other();
      spec.model.loss = loss;
      spec.model.initializer = initializer;
    } else {
      spec.model =
          make_mlp(network_->widths(), chosen<Activation>(activation_), spec.model.loss, spec.model.initializer);
    }
  } catch (const UsageError& error) {
    add_fault(faults, error);
  }
  read_normalization(spec, faults);
  return spec;
}

/// The field is the network's first layer: what is typed there comes into it, or goes.
void SetupPanel::read_normalization(RunSpec& spec, Faults& faults) const {
  const QString text = normalization_->currentText().remove(QLatin1Char(' '));
  try {
    std::optional<Normalize> wanted;
    if (!text.isEmpty() && text != normalization_->itemText(0)) wanted = parse_normalization(text.toStdString());
    if (wanted == normalization_of(spec.model)) return;
    ModelSpec model = spec.model;
    remove_normalization(model);
    if (wanted) normalize_input(model, shape_.image, *wanted);
    spec.model = std::move(model);
  } catch (const UsageError& error) {
    faults.emplace(QStringLiteral("normalize"), QString::fromUtf8(error.what()));
  }
}

void SetupPanel::edited(const QString& field) {
  if (showing_) return;
  if (field == QLatin1String("data.source") && data_->currentData().toString().isEmpty()) {
    choose_folder();
    return;
  }
  parse_faults_.clear();
  RunSpec after = read(parse_faults_);
  if (field == QLatin1String("data.source") && prepare_as_before(after.data)) {
    change_spec(after);
    return;
  }
  if (field == QLatin1String("backend")) {
    // Options and limits are the backend's own; a program of another kind is in no team.
    const std::string chosen = backend_->currentData().toString().toStdString();
    const BackendEntry* entry = known_backend(chosen);
    Configuration configuration{.name = chosen, .options = {}};
    if (spec_.team && entry != nullptr && entry->make)
      configuration = {.name = name_of_transport(spec_.team->transport),
                       .workers = spec_.team->ranks,
                       .options = {{compute_option, chosen}}};
    set_configuration(after, configuration);
    read_batch(after, parse_faults_);
  }
  const RunSpec before = spec_;
  spec_ = after;
  if (field == QLatin1String("backend")) {
    show_workers();
    fill_options();
  }
  workers_value_->setText(QLocale().toString(has_members() ? workers_asked(spec_) : workers_->value()));
  if (field == option_field(members_option)) show_members();
  if (field == QLatin1String("normalize")) {
    showing_ = true;
    show_network();  // one with such a layer is edited layer by layer
    showing_ = false;
  }
  activation_->setEnabled(is_plain(spec_.model));
  if (field == QLatin1String("model")) order_keyboard();  // of new rows
  show_backends();
  if (!(before == after)) undo_.push(new Edit(*this, field, before, after));
  check();
  Q_EMIT specChanged();
}

/// The size, fit and colours of images, and what is left out, belong to their source: another one has those that it had
/// last. True where that changes any of them.
bool SetupPanel::prepare_as_before(DataSpec& chosen) {
  prepared_[spec_.data.source] = spec_.data;
  const DataSpec before = chosen, &wanted = prepared_[chosen.source];
  chosen.image_size = wanted.image_size;
  chosen.fit = wanted.fit;
  chosen.channels = wanted.channels;
  chosen.transposed = wanted.transposed;
  chosen.skip_unreadable = wanted.skip_unreadable;
  return !(chosen == before);
}

void SetupPanel::show_backends() {
  const bool elsewhere = !spec_.host.empty();
  if (lists_every_backend_ == elsewhere) return;
  lists_every_backend_ = elsewhere;
  const QSignalBlocker blocker(backend_);
  const QString chosen = backend_->currentData().toString();
  fill_backend_list(backend_, Teams::not_here);
  if (elsewhere) allow_every_backend(backend_);
  offer_backend(backend_, chosen.toStdString());
  backend_->setCurrentIndex(backend_->findData(chosen));
}

void SetupPanel::choose_folder() {
  fill_data();
  const QString title = tr("A folder with IDX or CSV files, or one sub-folder per class");
  make_folder_dialog(this, title, {}, [this](const QString& folder) { offer_folder(folder); })->show();
}

const std::vector<ModelSpec>& SetupPanel::networks() const { return network_->named(); }

void SetupPanel::offer_folder(const QString& folder) {
  if (!is_file_of_images(folder.toStdString())) {
    Q_EMIT imagesWanted(folder);
    return;
  }
  RunSpec spec = spec_;
  spec.data = {};
  spec.data.source = folder.toStdString();
  use_images(spec);
}

void SetupPanel::use_images(const RunSpec& spec) {
  asked_of_ = {};  // the same folder may have changed
  change_spec(spec);
}

/// To the images and classes of the data that are known.
void SetupPanel::fit_network() {
  network_->set_shape(shape_.image, shape_.classes);
  spec_.model = network_->other() ? *network_->other()
                                  : make_mlp(network_->widths(), chosen<Activation>(activation_), spec_.model.loss,
                                             spec_.model.initializer);
}

/// Only as many images as the run would read are looked at: for all of a folder there may be no room. MNIST is known
/// without asking.
void SetupPanel::ask_for_data() {
  const DataSpec whole = whole_source(spec_.data);
  const bool failed = knows_data() && !shape_.error.empty();
  const bool other_limits =
      asked_of_.train_limit != spec_.data.train_limit || asked_of_.test_limit != spec_.data.test_limit;
  if (whole_source(asked_of_) == whole && !(failed && other_limits)) return;
  asked_of_ = spec_.data;
  asked_of_.validation_fraction = 0.0;  // which may not be valid
  if (whole == DataSpec{}) {
    shape_ = {};
    shape_of_ = whole;
    fit_network();
  } else {
    probe_.ask(asked_of_);
  }
}

bool SetupPanel::knows_data() const { return whole_source(shape_of_) == whole_source(spec_.data); }

/// As many as the run that Run would start trains on; only where the data are known.
std::size_t SetupPanel::images_to_train() const { return mlplab::images_to_train(spec_.data, shape_.train_in_source); }

void SetupPanel::check() {
  ask_for_data();
  show_batch();
  Faults faults = parse_faults_;
  faults.merge(faults_of_members(spec_));
  const bool here = spec_.host.empty();  // else the other machine says what it cannot
  if (here) faults.merge(faults_of_backend(spec_));
  const bool readable =
      knows_data() && shape_.error.empty() && !faults.contains(QStringLiteral("data.validation_fraction"));
  if (readable && static_cast<std::size_t>(std::max(0, spec_.batch)) > images_to_train())
    faults.emplace(QStringLiteral("batch"),
                   tr("the batch is larger than the %L1 training images").arg(images_to_train()));
  if (faults.empty() && here) {  // a backend that runs here need not know every layer, loss or optimiser
    if (const std::string unknown = why_not(spec_); !unknown.empty())
      faults[QStringLiteral("backend")] = QString::fromStdString(unknown);
  }
  if (knows_data() && !shape_.error.empty())
    faults[QStringLiteral("data.source")] = QString::fromStdString(shape_.error);
  if (auto compute = faults.extract(option_field(compute_option))) {  // the list of backends says it
    compute.key() = QStringLiteral("backend");
    faults.insert(std::move(compute));
  }
  const auto folded_errors = [this] {
    QString all;
    for (const QString& name : folded_fields_) all += form_->error_of(name);
    return all;
  };
  const QString before = folded_errors();
  form_->set_faults(faults);
  show_fields();
  const QString now = folded_errors();
  if (!now.isEmpty() && now != before) show_more(true);  // an error must not hide
  valid_ = faults.empty();
  find_rate_->setEnabled(valid_);
  changes_->show_changes(spec_);
  show_size();
}

void SetupPanel::order_keyboard() {
  network_->order_keyboard();
  form_->order_keyboard();
}

void SetupPanel::compare_with(const Run* run) { changes_->set_run(run); }

void SetupPanel::ask_for_guess(bool on) {
  guess_is_asked_ = on;
  show_fields();
}

void SetupPanel::show_size() {
  size_->clear();
  show_notes();
  if (!valid_) return;  // a network that cannot be has no size
  const QString parameters =
      tr("%1 parameters").arg(QLocale().toString(static_cast<qulonglong>(spec_.model.parameter_count())));
  if (!knows_data()) {
    size_->setText(tr("%1\nthe images are being looked at …").arg(parameters));
    return;
  }
  const std::size_t examples = images_to_train();
  const double flop = flop_per_image(spec_.model) * static_cast<double>(examples);
  const auto [unit, scale] = flop >= 1e12 ? std::pair(tr("TFLOP"), 1e-12) : std::pair(tr("GFLOP"), 1e-9);
  size_->setText(
      tr("%1\n%2 images · %3 %4 per epoch")
          .arg(parameters, QLocale().toString(static_cast<qulonglong>(examples)), display_number(flop * scale), unit));
}

/// Shows before the run which data is left out or read otherwise than expected. The run says it again.
void SetupPanel::show_notes() {
  constexpr std::size_t most = 3;
  QStringList lines;
  if (knows_data())
    for (const std::string& note : shape_.notes) lines << QString::fromStdString(note);
  notes_->setToolTip(lines.join(QLatin1Char('\n')));
  if (lines.size() > static_cast<qsizetype>(most)) {
    const auto more = lines.size() - static_cast<qsizetype>(most);
    lines.resize(static_cast<qsizetype>(most));
    lines << tr("and %1 more").arg(more);
  }
  notes_->setText(lines.join(QLatin1Char('\n')));
  notes_->setVisible(!lines.isEmpty());
}

void SetupPanel::set_theme(const Theme& theme) {
  theme_ = theme;
  network_->set_theme(theme);
  show_team_button();
  changes_->set_theme(theme);
  show_more(more_->isChecked());
}

}  // namespace mlplab
