#include "ui/train/folder_sheet.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/data/dataset.h"
#include "core/launch/demand.h"
#include "core/machine/memory.h"
#include "core/model/network.h"
#include "ui/runs/run.h"
#include "ui/theme/style_sheet.h"
#include "ui/train/folder_session.h"
#include "ui/train/folder_table.h"
#include "ui/widgets/dialog_area.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/tables.h"

namespace mlplab {

namespace {

constexpr int usual_width = 256;  // of the hidden layer of an MLP
constexpr const char* first_network = "cnn-small";

bool are_alike(double a, double b) { return std::abs(std::log(a / b)) < std::log(1.25); }

double proportion(const ImageSize& size) { return double(size.width) / size.height; }

/// That of all images: the one they are brought to, or their own.
ImageShape shape_of(const FolderLook& look, const DataSpec& data) {
  const ImageSize own = look.sizes.empty() ? ImageSize{28, 28} : look.sizes.front().first;
  return brought_shape(data, {own.height, own.width, look.samples_have_colour ? 3 : 1});
}

ModelSpec mlp_for(const ImageShape& image, int classes) {
  return make_mlp({image.height * image.width * image.channels, usual_width, classes}, Activation::relu);
}

/// Throws UsageError where the network cannot have such images.
ModelSpec fitted(ModelSpec model, const ImageShape& image, int classes) {
  fit_to(model, {image.channels, image.height, image.width}, classes);
  network_of(model);
  return model;
}

/// '320×240 (40), 240×320 (12) and other sizes (3)'
QString words_on_sizes(const std::vector<std::pair<ImageSize, std::size_t>>& sizes) {
  constexpr std::size_t most = 3;
  QStringList words;
  for (std::size_t i = 0; i < std::min(most, sizes.size()); ++i)
    words << FolderSheet::tr("%1×%2 (%L3)").arg(sizes[i].first.width).arg(sizes[i].first.height).arg(sizes[i].second);
  QString text = words.join(QStringLiteral(", "));
  if (sizes.size() == 1)
    return FolderSheet::tr("All have %1×%2 pixels").arg(sizes[0].first.width).arg(sizes[0].first.height);
  if (sizes.size() > most) text = FolderSheet::tr("%1 and other sizes (%L2)").arg(text).arg(sizes.size() - most);
  return FolderSheet::tr("Sizes in pixels: %1").arg(text);
}

}  // namespace

RunSpec suggested_run(const FolderLook& look, const std::filesystem::path& folder, RunSpec base,
                      const std::vector<ModelSpec>& networks) {
  constexpr int large = 64, small = 32;
  base.data = {};
  base.data.source = folder.string();
  base.batch_per_rank = 0;
  base.init_model.clear();
  if (!look.sizes.empty() &&
      (look.sizes.size() > 1 || look.sizes.front().first.width > large || look.sizes.front().first.height > large)) {
    int shortest = large;
    for (const auto& [size, count] : look.sizes) shortest = std::min({shortest, size.width, size.height});
    const int side = shortest < large ? small : large;
    base.data.image_size = {side, side};
    const bool square =
        std::ranges::all_of(look.sizes, [](const auto& size) { return are_alike(proportion(size.first), 1.0); });
    base.data.fit = square ? ImageFit::stretch : ImageFit::crop;
  }
  const ImageShape image = shape_of(look, base.data);
  const int classes = static_cast<int>(look.classes.size());
  base.model = mlp_for(image, classes);
  const auto first = std::ranges::find(networks, std::string(first_network), &ModelSpec::title);
  if (first != networks.end()) {
    try {
      base.model = fitted(*first, image, classes);
    } catch (const UsageError&) {  // images too small for it
    }
  }
  // With the rates that suit an MLP on digits, deeper networks learn nothing from photographs.
  base.optimizer = {};
  base.optimizer.learning_rate = 0.02;
  constexpr std::size_t least_steps = 8;
  const std::size_t train = look.train_images(base.data.test_fraction);
  base.batch = RunSpec().batch;
  while (base.batch > 1 && static_cast<std::size_t>(base.batch) * least_steps > train) base.batch /= 2;
  const std::size_t left = memory_left().bytes;
  while (base.batch > 1 && left > 0 && memory_bytes_of(base) > left / 2) base.batch /= 2;
  return base;
}

FolderSheet::FolderSheet(FolderSession& folders, StepSession& steps, std::vector<ModelSpec> networks, QWidget* parent)
    : QDialog(parent), folders_(folders), steps_(steps), networks_(std::move(networks)) {
  setWindowTitle(tr("Your own images"));
  QVBoxLayout* column = column_in((new DialogArea(this, {940, 640}))->contents(), 10, {16, 14, 16, 14});
  title_ = new QLabel;
  title_->setWordWrap(true);
  title_->setTextFormat(Qt::PlainText);
  column->addWidget(title_);
  QHBoxLayout* middle = spaced_row(16);
  column->addLayout(middle, 1);

  model_ = new FolderTable(this);
  table_ = make_page_table(model_, tr("Classes of the folder"), FolderTable::sample_side + 8);
  table_->setIconSize({1000, FolderTable::sample_side});
  fit_columns_to_words(*table_->horizontalHeader());
  table_->horizontalHeader()->setSectionResizeMode(FolderTable::samples_column, QHeaderView::Stretch);
  table_->setMinimumHeight(220);
  QVBoxLayout* files = spaced_column(8);
  files->addWidget(table_, 1);
  unreadable_ = new QPlainTextEdit;
  unreadable_->setReadOnly(true);
  unreadable_->setTabChangesFocus(true);
  unreadable_->setAccessibleName(tr("Images that cannot be read"));
  constexpr int unreadable_height = 110;  // px
  unreadable_->setFixedHeight(unreadable_height);
  files->addWidget(unreadable_);
  middle->addLayout(files, 1);

  auto* side = new QWidget;
  side->setFixedWidth(264);
  QVBoxLayout* side_column = column_in(side, 8);
  form_ = std::make_unique<Form>(side_column);
  for (const char* path : {"data.skip_unreadable", "data.image_size", "data.fit", "data.channels", "data.test_fraction",
                           "data.validation_fraction", "data.train_limit"})
    add_field(path);
  network_ = narrow_combo();
  network_->addItem(tr("MLP, %1 hidden").arg(usual_width));
  for (const ModelSpec& network : networks_) network_->addItem(QString::fromStdString(network.name()));
  connect(network_, &QComboBox::activated, this, [this] { edited(); });
  form_->add(QStringLiteral("model"), tr("&Network"), network_);
  batch_ = plain_number_box();
  connect(batch_, &QSpinBox::valueChanged, this, [this] { edited(); });
  connect(batch_, &NumberBox::edited, this, [this] { edited(); });
  form_->add(QStringLiteral("batch"), tr("&Batch"), batch_);
  add_field("optimizer.learning_rate");
  add_field("epochs");
  side_column->addWidget(form_->other_error());
  time_ = push_button(tr("&Time an epoch"), tr("Trains a few steps on these images, and keeps nothing of them"));
  connect(time_, &QPushButton::clicked, this, [this] {
    if (steps_.active())
      steps_.stop();
    else
      Q_EMIT timingWanted(spec_);
  });
  side_column->addWidget(time_);
  time_text_ = small_label();
  time_text_->setAccessibleName(tr("Time of an epoch"));
  side_column->addWidget(time_text_);
  side_column->addStretch(1);
  middle->addWidget(side);

  reading_ = reading_label(tr("What the folder holds"));
  reading_->setTextFormat(Qt::PlainText);
  column->addWidget(reading_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  QPushButton* again = buttons->addButton(tr("&Look again"), QDialogButtonBox::ResetRole);
  connect(again, &QPushButton::clicked, this, [this] { open(folder_, base_); });
  use_ = buttons->addButton(tr("&Use these images"), QDialogButtonBox::AcceptRole);
  set_role(use_, "primary");
  connect(use_, &QPushButton::clicked, this, [this] {
    Q_EMIT used(spec_);
    reject();
  });
  connect(buttons, &QDialogButtonBox::rejected, this, &FolderSheet::reject);
  column->addWidget(buttons);

  connect(&folders_, &FolderSession::found, this, &FolderSheet::take);
  connect(&folders_, &FolderSession::progressed, this, [this](std::size_t done, std::size_t total) {
    if (!looked_) reading_->setText(tr("%L1 of %L2 images looked at …").arg(done).arg(total));
  });
  connect(&folders_, &FolderSession::failed, this, [this](const QString& why) {
    failure_ = why;
    show_reading();
  });
  connect(&folders_, &FolderSession::ended, this, [this] {
    if (!looked_ && failure_.isEmpty() && isVisible()) open(folder_, base_);  // another folder was wanted meanwhile
  });
  connect(&steps_, &StepSession::timed, this, [this](const RunSpec& spec, const StepTime& time) {
    timed_ = {spec, time};
    show_time();
  });
  connect(&steps_, &StepSession::stateChanged, this, &FolderSheet::show_time);
}

void FolderSheet::add_field(const char* path) {
  SettingField& field = fields_.emplace_back(find_setting(path), [this] { edited(); });
  form_->add(field.name(), field.label(), field.editor());
}

void FolderSheet::open(const std::filesystem::path& folder, const RunSpec& base) {
  folder_ = folder;
  base_ = base;
  spec_ = base;
  looked_ = valid_ = false;
  failure_.clear();
  parse_faults_.clear();
  timed_.reset();
  model_->set_look({});
  title_->setText(QString::fromStdString(folder.string()));
  form_->set_faults({});
  show_reading();
  show_time();
  use_->setEnabled(false);
  if (folders_.active())
    folders_.stop();  // its end opens the new one
  else
    folders_.look(folder);
}

void FolderSheet::set_theme(const Theme& theme) { fit_rows(this, theme); }

std::vector<Image> FolderSheet::samples() const {
  std::vector<Image> images;
  for (const FolderClass& one : model_->look().classes)
    images.insert(images.end(), one.samples.begin(), one.samples.end());
  return images;
}

QString FolderSheet::reading() const { return reading_->text(); }
QString FolderSheet::time_text() const { return time_text_->text(); }

void FolderSheet::reject() {
  folders_.stop();
  steps_.stop();
  QDialog::reject();
}

void FolderSheet::take(const FolderLook& look) {
  if (folders_.was_stopped()) return;
  looked_ = true;
  look_ = look;
  model_->set_look(look);
  QStringList unreadable;
  for (const std::string& sentence : look.unreadable) unreadable << QString::fromStdString(sentence);
  unreadable_->setPlainText(unreadable.join(QLatin1Char('\n')));
  unreadable_->setVisible(!unreadable.isEmpty());
  spec_ = suggested_run(look, folder_, base_, networks_);
  table_->setColumnHidden(FolderTable::validation_column, !look.has_validation);
  form_->set_visible(QStringLiteral("data.skip_unreadable"), !look.unreadable.empty());
  form_->set_visible(QStringLiteral("data.test_fraction"), !look.has_test);
  form_->set_visible(QStringLiteral("data.validation_fraction"), !look.has_validation);
  show_run();
}

void FolderSheet::show_run() {
  showing_ = true;
  for (SettingField& field : fields_) field.show(spec_);
  const auto named = std::ranges::find(networks_, spec_.model.title, &ModelSpec::title);
  network_->setCurrentIndex(named == networks_.end() ? 0 : 1 + static_cast<int>(named - networks_.begin()));
  batch_->setValue(spec_.batch);
  showing_ = false;
  edited();
}

ImageShape FolderSheet::shape() const { return shape_of(model_->look(), spec_.data); }

std::size_t FolderSheet::train_images() const {
  return images_to_train(spec_.data, model_->look().train_images(spec_.data.test_fraction));
}

void FolderSheet::edited() {
  if (showing_ || !looked_) return;
  parse_faults_.clear();
  const bool left_out = spec_.data.skip_unreadable;
  for (const SettingField& field : fields_) field.read(spec_, parse_faults_);
  if (spec_.data.skip_unreadable != left_out) model_->set_look(left_out ? look_ : look_.without_unreadable());
  if (const std::optional<double> typed = batch_->typed())
    spec_.batch = static_cast<int>(std::clamp(*typed, -1e9, 1e9));
  else
    parse_faults_[QStringLiteral("batch")] = batch_->fault();
  const ImageShape image = shape();
  const int classes = static_cast<int>(model_->look().classes.size());
  const int named = network_->currentIndex() - 1;
  try {
    spec_.model =
        named < 0 ? mlp_for(image, classes) : fitted(networks_[static_cast<std::size_t>(named)], image, classes);
  } catch (const UsageError& error) {
    parse_faults_[QStringLiteral("model")] = QString::fromUtf8(error.what());
  }
  const Faults all = faults();
  form_->set_faults(all);
  form_->set_visible(QStringLiteral("data.fit"), spec_.data.image_size != ImageSize{});
  valid_ = all.empty();
  use_->setEnabled(valid_);
  if (parse_faults_.empty()) model_->set_data(spec_.data);
  show_reading();
  show_time();
}

/// All that would keep the run from beginning.
Faults FolderSheet::faults() const {
  Faults all = parse_faults_;
  const FolderLook& look = model_->look();
  const auto check = [&](const auto& test) {
    try {
      test();
    } catch (const Error& error) {
      add_fault(all, error);
    }
  };
  check([&] { validate(spec_.data); });
  for (const SettingField& field : fields_) check([&] { check_range(field.setting(), spec_); });
  check([&] { check_range(find_setting("batch"), spec_); });
  if (look.sizes.size() > 1 && spec_.data.image_size == ImageSize{})
    all.emplace(QStringLiteral("data.image_size"),
                tr("the images have %L1 sizes: choose one for all of them").arg(look.sizes.size()));
  if (static_cast<std::size_t>(std::max(0, spec_.batch)) > train_images())
    all.emplace(QStringLiteral("batch"), tr("the batch is larger than the %L1 training images").arg(train_images()));
  if (look.test_images(spec_.data.test_fraction) == 0)
    all.emplace(QString(), tr("nothing is left to test with: two images of a class are needed"));
  if (!look.unreadable.empty() && !spec_.data.skip_unreadable)
    all.emplace(QStringLiteral("data.skip_unreadable"),
                tr("images that cannot be read: %L1, listed below the classes. Leave them out, or mend them and look "
                   "again")
                    .arg(look.unreadable.size()));
  for (const FolderClass& one : look.classes)
    if (one.train == 0)
      all.emplace(QString(), tr("no image of the class %1 can be read").arg(QString::fromStdString(one.name)));
  if (!all.empty()) return all;
  check([&] { check_room(spec_.data.source, look.images(), shape()); });
  check([&] { check_memory(spec_, memory_left()); });
  return all;
}

QString FolderSheet::words_on_files() const {
  const FolderLook& look = model_->look();
  std::size_t held_out = look.train_images(spec_.data.test_fraction);
  if (spec_.data.train_limit > 0) held_out = std::min(held_out, spec_.data.train_limit);
  held_out -= train_images();
  for (const FolderClass& one : look.classes) held_out += one.validation;
  QString words = tr("%L1 images in %L2 classes: %L3 for training, %L4 for testing")
                      .arg(look.images())
                      .arg(look.classes.size())
                      .arg(train_images())
                      .arg(look.test_images(spec_.data.test_fraction));
  if (held_out > 0) words += tr(", %L1 for validation").arg(held_out);
  words += QStringLiteral(". ") + words_on_sizes(look.sizes);
  words += QStringLiteral(". ") + (look.samples_have_colour ? tr("In colour.") : tr("The images shown are grey."));
  return words;
}

QString FolderSheet::words_on_memory() const {
  const ImageShape image = shape();
  const double bytes = static_cast<double>(model_->look().images()) * image.height * image.width * image.channels;
  const std::size_t network = memory_bytes_of(spec_);
  const QString parameters = QLocale().toString(static_cast<qulonglong>(spec_.model.parameter_count()));
  const QString text = tr("In memory the images take %1.").arg(display_bytes(bytes)) + QLatin1Char(' ');
  if (network == 0)
    return text +
           tr("The network has %1 parameters; what it needs of memory is not known on this backend.").arg(parameters);
  return text + tr("The network has %1 parameters and needs %2 at this batch.")
                    .arg(parameters, display_bytes(static_cast<double>(network)));
}

void FolderSheet::show_reading() {
  if (!failure_.isEmpty() || !looked_) {
    reading_->setText(failure_.isEmpty() ? tr("The images are being looked at …") : failure_);
    return;
  }
  QStringList lines{words_on_files()};
  if (parse_faults_.empty()) lines << words_on_memory();
  for (const std::string& note : model_->look().notes) {
    QString line = QString::fromStdString(note);
    line[0] = line[0].toUpper();
    lines << line + QLatin1Char('.');
  }
  reading_->setText(lines.join(QLatin1Char('\n')));
}

void FolderSheet::show_time() {
  const bool timing = steps_.active();
  time_->setText(timing ? tr("&Stop") : tr("&Time an epoch"));
  time_->setEnabled(timing || (valid_ && looked_ && spec_.host.empty()));
  if (timing) {
    time_text_->setText(tr("a few steps are being timed …"));
    return;
  }
  if (!looked_ || !timed_ || !(timed_->first == spec_)) {
    time_text_->setText(!looked_              ? QString()
                        : !spec_.host.empty() ? tr("The run is for another machine, which is not timed here.")
                        : timed_              ? tr("The settings have changed since an epoch was timed.")
                                              : QString());
    return;
  }
  const StepTime& time = timed_->second;
  if (!time.why_unknown.empty()) {
    time_text_->setText(tr("Not timed: %1").arg(QString::fromStdString(time.why_unknown)));
    return;
  }
  const auto batch = static_cast<std::size_t>(spec_.batch);
  const std::size_t steps = (train_images() + batch - 1) / batch;
  time_text_->setText(tr("One epoch of training takes about %1 on %2 (%3 of its %4 steps were timed, once).")
                          .arg(display_time(time.step_s * static_cast<double>(steps)), backend_title(spec_),
                               QLocale().toString(timed_steps), QLocale().toString(static_cast<qulonglong>(steps))));
}

}  // namespace mlplab
