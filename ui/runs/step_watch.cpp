#include "ui/runs/step_watch.h"

#include <utility>

#include "core/base/error.h"
#include "ui/runs/run_data.h"

namespace mlplab {

StepWatch::StepWatch(RunSession& session, RunData& data, QObject* parent)
    : QObject(parent), session_(session), data_(data) {
  connect(&session_, &RunSession::weightsChanged, this, &StepWatch::take);
  connect(&session_, &RunSession::stateChanged, this, &StepWatch::compare, Qt::QueuedConnection);
  connect(&data_, &RunData::changed, this, &StepWatch::compare, Qt::QueuedConnection);
}

StepWatch::~StepWatch() { want(false); }

void StepWatch::want(bool wanted) {
  if (wanted == wanted_) return;
  wanted_ = wanted;
  session_.setStepsWanted(wanted);
  for (auto* state : {&epoch_begin_, &previous_, &before_, &after_}) state->reset();
  if (wanted && session_.active() && session_.weights()) take(session_.weights());
}

/// All of another run.
void StepWatch::forget() {
  for (auto* state : {&epoch_begin_, &previous_, &before_, &after_}) state->reset();
  background_.forget();
  other_data_ = false;
  last_.reset();
  Q_EMIT changed();
}

void StepWatch::take(const std::shared_ptr<const TrainingState>& state) {
  const Run* run = session_.current();
  if (!wanted_ || run == nullptr) return;
  if (std::exchange(run_, run->number) != run->number) forget();
  const std::int64_t steps = run->log.started.steps_per_epoch;
  const auto is_before = [&](const std::shared_ptr<const TrainingState>& earlier, std::int64_t count) {
    return earlier && earlier->model == state->model && state->steps_done - earlier->steps_done == count;
  };
  if (is_before(previous_, 1))
    before_ = previous_, after_ = state;
  else if (is_before(epoch_begin_, steps))
    before_ = epoch_begin_, after_ = state;
  previous_ = state;
  if (steps > 0 && state->steps_done % steps == 0) epoch_begin_ = state;
  compare();
}

/// Not beside a run, whose times it would disturb. Where the data are not read yet, their coming asks again.
void StepWatch::compare() {
  const Run* run = session_.current();
  if (!wanted_ || !after_ || run == nullptr || session_.state() == RunSession::State::running) return;
  data_.want();
  const std::shared_ptr<const Dataset> data = data_.dataset();
  if (!data) return;
  other_data_ = data->content_hash != run->log.started.dataset_hash;
  if (other_data_) {
    last_.reset();
    Q_EMIT changed();
    return;
  }
  const auto before = std::exchange(before_, nullptr), after = std::exchange(after_, nullptr);
  background_.ask(
      [this, data, spec = run->log.started.spec, before, after](const std::atomic<bool>& stop) -> Background::Finish {
        std::shared_ptr<SeenStep> seen;
        try {
          if (std::optional<StepChange> change = step_change(spec, *data, *before, *after, stop))
            seen = std::make_shared<SeenStep>(SeenStep{std::move(*change), data, spec});
        } catch (const Error&) {  // the network takes no such images: the run has said it
        }
        return [this, seen] {
          if (!seen) return;
          last_ = seen;
          Q_EMIT changed();
        };
      });
}

}  // namespace mlplab
