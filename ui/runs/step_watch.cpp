#include "ui/runs/step_watch.h"

#include <QLocale>
#include <utility>

#include "core/base/error.h"
#include "ui/runs/run_data.h"
#include "ui/widgets/display_numbers.h"

namespace mlplab {

QString SeenStep::name() const {
  const auto number = [](auto value) { return QLocale().toString(static_cast<qlonglong>(value)); };
  if (change.of_epoch) return StepWatch::tr("epoch %1").arg(number(change.epoch + 1));
  return StepWatch::tr("batch %1 of %2, epoch %3")
      .arg(number(change.batch + 1), number(change.batches), number(change.epoch + 1));
}

QStringList SeenStep::moved() const {
  QStringList words;
  for (std::size_t node = 0; node < after->model.layers.size(); ++node) {
    const LayerChange* layer = change.layer(node);
    words << (layer == nullptr ? QString()
                               : StepWatch::tr("moved by %1 %").arg(display_number(100.0 * layer->relative)));
  }
  return words;
}

StepWatch::StepWatch(RunSession& session, RunData& data, QObject* parent)
    : QObject(parent), session_(session), data_(data) {
  connect(&session_, &RunSession::weightsChanged, this, &StepWatch::take);
  connect(&session_, &RunSession::stateChanged, this, &StepWatch::compare, Qt::QueuedConnection);
  connect(&data_, &RunData::changed, this, &StepWatch::compare, Qt::QueuedConnection);
}

StepWatch::~StepWatch() {
  if (lookers_ > 0) session_.setStepsWanted(false);
}

void StepWatch::want(bool wanted) {
  lookers_ += wanted ? 1 : -1;
  if (lookers_ != (wanted ? 1 : 0)) return;  // somebody else looks
  session_.setStepsWanted(wanted);
  for (auto* state : {&epoch_begin_, &previous_, &before_, &after_}) state->reset();
  if (wanted && session_.active() && session_.weights()) take(session_.weights());
}

/// All of another run.
void StepWatch::forget() {
  for (auto* state : {&epoch_begin_, &previous_, &before_, &after_}) state->reset();
  background_.forget();
  why_not_.clear();
  stepped_.clear();
  last_.reset();
  Q_EMIT changed();
}

void StepWatch::take(const std::shared_ptr<const TrainingState>& state) {
  const Run* run = session_.current();
  if (lookers_ == 0 || run == nullptr) return;
  if (std::exchange(run_, run->number) != run->number) forget();
  const std::int64_t steps = run->log.started.steps_per_epoch;
  const auto is_before = [&](const std::shared_ptr<const TrainingState>& earlier, std::int64_t count) {
    return earlier && earlier->model == state->model && state->steps_done - earlier->steps_done == count;
  };
  if (is_before(previous_, 1))
    before_ = previous_, after_ = state;
  else if (is_before(epoch_begin_, steps))
    before_ = epoch_begin_, after_ = state;
  else if (after_ && after_->steps_done != state->steps_done)
    before_.reset(), after_.reset();  // the run has gone on since
  previous_ = state;
  if (steps > 0 && state->steps_done % steps == 0) epoch_begin_ = state;
  compare();
}

/// Not beside a run, whose times it would disturb. Where the data are not read yet, their coming asks again.
void StepWatch::compare() {
  const Run* run = session_.current();
  if (lookers_ == 0 || !after_ || run == nullptr || session_.state() == RunSession::State::running) return;
  data_.want();
  const std::shared_ptr<const Dataset> data = data_.dataset();
  if (!data) return;
  if (data->content_hash != run->log.started.dataset_hash) {
    finish(nullptr, tr("The data have changed since the run began: its images are not known here."));
    return;
  }
  const auto before = std::exchange(before_, nullptr), after = std::exchange(after_, nullptr);
  background_.ask([this, data, spec = run->log.started.spec, number = run->number, before,
                   after](const std::atomic<bool>& stop) -> Background::Finish {
    std::shared_ptr<SeenStep> seen;
    QString why_not;
    try {
      std::optional<StepChange> change = step_change(spec, *data, *before, *after, stop);
      if (!change) return {};
      seen = std::make_shared<SeenStep>(SeenStep{std::move(*change), before, after, data, spec, number, {}});
    } catch (const Error& error) {
      why_not = tr("What the last step changed cannot be told: %1.").arg(QString::fromUtf8(error.what()));
    }
    return [this, seen, why_not] { finish(seen, why_not); };
  });
}

void StepWatch::finish(const std::shared_ptr<SeenStep>& seen, const QString& why_not) {
  if (seen) {
    const StepChange& change = seen->change;
    const std::int64_t step = seen->after->steps_done;
    std::erase_if(stepped_, [step](const SteppedBatch& batch) { return batch.step >= step; });  // it was rewound
    if (!change.of_epoch && seen->spec.model.loss == Loss::softmax_cross_entropy) {
      stepped_.push_back({step, change.cross_entropy(change.before), change.cross_entropy(change.after)});
      seen->stepped = stepped_;
    }
  }
  last_ = seen;
  why_not_ = why_not;
  Q_EMIT changed();
}

}  // namespace mlplab
