// Reads the fields into specs and says beside them what is wrong.
#include "ui/compare/compare_setup.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/base/error.h"
#include "core/base/listed.h"
#include "core/base/typed_number.h"
#include "core/launch/configurations.h"
#include "ui/runs/run.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/decimal_box.h"

namespace mlplab {

CompareSetup::CompareSetup(ComparisonSession& session, SweepQueue& sweeps, std::vector<PublishedStudy> published)
    : StudySetup(tr("COMPARE SETUP"), new StartBar(tr("&Compare all"), tr("&Stop"), tr("Progress of the comparison")),
                 session),
      session_(session),
      sweeps_(sweeps),
      published_(std::move(published)) {
  epochs_ = add_number("base.epochs", tr("&Epochs"), {1, 1000, 10}, tr("Epochs"));
  rounds_ = add_number(
      "repeats", tr("&Repeats"), {1, 100, ComparisonSpec().repeats},
      tr("How many times each is trained, in rounds; the table has results after the first round, and Stop keeps them"),
      tr("Repeats of the comparison"));
  target_ = new DecimalBox;
  target_->setRange(1.0, 100.0);
  target_->setDecimals(1);
  target_->setSuffix(tr(" %"));
  target_->setValue(100.0 * ComparisonSpec().target_accuracy);
  target_->setAlignment(Qt::AlignRight);
  target_->setToolTip(tr("The table says how long each took to this test accuracy"));
  let_shrink(target_);
  form_->add(QStringLiteral("target_accuracy"), tr("&Target"), target_);
  baseline_ = add_choice("baseline", tr("&Baseline"), {}, tr("What speeds compare with"));
  add_guess(tr("Expected speedup of the fastest over the baseline"),
            {.low = 1.0, .high = 10000.0, .start = 10.0, .decimals = 1, .step = 1.0}, tr(" ×"));
  std::vector<std::pair<QString, QString>> studies;
  for (const PublishedStudy& study : published_)
    studies.emplace_back(
        QStringLiteral("%1 (%2)").arg(QString::fromStdString(study.label), QString::fromStdString(study.machine_short)),
        tr("Measured on: %1").arg(QString::fromStdString(study.machine)));
  add_published(studies);
  start_->button()->setToolTip(
      tr("Trains every ticked implementation in turn; other programs train only when a button is pressed"));
  start_->set_resume_tip(tr("Train what the shown comparison still lacks; what is there stays"));
  end_form();

  column()->addSpacing(4);
  add_heading(tr("THREADS AND PROCESSES"));
  sweep_form_ = std::make_unique<Form>(column());
  rows_ = sweep_form_.get();
  workers_ =
      add_text("values", tr("&Workers"), QString::fromStdString(in_one_line(suggested_workers(machine_topology()))));
  repeats_ = add_number("repeats", tr("Repe&ats"), {1, 100, 3}, tr("Repeats"));
  column()->addWidget(sweep_form_->other_error());
  sweep_ = new StartBar(tr("&Measure workers"), tr("S&top"), tr("Progress of the sweeps over workers"));
  sweep_->button()->setToolTip(tr("Times the ticked implementations that have several workers with 1, 2, 4… of them"));
  set_role(sweep_->button(), "");
  add_control(sweep_);

  connect(epochs_, &NumberBox::valueChanged, this, [this] {
    epochs_edited_ = epochs_->value() != base_.epochs;
    check();
    Q_EMIT specChanged();
  });
  connect(target_, &QDoubleSpinBox::valueChanged, this, [this] {
    check();
    Q_EMIT specChanged();
  });
  connect(baseline_, &QComboBox::activated, this,
          [this] { session_.setBaseline(baseline_->currentData().toString()); });
  connect(sweep_, &StartBar::startWanted, this, &CompareSetup::sweepsRequested);
  connect(sweep_, &StartBar::stopWanted, &sweeps_, &SweepQueue::stop);
  connect(&session_, &ComparisonSession::updated, this, &CompareSetup::refresh);
  connect(&sweeps_, &SweepQueue::progressed, this, &CompareSetup::refresh);
  RunSpec base;
  base.backend = default_backend().name;
  set_base(base);
  refresh();
}

void CompareSetup::set_base(const RunSpec& base) {
  base_ = base;
  if (!epochs_edited_) {
    const QSignalBlocker blocker(epochs_);
    epochs_->setValue(base.epochs);
  }
  say_base(
      tr("%1, batch %2, seed %3, as set up on the Train page")
          .arg(QString::fromStdString(base.model.name()), QString::number(base.batch), QString::number(base.seed)));
  check();
}

ComparisonSpec CompareSetup::spec(const std::vector<std::string>& backends) const {
  ComparisonSpec spec;
  spec.base = base_;
  spec.base.options = {};        // every row has its own
  spec.base.batch_per_rank = 0;  // the whole batch is the same for all
  spec.base.epochs = epochs_->value();
  spec.base.target_accuracy.reset();
  spec.base.init_model.clear();
  spec.backends = backends;
  spec.repeats = rounds_->value();
  spec.target_accuracy = 0.01 * target_->value();
  return spec;
}

std::vector<SweepSpec> CompareSetup::sweep_specs(const std::vector<std::string>& backends) const {
  std::vector<SweepSpec> sweeps;
  for (const std::string& name : backends) {
    const ConfigurationEntry& entry = find_configuration(name);
    if (!entry.is_parallel()) continue;
    SweepSpec sweep;
    sweep.base = base_;
    set_configuration(sweep.base, {.name = name, .options = {}});
    sweep.base.batch_per_rank = 0;
    sweep.base.epochs = 1;
    sweep.base.target_accuracy.reset();
    sweep.axis = SweepAxis::workers;
    for (const std::string& value : parse_values(SweepAxis::workers, workers_->text().toStdString())) {
      if (typed_whole<int>(value).value_or(0) <= entry.workers_max()) sweep.values.push_back(value);
    }
    sweep.repeats = repeats_->value();
    validate(sweep);
    sweeps.push_back(sweep);
  }
  return sweeps;
}

std::function<void()> CompareSetup::way_back() {
  return [this, target = target_->value(), baseline = session_.baseline(), published = published_box_->currentIndex(),
          workers = workers_->text(), repeats = repeats_->value(), edited = epochs_edited_] {
    target_->setValue(target);
    if (baseline_->findData(QString::fromStdString(baseline)) >= 0)
      session_.setBaseline(QString::fromStdString(baseline));
    published_box_->setCurrentIndex(published);
    set_sweep(workers, repeats);
    epochs_edited_ = edited;
  };
}

void CompareSetup::set_sweep(const QString& workers, int repeats) {
  workers_->setText(workers);
  repeats_->setValue(repeats);
}

void CompareSetup::set_chosen(int rows, int parallel_rows) {
  chosen_ = rows;
  parallel_ = parallel_rows;
  check();
}

void CompareSetup::check() {
  const bool run_is_sound = show_faults(*form_, [this] {
    try {
      validate(spec({}).base);
    } catch (const UsageError& error) {
      throw UsageError(error.what(), "base." + error.field());
    }
  });
  const bool sweeps_are_sound = show_faults(*sweep_form_, [this] {
    for (const std::string& value : parse_values(workers_->text().toStdString()))
      if (typed_whole<int>(value).value_or(0) < 1)
        throw UsageError(tr("'%1' is not a number of workers").arg(QString::fromStdString(value)).toStdString(),
                         "values");
  });
  const bool sound = run_is_sound && sweeps_are_sound;
  start_->set_ready(sound && chosen_ > 0 && !sweeps_.active());
  sweep_->set_ready(sound && parallel_ > 0 && !session_.active());
}

void CompareSetup::list_baselines() {
  std::vector<std::pair<QString, QVariant>> rows;
  for (const ComparisonRow& row : session_.comparison().rows)
    if (row.done()) rows.emplace_back(backend_title(row.backend), QString::fromStdString(row.backend));
  offer(baseline_, rows, QString::fromStdString(session_.baseline()));
  if (rows.empty()) baseline_->setPlaceholderText(tr("nothing yet"));
  baseline_->setEnabled(!rows.empty());
}

void CompareSetup::refresh() {
  const bool active = session_.active(), sweeping = sweeps_.active();
  enable({epochs_, rounds_, target_}, !active);
  enable({workers_, repeats_}, !sweeping);
  list_baselines();
  if (session_.incomplete()) {
    const auto [done, total] = runs_of(session_.comparison());
    show_incomplete(done, total);
  } else {
    const StudyProgress& progress = session_.progress();
    QString what;
    if (!progress.name.empty()) what = backend_title(progress.name);
    if (!what.isEmpty() && session_.comparison().spec.repeats > 1)
      what = tr("round %1 · %2").arg(progress.turn.repeat + 1).arg(what);
    show_state(progress.fraction, MeasuringSession::progress_words(progress, what));
  }
  sweep_->show_state(!sweeping            ? StartBar::State::idle
                     : sweeps_.stopping() ? StartBar::State::stopping
                                          : StartBar::State::running,
                     sweeps_.fraction(), sweeps_.text());
  check();
}

}  // namespace mlplab
