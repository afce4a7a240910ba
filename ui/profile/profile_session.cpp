// The study's thread leaves points in an inbox; the window's thread takes them out on a timer.
#include "ui/profile/profile_session.h"

#include <QDate>
#include <limits>
#include <mutex>
#include <thread>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/data/load.h"
#include "core/machine/host_info.h"

namespace mlplab {

namespace {

constexpr int drain_interval_ms = 50;

}  // namespace

struct ProfileSession::Job {
  // Written by the study's thread, taken by the window's.
  struct Inbox {
    std::optional<ProfileProgress> progress;
    std::vector<ProfilePoint> points;
    std::optional<ProfileStudy> study;
    std::string failure;
    bool ended = false;
  };

  Job(ProfileStudySpec wanted, std::filesystem::path resources_folder)
      : spec(std::move(wanted)), resources(std::move(resources_folder)) {}
  ~Job() {
    control.stop();
    if (thread.joinable()) thread.join();
  }

  void go() {
    std::string failure;
    std::optional<ProfileStudy> study;
    try {
      const Dataset dataset = load_dataset(spec.base.data, resources, spec.base.seed);
      study = run_profile_study(
          spec, dataset, control,
          [this](const ProfileProgress& progress) {
            const std::lock_guard lock(mutex);
            inbox.progress = progress;
          },
          [this](const ProfilePoint& point) {
            const std::lock_guard lock(mutex);
            inbox.points.push_back(point);
          });
    } catch (const std::exception& error) {
      failure = error.what();
    }
    const std::lock_guard lock(mutex);
    inbox.study = std::move(study);
    inbox.failure = failure;
    inbox.ended = true;
  }

  ProfileStudySpec spec;
  std::filesystem::path resources;
  RunControl control;
  std::mutex mutex;
  Inbox inbox;
  double started_s = now_s();
  double point_started_s = 0.0;
  std::thread thread;
};

ProfileSession::ProfileSession(std::filesystem::path resources, QObject* parent)
    : QObject(parent), resources_(std::move(resources)) {
  drain_timer_.setInterval(drain_interval_ms);
  connect(&drain_timer_, &QTimer::timeout, this, &ProfileSession::drain);
}

ProfileSession::~ProfileSession() = default;

double ProfileSession::elapsed_s() const { return job_ ? now_s() - job_->started_s : 0.0; }

double ProfileSession::eta_s() const {
  if (!job_ || progress_.point < 1) return std::numeric_limits<double>::quiet_NaN();
  const double each_s = job_->point_started_s / progress_.point;
  return std::max(0.0, each_s * progress_.points - elapsed_s());
}

void ProfileSession::start(const ProfileStudySpec& spec) {
  if (active()) return;
  study_ = {};
  const HostInfo host = host_info();
  study_.machine = host.cpu;
  study_.date = QDate::currentDate().toString(Qt::ISODate).toStdString();
  progress_ = {};
  progress_.points = static_cast<int>(spec.batches.size() * std::max<std::size_t>(1, spec.placements.size()));
  job_ = std::make_unique<Job>(spec, resources_);
  job_->thread = std::thread([job = job_.get()] { job->go(); });
  drain_timer_.start();
  set_state(State::running);
  Q_EMIT studyChanged();
}

void ProfileSession::stop() {
  if (state_ != State::running) return;
  job_->control.stop();
  set_state(State::stopping);
}

void ProfileSession::show(const ProfileStudy& study) {
  if (active()) return;
  study_ = study;
  Q_EMIT studyChanged();
}

void ProfileSession::open(const std::filesystem::path& file) {
  if (active()) return;
  try {
    show(read_profile_study(file));
  } catch (const Error& error) {
    Q_EMIT failed(QString::fromUtf8(error.what()));
  }
}

void ProfileSession::save(const std::filesystem::path& file) {
  try {
    save_profile_study(file, study_);
    Q_EMIT saved(QString::fromStdString(file.string()));
  } catch (const Error& error) {
    Q_EMIT failed(QString::fromUtf8(error.what()));
  }
}

void ProfileSession::set_state(State state) {
  state_ = state;
  Q_EMIT stateChanged();
}

void ProfileSession::drain() {
  if (!job_) return;
  Job::Inbox taken;
  {
    const std::lock_guard lock(job_->mutex);
    std::swap(taken, job_->inbox);
  }
  if (taken.progress) {
    if (taken.progress->point != progress_.point) job_->point_started_s = elapsed_s();
    progress_ = *taken.progress;
  }
  for (ProfilePoint& point : taken.points) study_.points.push_back(std::move(point));
  if (taken.study) study_ = std::move(*taken.study);
  if (taken.ended) {
    drain_timer_.stop();
    job_.reset();
    set_state(State::idle);
  }
  Q_EMIT progressed();
  if (!taken.points.empty() || taken.study) Q_EMIT studyChanged();
  if (!taken.failure.empty()) Q_EMIT failed(QString::fromUtf8(taken.failure.c_str()));
  if (taken.ended) Q_EMIT ended();
}

ProfileStudy study_of_run(const RunLog& log, const std::string& machine) {
  ProfileStudy study;
  study.machine = machine;
  for (const ProfileSample& sample : log.profiles) {
    ProfilePoint point;
    point.backend = log.started.spec.backend;
    point.placement = sample.placement;
    point.workers = log.started.workers;
    point.device = log.started.device;
    point.batch = sample.batch;
    point.profile = sample.profile;
    point.unprofiled_step_s = sample.unprofiled_step_s;
    point.images_per_s = log.images_per_s();
    for (const EpochDone& epoch : log.epochs) {
      if (epoch.epoch == sample.epoch + 1) point.epoch_time_s = epoch.epoch_time_s;
    }
    point.accuracy_test = log.last_accuracy_test();
    const auto same = std::ranges::find_if(
        study.points, [&](const ProfilePoint& p) { return p.batch == point.batch && p.placement == point.placement; });
    if (same != study.points.end()) {
      *same = point;
    } else {
      study.points.push_back(point);
    }
  }
  return study;
}

}  // namespace mlplab
