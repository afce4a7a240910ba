// The form, and what its fields make of a SweepSpec.
#include "ui/scale/sweep_setup.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QVBoxLayout>
#include <algorithm>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"
#include "core/base/typed_number.h"
#include "core/launch/configurations.h"
#include "ui/widgets/number_box.h"

namespace mlplab {

namespace {

QString one_line(const std::vector<std::string>& values) { return QString::fromStdString(in_one_line(values)); }

QString suggested(SweepAxis axis) { return one_line(suggested_values(axis)); }

}  // namespace

SweepSetup::SweepSetup(SweepSession& session, std::vector<PublishedStudy> published)
    : StudySetup(tr("SWEEP SETUP"), new StartBar(tr("&Measure"), tr("C&ancel"), tr("Progress of the sweep")), session),
      session_(session) {
  add_backend();
  std::vector<std::pair<QString, QVariant>> axes;
  for (const SweepAxis axis : sweep_axes())
    axes.emplace_back(QString::fromStdString(title_of(axis)), QString::fromStdString(to_string(axis)));
  axis_ = add_choice("axis", tr("A&xis"), axes);
  values_ = add_text("values", tr("&Values"));
  axes.insert(axes.begin(), {tr("none"), {}});
  second_ = add_choice("across.axis", tr("Secon&d axis"), axes,
                       tr("Every value of the axis is measured with each value of a second one"));
  second_values_ = add_text("across.values", tr("Its val&ues"));
  scaling_ = add_choice(
      "scaling", tr("S&caling"),
      {{tr("strong"), static_cast<int>(Scaling::strong)}, {tr("weak"), static_cast<int>(Scaling::weak)}},
      tr("Strong: the same epoch on more workers. Weak: the batch grows with the workers, and one step is timed."));
  repeats_ = add_number("repeats", tr("Repea&ts"), {1, 100, 5}, tr("Repeats"));
  warmup_ = add_number("warmup_epochs", tr("&Warm-up"), {0, 100, 1},
                       tr("Epochs at the start of every run that are trained but not timed"), tr("Warm-up epochs"));
  epochs_ = add_number("base.epochs", tr("&Epochs"), {1, 1000, 1}, tr("Timed epochs of each run"));

  const QString reference = QString::fromStdString(say(reference_entry().title));
  against_reference_ = new QCheckBox(tr("of %1").arg(reference));
  against_reference_->setToolTip(
      tr("Hold the losses of every point against those of %1, which trains once for it; else against the baseline's")
          .arg(reference));
  against_reference_->setAccessibleName(tr("Losses held against %1").arg(reference));
  form_->add(QStringLiteral("against_reference"), tr("&Losses"), against_reference_);

  by_epoch_ = new QCheckBox(tr("by epoch"));
  by_epoch_->setToolTip(tr(
      "Evaluate on the way, too, as often as the Train page's run does, for curves of accuracy and loss; else at the "
      "end of each run alone. Times are those of training: evaluations are not in them."));
  by_epoch_->setAccessibleName(tr("Evaluated by epoch"));
  form_->add(QStringLiteral("by_epoch"), tr("Cu&rves"), by_epoch_);

  add_guess({}, {.low = 0.1, .high = 1024.0, .start = 2.0}, {});
  connect(values_, &QLineEdit::textEdited, this, [this] { guess_workers_.reset(); });
  std::vector<std::pair<QString, QString>> curves;
  for (const PublishedStudy& study : published)
    for (const PublishedCurve& curve : study.scaling) {
      const PublishedOverlay& one = published_.emplace_back(overlay_of(study, curve));
      curves.emplace_back(
          QString::fromStdString(one.label),
          tr("Measured on: %1. %2").arg(QString::fromStdString(one.machine), QString::fromStdString(study.about)));
    }
  add_published(curves);

  count_ = small_label();
  column()->addWidget(count_);
  start_->set_resume_tip(tr("Measure the runs that the shown sweep still lacks"));
  end_form();

  connect(backend_, &QComboBox::currentIndexChanged, this, &SweepSetup::check);
  connect(axis_, &QComboBox::currentIndexChanged, this, &SweepSetup::axis_chosen);
  connect(second_, &QComboBox::currentIndexChanged, this, [this] {
    const std::optional<SecondAxis> chosen = second();
    second_values_->setText(chosen ? suggested(chosen->axis) : QString());
    fit_repeats();
    check();
    Q_EMIT extrasChanged();
  });
  connect(scaling_, &QComboBox::currentIndexChanged, this, &SweepSetup::check);
  for (QCheckBox* box : {against_reference_, by_epoch_}) connect(box, &QCheckBox::toggled, this, &SweepSetup::check);
  connect(guess_, &GuessField::changed, this, &SweepSetup::extrasChanged);
  base_.backend = default_backend().name;
  choose_backend(base_);
  axis_chosen();
  refresh();
}

void SweepSetup::set_base(const RunSpec& base) {
  follow(base);
  const QString examples = base.data.train_limit > 0
                               ? tr(", %1 examples").arg(QLocale().toString(qulonglong(base.data.train_limit)))
                               : QString();
  const QString batch = base.batch_per_rank > 0 ? tr("batch %1 (%2 each)").arg(base.batch).arg(base.batch_per_rank)
                                                : tr("batch %1").arg(base.batch);
  say_base(tr("%1, %2%3, as set up on the Train page").arg(QString::fromStdString(base.model.name()), batch, examples));
  check();
}

SweepAxis SweepSetup::axis() const {
  const int chosen = axis_->currentIndex();
  return sweep_axes()[static_cast<std::size_t>(std::max(0, chosen))];
}

/// Without values, which may be half-typed.
std::optional<SecondAxis> SweepSetup::second() const {
  const int chosen = second_->currentIndex() - 1;  // after 'none'
  if (chosen < 0) return {};
  return SecondAxis{sweep_axes()[static_cast<std::size_t>(chosen)], {}};
}

void SweepSetup::set_second(const std::optional<SecondAxis>& across) {
  const auto found = across ? std::ranges::find(sweep_axes(), across->axis) : sweep_axes().end();
  second_->setCurrentIndex(across ? static_cast<int>(found - sweep_axes().begin()) + 1 : 0);
  if (across && !across->values.empty()) second_values_->setText(one_line(across->values));
}

SweepSpec SweepSetup::spec() const {
  SweepSpec spec;
  spec.base = run_with_backend();
  spec.base.epochs = epochs_->value();
  spec.axis = axis();
  // The batch per rank holds only in a sweep over the workers of the backend that it was set for; else the batch is the
  // whole one.
  if (chosen_backend() != configuration_name(base_) || spec.axis != SweepAxis::workers) spec.base.batch_per_rank = 0;
  spec.values = parse_values(spec.axis, values_->text().toStdString());
  if (spec.across = second(); spec.across) {
    try {
      spec.across->values = parse_values(spec.across->axis, second_values_->text().toStdString());
    } catch (const UsageError& error) {
      throw UsageError(error.what(), "across.values");
    }
  }
  spec.repeats = repeats_->value();
  spec.warmup_epochs = warmup_->value();
  spec.against_reference = against_reference_->isChecked();
  spec.by_epoch = by_epoch_->isChecked();
  if (spec.axis == SweepAxis::workers) spec.scaling = static_cast<Scaling>(scaling_->currentData().toInt());
  if (!varies(spec, SweepAxis::backend)) refuse_absent_backend();
  validate(spec);
  return spec;
}

void SweepSetup::set_spec(const SweepSpec& spec) {
  set_base(spec.base);
  choose_backend(spec.base);
  axis_->setCurrentIndex(axis_->findData(QString::fromStdString(to_string(spec.axis))));
  scaling_->setCurrentIndex(scaling_->findData(static_cast<int>(spec.scaling)));
  values_->setText(one_line(spec.values));
  set_second(spec.across);
  repeats_->setValue(spec.repeats);
  warmup_->setValue(spec.warmup_epochs);
  against_reference_->setChecked(spec.against_reference);
  by_epoch_->setChecked(spec.by_epoch);
  epochs_->setValue(spec.base.epochs);
}

LessonSweep SweepSetup::lesson_part() const {
  LessonSweep part{axis(), {}, repeats_->value(), warmup_->value(), epochs_->value()};
  if (const auto beside = published()) part.published = beside->label;
  part.by_epoch = by_epoch_->isChecked();
  if (part.axis == SweepAxis::workers) part.scaling = static_cast<Scaling>(scaling_->currentData().toInt());
  try {
    part.across = second();
    if (part.across) part.across->values = parse_values(part.across->axis, second_values_->text().toStdString());
    if (values_->text() != suggested(part.axis) || part.across)
      part.values = parse_values(part.axis, values_->text().toStdString());
  } catch (const Error&) {
    part.across.reset();  // half-typed values: those that suit the machine
  }
  return part;
}

void SweepSetup::take_lesson(const LessonSweep& part) {
  choose_backend(base_);
  scaling_->setCurrentIndex(scaling_->findData(static_cast<int>(part.scaling)));
  axis_->setCurrentIndex(axis_->findData(QString::fromStdString(to_string(part.axis))));
  values_->setText(part.values.empty() ? suggested(part.axis) : one_line(part.values));
  set_second(part.across);
  repeats_->setValue(part.repeats);
  warmup_->setValue(part.warmup_epochs);
  epochs_->setValue(part.epochs);
  by_epoch_->setChecked(part.by_epoch);
  set_guess({});  // it was for another sweep
  if (!part.published.empty()) lay_beside(part.published);
}

std::function<void()> SweepSetup::way_back() {
  return [this, backend = backend_->currentIndex(), scaling = scaling_->currentIndex(), values = values_->text(),
          second = second_->currentIndex(), second_values = second_values_->text(),
          reference = against_reference_->isChecked(), by_epoch = by_epoch_->isChecked(),
          published = published_box_->currentIndex()] {
    backend_->setCurrentIndex(backend);
    scaling_->setCurrentIndex(scaling);
    values_->setText(values);
    second_->setCurrentIndex(second);
    second_values_->setText(second_values);
    against_reference_->setChecked(reference);
    by_epoch_->setChecked(by_epoch);
    published_box_->setCurrentIndex(published);
  };
}

int SweepSetup::guessed_workers() const {
  if (guess_workers_) return *guess_workers_;
  int most = 2;
  try {
    for (const std::string& value : parse_values(values_->text().toStdString()))
      most = std::max(most, typed_whole<int>(value).value_or(most));
  } catch (const std::exception&) {
    // Half-typed values: the error label says so.
  }
  return most;
}

std::optional<Guess> SweepSetup::guess() const {
  const std::optional<double> speedup = guess_->value();
  if (!speedup || axis() != SweepAxis::workers || second()) return {};
  return Guess{guessed_workers(), *speedup};
}

std::optional<GuessQuestion> SweepSetup::guess_question() const {
  if (axis() != SweepAxis::workers || second()) return {};
  GuessQuestion question = guess_->question(GuessKind::speedup);
  question.workers = guessed_workers();
  if (const std::string backend = chosen_backend(); !backend.empty()) question.about = configuration_title(backend);
  return question;
}

void SweepSetup::set_guess(const std::optional<Guess>& guess) {
  guess_workers_ = guess ? std::optional(guess->workers) : std::nullopt;
  guess_->set(guess ? std::optional(guess->speedup) : std::nullopt);
}

void SweepSetup::axis_chosen() {
  const bool workers = axis() == SweepAxis::workers;
  guess_workers_.reset();
  form_->enable(QStringLiteral("scaling"), workers);
  values_->setText(suggested(axis()));
  fit_repeats();
  check();
  Q_EMIT extrasChanged();
}

/// One run of each seed tells its accuracy, without epochs before it; other axes are measured as often as before.
void SweepSetup::fit_repeats() {
  const std::optional<SecondAxis> across = second();
  const bool seeds = axis() == SweepAxis::seed || (across && across->axis == SweepAxis::seed);
  if (seeds == before_seeds_.has_value()) return;
  if (seeds) {
    before_seeds_ = {repeats_->value(), warmup_->value()};
    repeats_->setValue(1);
    warmup_->setValue(0);
  } else {
    repeats_->setValue(before_seeds_->first);
    warmup_->setValue(before_seeds_->second);
    before_seeds_.reset();
  }
}

/// Where backends are the values there is none to choose.
void SweepSetup::show_enabled_backend() {
  const std::optional<SecondAxis> across = second();
  const bool varied = axis() == SweepAxis::backend || (across && across->axis == SweepAxis::backend);
  backend_->setEnabled(!session_.active() && !varied);
}

void SweepSetup::check() {
  const bool sound = is_sound([this] {
    const SweepSpec checked = spec();
    const auto values = static_cast<int>(checked.values.size() * (checked.across ? checked.across->values.size() : 1));
    const int epochs = checked.base.epochs + checked.warmup_epochs;
    QString count =
        (checked.across ? tr("%1 points × %2 repeats = %3 runs of %4") : tr("%1 values × %2 repeats = %3 runs of %4"))
            .arg(values)
            .arg(checked.repeats)
            .arg(values * checked.repeats)
            .arg(QString::fromStdString(count_of(epochs, "epoch")));
    if (const int more = runs_of(checked) - values * checked.repeats; more > 0)
      count += tr(", and %1 to compare with").arg(more);
    count_->setText(count);
  });
  form_->set_visible(QStringLiteral("across.values"), second().has_value());
  // A guess and a published curve are of one sweep over workers.
  const bool one_curve = axis() == SweepAxis::workers && !second();
  published_box_->setEnabled(one_curve);
  guess_->set_enabled(one_curve);
  show_enabled_backend();
  count_->setVisible(sound);
  guess_->describe(tr("Expected speedup with %1 workers").arg(guessed_workers()),
                   tr(" × with %1").arg(guessed_workers()));
  Q_EMIT planChanged();
}

void SweepSetup::refresh() {
  const bool active = session_.active();
  enable({axis_, values_, second_, second_values_, repeats_, warmup_, epochs_, against_reference_, by_epoch_}, !active);
  show_enabled_backend();
  scaling_->setEnabled(!active && axis() == SweepAxis::workers);
  show_progress();
  if (!active) check();
}

void SweepSetup::show_progress() {
  const std::shared_ptr<const SweepAnalysis>& analysis = session_.analysis();
  if (!session_.active() && analysis && session_.incomplete()) {
    int done = 0;
    for (const SweepPoint& point : analysis->points) done += static_cast<int>(point.runs.size());
    return show_incomplete(done, static_cast<int>(analysis->points.size()) * analysis->spec.repeats);
  }
  const StudyProgress& progress = session_.progress();
  QString what;
  if (!progress.name.empty()) what = axis_->currentText() + QLatin1Char(' ') + QString::fromStdString(progress.name);
  show_state(progress.fraction, MeasuringSession::progress_words(progress, what));
}

}  // namespace mlplab
