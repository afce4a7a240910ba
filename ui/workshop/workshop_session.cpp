#include "ui/workshop/workshop_session.h"

#include "core/workshop/kept_check.h"
#include "core/workshop/kernel_roofline.h"

namespace mlplab {

struct WorkshopSession::WorkshopJob : Job {
  explicit WorkshopJob(WorkshopSession& owner) : session(owner) {}

  std::string work() override {
    try {
      return act(*this);
    } catch (const workshop::Stopped&) {  // was_stopped() says so
      return {};
    }
  }

  void tell(const std::string& step, std::optional<double> fraction = {}) {
    const auto change = [this, step, fraction] {
      session.step_ = QString::fromStdString(step);
      session.fraction_ = fraction.value_or(session.fraction_);
    };
    leave(change, &WorkshopSession::progressed);
  }
  workshop::CheckOptions options() {
    workshop::CheckOptions options;
    options.limits.stop = [this] { return control.stopped(); };
    options.progress = [this](const std::string& step) { tell(step); };
    return options;
  }

  bool check(const workshop::Work& work) {
    const std::string fingerprint = work.fingerprint();
    const Checked checked{work, fingerprint, workshop::check_work(work, options())};
    leave([this, checked] { session.checked_ = checked; }, &WorkshopSession::checkDone);
    return checked.check.right();
  }

  std::string time(const workshop::Work& work, int workers) {
    if (!workshop::why_not_checked(work).empty() && !check(work))
      return mlplab::WorkshopSession::tr("Only a kernel that is right is timed.").toStdString();
    Timed timed{.work = work, .fingerprint = work.fingerprint(), .study = {}, .ceilings = {}, .workers = workers};
    timed.study = measure_variants(workshop::kernel_variants(work, workers, [this] { return control.stopped(); }),
                                   work.task->timed, {}, control, [this](const OperationProgress& progress) {
                                     tell("n = " + std::to_string(progress.n) + " · " + progress.title,
                                          static_cast<double>(progress.done) / std::max(1, progress.total));
                                   });
    if (control.stopped()) return {};
    tell(mlplab::WorkshopSession::tr("measuring the machine's peak").toStdString());
    timed.ceilings = workshop::ceilings_for(work, timed.study, workers);
    workshop::keep_version(work, timed.study);
    leave([this, timed] { session.timed_ = timed; }, &WorkshopSession::timeDone);
    return {};
  }

  std::string check_class(const std::vector<std::filesystem::path>& folders) {
    for (std::size_t i = 0; i < folders.size(); ++i) {
      tell(folders[i].filename().string(), static_cast<double>(i) / static_cast<double>(folders.size()));
      workshop::CheckOptions of_folder = options();
      of_folder.progress = {};  // the folder's name says enough
      const workshop::CheckedFolder one = workshop::check_folder(folders[i].string(), of_folder, {});
      leave([this, one] { session.class_.push_back(one); }, &WorkshopSession::classChanged);
    }
    return {};
  }

  WorkshopSession& session;
  std::function<std::string(WorkshopJob&)> act;
};

void WorkshopSession::forget() {
  checked_.reset();
  timed_.reset();
}

void WorkshopSession::begin(std::function<std::string(WorkshopJob& job)> work) {
  step_.clear();
  fraction_ = 0.0;
  auto job = std::make_unique<WorkshopJob>(*this);
  job->act = std::move(work);
  launch(std::move(job));
}

void WorkshopSession::check(const workshop::Work& work) {
  if (active()) return;
  checked_.reset();
  begin([work](WorkshopJob& job) {
    job.check(work);
    return std::string();
  });
}

void WorkshopSession::time(const workshop::Work& work, int workers) {
  if (active()) return;
  timed_.reset();
  begin([work, workers](WorkshopJob& job) { return job.time(work, workers); });
}

void WorkshopSession::checkClass(const std::vector<std::filesystem::path>& folders) {
  if (active()) return;
  class_.clear();
  begin([folders](WorkshopJob& job) { return job.check_class(folders); });
  Q_EMIT classChanged();
}

}  // namespace mlplab
