// A run or a measurement that begins ends what goes on here, which then begins again when it is over.
#include "ui/runs/rounding_check.h"

#include "core/data/load.h"
#include "core/machine/threads.h"

namespace mlplab {
namespace {

constexpr int look_every_ms = 200;

/// The parts of a log that a verdict needs. The steps of the curve, which are most of it, are left out.
RunLog without_steps(const RunLog& log) {
  RunLog copy;
  copy.started = log.started;
  copy.epochs = log.epochs;
  copy.ended = log.ended;
  return copy;
}

}  // namespace

struct RoundingCheck::Task {
  RunSpec spec;
  RunLog expected, got;
  int run = 0;  // its number
  std::shared_ptr<const Dataset> dataset;
  std::filesystem::path resources;
  RunControl control;
  Rounding found;

  void work() {
    let_others_go_first();
    try {
      if (!dataset) dataset = std::make_shared<const Dataset>(load_dataset(spec.data, resources, spec.seed));
    } catch (const std::exception& error) {
      found.why_not = error.what();
      return;
    }
    if (dataset->content_hash != got.started.dataset_hash)
      found.why_not = RoundingCheck::tr("its data are others by now").toStdString();
    else
      found = measure_rounding(spec, *dataset, control,
                               [this](const Rounding& so_far) { return epoch_to_measure(expected, got, so_far); });
    dataset.reset();
  }
};

RoundingCheck::RoundingCheck(RunSession& session, std::function<QString()> why_busy, QObject* parent)
    : QObject(parent), session_(session), why_busy_(std::move(why_busy)) {
  const auto change = [this] { changed_ = true; };
  connect(&session_, &RunSession::runsChanged, this, change);
  connect(&session_, &RunSession::ended, this, change);
  connect(&session_, &RunSession::stateChanged, this, [this] {
    changed_ = true;
    look();  // a run that begins is not to wait for the timer
  });
  connect(&timer_, &QTimer::timeout, this, &RoundingCheck::look);
  timer_.start(look_every_ms);
}

RoundingCheck::~RoundingCheck() {
  if (going_) going_->control.stop();
}

void RoundingCheck::look() {
  if (!going_ && !changed_) return;
  const bool busy = !why_busy_().isEmpty();
  if (going_ && busy) going_->control.stop();
  if (going_ || busy) return;
  const auto open = runs_with_open_rounding(session_.runs());
  session_.set_open_rounding(open);
  changed_ = !open.empty();
  if (!open.empty()) begin(*open.front().first, *open.front().second);
}

void RoundingCheck::begin(const Run& run, const Run& reference) {
  going_ = std::make_shared<Task>();
  going_->spec = run.spec;
  going_->expected = without_steps(reference.log);
  going_->got = without_steps(run.log);
  going_->run = run.number;
  going_->dataset = session_.dataset_of(run.spec);
  going_->resources = session_.resources();
  background_.ask([this, task = going_](const std::atomic<bool>&) -> Background::Finish {
    task->work();
    return [this, task] { take(*task); };
  });
}

/// The list may have changed meanwhile: a number stays a run's.
void RoundingCheck::take(const Task& done) {
  going_.reset();
  changed_ = true;
  if (done.control.stopped()) return;
  for (const auto& run : session_.runs())
    if (run->number == done.run) return session_.set_rounding(*run, done.found);
}

}  // namespace mlplab
