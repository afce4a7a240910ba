// Texts of the status strip.
#include "ui/status_strip.h"

#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "ui/runs/load_strip.h"
#include "ui/runs/run_table.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"

namespace mlplab {

double epochs_done(const RunLog& log) {
  const double from_epochs = log.last_epoch();
  const double from_steps = log.latest() != nullptr ? log.latest()->epochs : 0.0;
  return std::max(from_epochs, from_steps);
}

namespace {

/// The last batch done in this epoch, from 1, and how many there are; 0 at an epoch's end.
std::pair<std::int64_t, std::int64_t> batch_in_progress(const RunLog& log) {
  const std::int64_t all = log.started.steps_per_epoch;
  const double done = epochs_done(log);
  return {std::llround((done - std::floor(done)) * static_cast<double>(all)) % std::max<std::int64_t>(1, all), all};
}

}  // namespace

double seconds_left(const Run& run) {
  const double done = epochs_done(run.log);
  if (done <= 0.01) return -1;
  const double train_s = run.log.train_time_s() / done;
  double eval_s = 0;
  for (const EpochDone& epoch : run.log.epochs) eval_s += epoch.eval_time_s;
  if (!run.log.epochs.empty()) {
    eval_s /= static_cast<double>(run.log.epochs.size());
  } else if (const RunStarted& started = run.log.started; started.train_examples > 0) {
    // None was evaluated yet: without its two backward products an image takes a third of the time.
    const auto evaluated = static_cast<double>(started.test_examples + started.validation_examples);
    eval_s = train_s / 3.0 * evaluated / static_cast<double>(started.train_examples);
  }
  return (run.spec.epochs - done) * (train_s + eval_s);
}

StatusStrip::StatusStrip(const RunSession& session, QWidget* parent) : QWidget(parent), session_(session) {
  setAttribute(Qt::WA_StyledBackground);
  set_role(this, "bar");
  QHBoxLayout* row = row_in(this, 12, {14, 5, 14, 5});
  epoch_ = new QLabel;
  progress_ = new QProgressBar;
  progress_->setTextVisible(false);
  progress_->setRange(0, 1000);
  progress_->setAccessibleName(tr("Progress of the run"));
  percent_ = new QLabel;
  eta_ = new QLabel;
  device_ = in_role(new ElidedLabel, "quiet");
  row->addWidget(epoch_);
  row->addWidget(progress_, 1);
  row->addWidget(percent_);
  row->addWidget(eta_);
  load_ = new LoadStrip;
  row->addWidget(load_);
  connect(load_, &LoadStrip::failed, this, &StatusStrip::failed);
  connect(load_, &LoadStrip::saved, this, &StatusStrip::saved);
  soon_.setSingleShot(true);
  soon_.setInterval(100);
  connect(&soon_, &QTimer::timeout, this, &StatusStrip::refresh);
  row->addWidget(device_);
  refresh();
}

void StatusStrip::set_theme(const Theme& theme) { load_->set_theme(theme); }

void StatusStrip::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  refresh();
}

/// Where there is no room for all (projector mode) the machine's load goes first: what is cut in the middle of a number
/// is another number. Decided before it is shown, and by the width alone: shown for a moment it would make the strip
/// higher, and a strip of another height asks again.
void StatusStrip::fit_load() {
  constexpr int least_progress = 80;
  int needed = least_progress;
  for (const QWidget* part : std::initializer_list<const QWidget*>{epoch_, percent_, eta_, load_, device_})
    needed += part->sizeHint().width() + layout()->spacing();
  const QMargins margins = layout()->contentsMargins();
  load_->setVisible(load_->has_load() && needed + margins.left() + margins.right() <= width());
}

void StatusStrip::set_measuring(const QString& page) {
  if (std::exchange(measuring_, page) != page) refresh();
}

void StatusStrip::refresh_soon() {
  if (!soon_.isActive()) soon_.start();
}

void StatusStrip::refresh() {
  const Run* run = session_.current();
  const bool measures = !measuring_.isEmpty() && !session_.active();
  progress_->setVisible(!measures);
  if (run == nullptr || measures) {
    epoch_->setText(measures ? tr("%1: measuring …").arg(measuring_) : tr("Ready: press Run (Ctrl+R)"));
    for (QLabel* label : std::initializer_list<QLabel*>{percent_, eta_, device_}) label->clear();
    show_value(*progress_, 0);
    load_->show_run({}, false);
    fit_load();
    return;
  }
  const double done = epochs_done(run->log);
  const int epochs = run->spec.epochs;
  const double fraction = std::clamp(done / std::max(1, epochs), 0.0, 1.0);
  epoch_->setText(tr("epoch %1 / %2").arg(static_cast<int>(std::floor(done + 1e-9))).arg(epochs));
  show_value(*progress_, static_cast<int>(std::lround(1000 * fraction)));
  percent_->setText(tr("%1 %").arg(QLocale().toString(static_cast<int>(std::floor(100 * fraction + 1e-9)))));
  switch (session_.state()) {
    case RunSession::State::loading:
      if (const auto [read, all] = session_.loaded(); all > 0)
        eta_->setText(tr("reading images: %1 of %2").arg(read).arg(all));
      else
        eta_->setText(tr("loading data…"));
      break;
    case RunSession::State::running: {
      const double left = seconds_left(*run);
      eta_->setText(left < 0 ? tr("ETA –") : tr("ETA %1").arg(display_duration(left)));
      break;
    }
    case RunSession::State::paused:
      if (const auto [batch, of] = batch_in_progress(run->log); batch > 0)
        eta_->setText(tr("paused after batch %L1 of %L2").arg(batch).arg(of));
      else
        eta_->setText(tr("paused"));
      break;
    case RunSession::State::stopping:
      eta_->setText(tr("stopping…"));
      break;
    case RunSession::State::idle:
      if (session_.reading() > 0) {
        eta_->setText(tr("reading the curves of the last runs…"));
      } else if (run->log.ended && run->log.ended->status == RunStatus::done) {
        eta_->setText(tr("done in %1 s").arg(display_number(run->log.train_time_s())));
      } else if (run->log.ended && run->log.ended->status == RunStatus::failed) {
        eta_->setText(tr("failed"));
      } else {
        eta_->setText(tr("stopped"));
      }
      break;
  }
  load_->show_run(run->log, session_.state() == RunSession::State::running);
  const int workers = run->log.started.workers;
  const double rate = run->log.images_per_s();
  QString device = backend_title(run->spec);
  if (run->log.started.steps_per_epoch > 0)
    device += QStringLiteral(" · ") + (workers == 1 ? tr("1 thread") : tr("%1 threads").arg(workers));
  if (rate > 0) device += QStringLiteral(" · ") + tr("%1 images/s").arg(display_rate(rate));
  device_->setText(device);
  device_->set_tip(device_hint(*run));
  fit_load();
}

}  // namespace mlplab
