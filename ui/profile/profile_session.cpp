// The study's thread leaves its points one by one, and the whole study at its end.
#include "ui/profile/profile_session.h"

#include <QDate>
#include <limits>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/data/load.h"
#include "core/machine/host_info.h"

namespace mlplab {

struct ProfileSession::Measurement : Job {
  struct Values {
    std::optional<ProfileProgress> progress;
    std::vector<ProfilePoint> points;
    std::optional<ProfileStudy> study;
  };

  Measurement(ProfileStudySpec wanted, std::filesystem::path resources_folder)
      : spec(std::move(wanted)), resources(std::move(resources_folder)) {}

  std::string work() override {
    const Dataset dataset = load_dataset(spec.base.data, resources, spec.base.seed);
    ProfileStudy whole = run_profile_study(
        spec, dataset, control,
        [this](const ProfileProgress& progress) { inbox.with([&](Values& values) { values.progress = progress; }); },
        [this](const ProfileStudy& study) {
          inbox.with([&](Values& values) { values.points.push_back(study.points.back()); });
        });
    inbox.with([&](Values& values) { values.study = std::move(whole); });
    return {};
  }

  ProfileStudySpec spec;
  std::filesystem::path resources;
  Guarded<Values> inbox;
};

ProfileSession::ProfileSession(std::filesystem::path resources, QObject* parent)
    : MeasuringSession(parent), resources_(std::move(resources)) {}

double ProfileSession::elapsed_s() const {
  if (!active()) return 0.0;
  return now_s() - started_s_;
}

double ProfileSession::eta_s() const {
  if (!active() || progress_.point < 1) return std::numeric_limits<double>::quiet_NaN();
  const double each_s = point_started_s_ / progress_.point;
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
  started_s_ = now_s();
  point_started_s_ = 0.0;
  launch(std::make_unique<Measurement>(spec, resources_));
  Q_EMIT studyChanged();
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

std::function<void()> ProfileSession::take_in(bool /*over*/) {
  Measurement::Values taken = static_cast<Measurement&>(*job()).inbox.take();
  if (taken.progress) {
    if (taken.progress->point != progress_.point) point_started_s_ = elapsed_s();
    progress_ = *taken.progress;
  }
  const bool changed = !taken.points.empty() || taken.study;
  for (ProfilePoint& point : taken.points) study_.points.push_back(std::move(point));
  if (taken.study) study_ = std::move(*taken.study);
  return [this, changed] {
    Q_EMIT progressed();
    if (changed) Q_EMIT studyChanged();
  };
}

ProfileStudy study_of_run(const RunLog& log, const std::string& machine) {
  ProfileStudy study;
  study.machine = machine;
  for (const ProfileSample& sample : log.profiles) {
    ProfilePoint point;
    take_sample(point, log.started, sample);
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
