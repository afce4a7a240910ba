// Reads the fields into a ProfileStudySpec and says beside them what is wrong.
#include "ui/profile/profile_setup.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/base/error.h"
#include "core/launch/configurations.h"
#include "ui/runs/run.h"
#include "ui/widgets/backend_list.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/tables.h"

namespace mlplab {

namespace {

constexpr const char* placement_name = "placement";

}  // namespace

ProfileSetup::ProfileSetup(ProfileSession& session, std::vector<ProfileOverlay> overlays)
    : StudySetup(tr("PROFILE SETUP"), new StartBar(tr("&Profile"), tr("&Stop"), tr("Progress of the profile")),
                 session),
      session_(session),
      overlays_(std::move(overlays)) {
  add_backend();
  absent_ = small_label();
  absent_->setText(why_kind_is_absent(ConfigurationKind::gpu));
  absent_->setVisible(!absent_->text().isEmpty());
  form_->add_wide(absent_);
  placement_row_ = new QWidget;
  column_in(placement_row_, 4);
  form_->add(QStringLiteral("placements"), tr("Placement"), placement_row_)->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  batches_ = add_text("batches", tr("Batc&hes"), typed_list(ProfileStudySpec().batches));
  steps_ = add_number("steps", tr("&Steps"), {1, 10000, ProfileStudySpec().steps}, tr("Profiled steps of each epoch"));
  epochs_ = add_number("base.epochs", tr("&Epochs"), {1, 1000, 2},
                       tr("Epochs of each run; the last one is taken apart"), tr("Epochs of each run"));
  add_guess(tr("Expected share of a step that is spent in kernels"),
            {.low = 0.0, .high = 100.0, .start = 50.0, .decimals = 0, .step = 5.0}, tr(" % kernels"));
  std::vector<std::pair<QString, QString>> published;
  for (const ProfileOverlay& overlay : overlays_)
    published.emplace_back(QString::fromStdString(overlay.label),
                           tr("Measured on: %1").arg(QString::fromStdString(overlay.machine)));
  add_published(published);
  end_form();
  QHBoxLayout* shown = spaced_row(8);
  sources_ = narrow_combo(tr("The study that is shown"));
  sources_label_ = new QLabel(tr("Sho&wn"));
  sources_label_->setBuddy(sources_);
  files_ = make_menu_button(tr("Save this study as a file, or open one"));
  files_->setToolTip(files_->accessibleName());
  shown->addWidget(sources_label_, 1);
  shown->addWidget(files_);
  column()->addLayout(shown);
  column()->addWidget(sources_);  // a row of its own: date and time must be whole
  set_sources({}, -1);

  connect(backend_, &QComboBox::currentIndexChanged, this, &ProfileSetup::backend_chosen);
  connect(sources_, &QComboBox::activated, this, &ProfileSetup::sourceChosen);
  RunSpec base;
  base.backend = default_backend().name;
  set_base(base);
  backend_chosen();
  refresh();
}

const BackendOption* ProfileSetup::placement_option() const {
  const int index = backend_index(chosen_backend());
  if (index < 0) return nullptr;
  const auto& options = configurations()[static_cast<std::size_t>(index)].options;
  const auto found = std::ranges::find(options, placement_name, &BackendOption::name);
  return found == options.end() ? nullptr : &*found;
}

void ProfileSetup::backend_chosen() {
  for (QCheckBox* box : placements_) {
    box->hide();
    box->deleteLater();
  }
  placements_.clear();
  if (const BackendOption* option = placement_option()) {
    for (const std::string& value : option->values) {
      auto* box = new QCheckBox(QString::fromStdString(value));
      box->setChecked(true);
      box->setToolTip(QString::fromStdString(option->help));
      connect(box, &QCheckBox::toggled, this, &ProfileSetup::check);
      placement_row_->layout()->addWidget(box);
      placements_.push_back(box);
    }
  }
  form_->set_visible(QStringLiteral("placements"), !placements_.empty());
  check();
}

void ProfileSetup::set_base(const RunSpec& base) {
  follow(base);
  say_base(tr("%1, seed %2, as set up on the Train page")
               .arg(QString::fromStdString(base.model.name()), QString::number(base.seed)));
  check();
}

ProfileStudySpec ProfileSetup::spec() const {
  ProfileStudySpec spec;
  spec.base = run_with_backend();
  spec.base.epochs = epochs_->value();
  spec.base.target_accuracy.reset();
  spec.batches = sizes();
  spec.steps = steps_->value();
  for (const QCheckBox* box : placements_) {
    if (box->isChecked()) spec.placements.push_back(box->text().toStdString());
  }
  if (!placements_.empty() && spec.placements.empty()) {
    throw UsageError(tr("choose at least one placement of the data").toStdString(), "placements");
  }
  refuse_absent_backend();
  return spec;
}

/// Each once.
std::vector<int> ProfileSetup::sizes() const {
  std::vector<int> sizes;
  for (const int size :
       numbers_in(*batches_, tr("'%1' is not a batch size: write whole numbers from 1, as in 16, 64, 512"), "batches"))
    if (std::ranges::find(sizes, size) == sizes.end()) sizes.push_back(size);
  if (sizes.empty()) throw UsageError(tr("name at least one batch size, as in 16, 64, 512").toStdString(), "batches");
  return sizes;
}

void ProfileSetup::set_spec(const ProfileStudySpec& spec) {
  set_base(spec.base);
  choose_backend(spec.base);
  batches_->setText(typed_list(spec.batches));
  batches_->setCursorPosition(0);  // its begin is seen, however narrow it was
  steps_->setValue(spec.steps);
  epochs_->setValue(spec.base.epochs);
  for (QCheckBox* box : placements_) {
    box->setChecked(spec.placements.empty() ||
                    std::ranges::find(spec.placements, box->text().toStdString()) != spec.placements.end());
  }
}

LessonProfile ProfileSetup::lesson_part() const {
  LessonProfile part;
  try {
    part.batches = sizes();
  } catch (const Error&) {
    // Half-typed: the usual ones.
  }
  part.steps = steps_->value();
  part.epochs = epochs_->value();
  if (const auto shown = overlay()) part.published = shown->label;
  return part;
}

QString ProfileSetup::take_lesson(const LessonProfile& part) {
  choose_backend(base_);
  batches_->setText(typed_list(part.batches));
  steps_->setValue(part.steps);
  epochs_->setValue(part.epochs);
  return lay_beside(part.published)
             ? QString()
             : tr("There is no published profile '%1'.").arg(QString::fromStdString(part.published));
}

std::function<void()> ProfileSetup::way_back() {
  std::vector<bool> ticked;
  for (const QCheckBox* box : placements_) ticked.push_back(box->isChecked());
  return [this, ticked, backend = backend_->currentIndex(), batches = batches_->text()] {
    backend_->setCurrentIndex(backend);
    batches_->setText(batches);
    for (std::size_t i = 0; i < std::min(ticked.size(), placements_.size()); ++i) placements_[i]->setChecked(ticked[i]);
  };
}

void ProfileSetup::set_sources(const QStringList& titles, int shown) {
  const QSignalBlocker blocker(sources_);
  sources_->clear();
  sources_->addItems(titles);
  for (int i = 0; i < titles.size(); ++i) sources_->setItemData(i, titles[i], Qt::ToolTipRole);
  sources_->setCurrentIndex(shown);
  sources_->setToolTip(shown < 0 ? sources_->accessibleName() : titles[shown]);
  if (shown < 0) sources_->setPlaceholderText(session_.active() ? tr("being measured") : tr("nothing yet"));
  sources_->setEnabled(!session_.active() && !titles.isEmpty());
}

void ProfileSetup::check() {
  is_sound([this] { (void)spec(); });
}

void ProfileSetup::refresh() {
  enable({backend_, placement_row_, batches_, steps_, epochs_, sources_}, !session_.active());
  const StudyProgress& progress = session_.progress();
  show_state(progress.fraction, MeasuringSession::progress_words(progress, QString::fromStdString(progress.name)));
}

}  // namespace mlplab
