// The sweep's thread leaves values in an inbox; the window's thread takes them out on a timer.
#include "ui/runs/sweep_session.h"

#include <mutex>
#include <thread>

#include "core/base/error.h"
#include "core/data/load.h"

namespace mlplab {

namespace {
constexpr int drain_interval_ms = 50;
}

struct SweepSession::Job : SweepSink {
  // Written by the sweep's thread, taken by the window's.
  struct Inbox {
    std::optional<SweepProgress> progress;
    std::shared_ptr<const SweepAnalysis> analysis;
    std::string failure;
    bool ended = false;
    bool complete = false;
  };

  Job(std::unique_ptr<SweepStore> kept, std::filesystem::path resources_folder, std::string baseline_value)
      : store(std::move(kept)), resources(std::move(resources_folder)), baseline(std::move(baseline_value)) {}
  ~Job() override {
    control.stop();
    if (thread.joinable()) thread.join();
  }

  void on_progress(const SweepProgress& progress) override {
    const std::lock_guard lock(mutex);
    inbox.progress = progress;
  }
  void on_run(const SweepRun& /*run*/) override { analyse_now(); }

  void analyse_now() {
    std::string value;
    {
      const std::lock_guard lock(mutex);
      value = baseline;
    }
    auto analysis = std::make_shared<const SweepAnalysis>(analyse(*store, value));
    const std::lock_guard lock(mutex);
    inbox.analysis = std::move(analysis);
  }

  void go() {
    std::string failure;
    try {
      const RunSpec& base = store->spec().base;
      const Dataset dataset = load_dataset(base.data, resources, base.seed);
      for (std::size_t point = 0; point < store->spec().values.size(); ++point) {
        validate_against(run_of(store->spec(), point), dataset);
      }
      const SweepOutcome outcome = run_sweep(*store, dataset, *this, control);
      failure = outcome.reason;
      analyse_now();
    } catch (const std::exception& error) {
      failure = error.what();
    }
    const std::lock_guard lock(mutex);
    inbox.failure = failure;
    inbox.complete = store->complete();
    inbox.ended = true;
  }

  std::unique_ptr<SweepStore> store;  // the thread's alone once it runs
  std::filesystem::path resources;
  RunControl control;
  std::mutex mutex;
  Inbox inbox;
  std::string baseline;
  std::thread thread;
};

SweepSession::SweepSession(std::filesystem::path sweeps_folder, std::filesystem::path resources, QObject* parent)
    : QObject(parent), sweeps_folder_(std::move(sweeps_folder)), resources_(std::move(resources)) {
  drain_timer_.setInterval(drain_interval_ms);
  connect(&drain_timer_, &QTimer::timeout, this, &SweepSession::drain);
}

SweepSession::~SweepSession() = default;

void SweepSession::start(const SweepSpec& spec) {
  if (active()) return;
  try {
    auto store = std::make_unique<SweepStore>(SweepStore::create(new_sweep_folder(sweeps_folder_, spec), spec));
    baseline_.clear();
    launch(std::move(store));
  } catch (const std::exception& error) {
    Q_EMIT failed(QString::fromUtf8(error.what()));
  }
}

void SweepSession::open(const std::filesystem::path& folder) {
  if (active()) return;
  try {
    const SweepStore store = SweepStore::open(folder);
    baseline_.clear();
    analysis_ = std::make_shared<const SweepAnalysis>(analyse(store));
    folder_ = store.folder();
    incomplete_ = !store.complete();
    Q_EMIT analysed();
    Q_EMIT stateChanged();
  } catch (const std::exception& error) {
    Q_EMIT failed(QString::fromUtf8(error.what()));
  }
}

void SweepSession::resume() {
  if (active() || folder_.empty()) return;
  try {
    launch(std::make_unique<SweepStore>(SweepStore::open(folder_)));
  } catch (const std::exception& error) {
    Q_EMIT failed(QString::fromUtf8(error.what()));
  }
}

void SweepSession::launch(std::unique_ptr<SweepStore> store) {
  folder_ = store->folder();
  incomplete_ = true;
  progress_ = {};
  progress_.runs_total = static_cast<int>(store->spec().values.size()) * store->spec().repeats;
  analysis_ = std::make_shared<const SweepAnalysis>(analyse(*store, baseline_));
  job_ = std::make_unique<Job>(std::move(store), resources_, baseline_);
  job_->thread = std::thread([job = job_.get()] { job->go(); });
  drain_timer_.start();
  set_state(State::running);
  Q_EMIT analysed();
}

void SweepSession::cancel() {
  if (state_ != State::running) return;
  job_->control.stop();
  set_state(State::stopping);
}

void SweepSession::setBaseline(const QString& value) {
  baseline_ = value.toStdString();
  if (job_) {
    const std::lock_guard lock(job_->mutex);
    job_->baseline = baseline_;
    return;
  }
  if (folder_.empty()) return;
  try {
    analysis_ = std::make_shared<const SweepAnalysis>(analyse(SweepStore::open(folder_), baseline_));
    Q_EMIT analysed();
  } catch (const std::exception& error) {
    Q_EMIT failed(QString::fromUtf8(error.what()));
  }
}

void SweepSession::set_state(State state) {
  state_ = state;
  Q_EMIT stateChanged();
}

void SweepSession::drain() {
  if (!job_) return;
  Job::Inbox taken;
  {
    const std::lock_guard lock(job_->mutex);
    std::swap(taken, job_->inbox);
  }
  if (taken.progress) progress_ = *taken.progress;
  if (taken.analysis) analysis_ = taken.analysis;
  if (taken.ended) {
    drain_timer_.stop();
    job_.reset();
    incomplete_ = !taken.complete;
    set_state(State::idle);
  }
  if (taken.progress) Q_EMIT progressed();
  if (taken.analysis) Q_EMIT analysed();
  if (!taken.failure.empty()) Q_EMIT failed(QString::fromUtf8(taken.failure.c_str()));
  if (taken.ended) Q_EMIT ended();
}

}  // namespace mlplab
