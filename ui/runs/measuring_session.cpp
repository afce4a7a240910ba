// The life of the thread: started by launch(), joined when its last values are taken in, or by the destructor.
#include "ui/runs/measuring_session.h"

#include <algorithm>
#include <cmath>

#include "ui/runs/run_table.h"

namespace mlplab {

MeasuringSession::MeasuringSession(QObject* parent) : QObject(parent) {
  constexpr int drain_interval_ms = 50;
  drain_timer_.setInterval(drain_interval_ms);
  connect(&drain_timer_, &QTimer::timeout, this, &MeasuringSession::drain);
}

MeasuringSession::~MeasuringSession() {
  if (job_) job_->control.stop();
  if (thread_.joinable()) thread_.join();
}

QString MeasuringSession::progress_words(const StudyProgress& progress, const QString& what) {
  const int total = std::max(1, progress.runs_total);
  if (progress.idle) return tr("measuring the power of the idle machine");
  QString text = tr("run %1 of %2").arg(std::min(progress.runs_done + 1, total)).arg(total);
  if (!what.isEmpty()) text += QStringLiteral(" · ") + what;
  if (std::isfinite(progress.eta_s)) text += tr(" · ETA %1").arg(display_duration(std::ceil(progress.eta_s)));
  return text;
}

void MeasuringSession::launch(std::unique_ptr<Job> job) {
  job_ = std::move(job);
  was_stopped_ = false;
  thread_ = std::thread([&job = *job_] {
    std::string reason;
    try {
      reason = job.work();
    } catch (const std::exception& error) {
      reason = error.what();
    }
    job.left_.with([](Job::Left& left) { left.finishing = true; });
    job.finish();
    job.left_.with([&](Job::Left& left) { left.over = true, left.reason = reason; });
  });
  drain_timer_.start();
  set_state(State::running);
}

void MeasuringSession::stop() {
  if (state_ != State::running) return;
  job_->control.stop();
  was_stopped_ = true;
  set_state(State::stopping);
}

void MeasuringSession::set_state(State state) {
  state_ = state;
  Q_EMIT stateChanged();
}

void MeasuringSession::drain() {
  if (!job_) return;
  job_->look();
  Job::Left taken;
  job_->left_.with([&](Job::Left& left) {
    if (left.finishing == left.over) taken = std::exchange(left, {});
  });
  std::vector<Tell> tells;
  for (const auto& [change, tell] : taken.changes) {
    change();
    if (tell != nullptr && std::ranges::find(tells, tell) == tells.end()) tells.push_back(tell);
  }
  if (taken.over) {
    drain_timer_.stop();
    thread_.join();
    job_.reset();
    set_state(State::idle);
  }
  for (const Tell tell : tells) (this->*tell)();
  if (!taken.reason.empty()) Q_EMIT failed(QString::fromUtf8(taken.reason.c_str()));
  if (taken.over) Q_EMIT ended();
}

}  // namespace mlplab
