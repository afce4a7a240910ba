#include "ui/workshop/workshop_session.h"

namespace mlplab {

struct WorkshopSession::CheckJob : Job {
  struct Values {
    QString step;
    std::optional<Checked> checked;
  };
  explicit CheckJob(workshop::Work wanted) : work_(std::move(wanted)) {}

  std::string work() override {
    workshop::CheckOptions options;
    options.limits.stop = [this] { return control.stopped(); };
    options.progress = [this](const std::string& step) {
      inbox.with([&](Values& values) { values.step = QString::fromStdString(step); });
    };
    try {
      std::string fingerprint = work_.fingerprint();
      Checked checked{work_, std::move(fingerprint), workshop::check_work(work_, options)};
      inbox.with([&](Values& values) { values.checked = std::move(checked); });
    } catch (const workshop::Stopped&) {  // was_stopped() says so
    }
    return {};
  }

  workshop::Work work_;
  Guarded<Values> inbox;
};

void WorkshopSession::forget() { checked_.reset(); }

void WorkshopSession::check(const workshop::Work& work) {
  if (active()) return;
  checked_.reset();
  step_.clear();
  launch(std::make_unique<CheckJob>(work));
}

std::function<void()> WorkshopSession::take_in(bool) {
  CheckJob::Values values = static_cast<CheckJob*>(job())->inbox.take();
  if (!values.step.isEmpty()) step_ = values.step;
  const bool done = values.checked.has_value();
  if (done) checked_ = std::move(values.checked);
  return [this, done] {
    Q_EMIT progressed();
    if (done) Q_EMIT checkDone();
  };
}

}  // namespace mlplab
