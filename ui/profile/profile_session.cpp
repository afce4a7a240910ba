// The study's thread leaves its points one by one, and the whole study at its end.
#include "ui/profile/profile_session.h"

#include <QDate>

#include "core/data/load.h"
#include "core/machine/host_info.h"
#include "ui/widgets/attempt.h"

namespace mlplab {

struct ProfileSession::Measurement : Job {
  Measurement(ProfileSession& owner, ProfileStudySpec wanted)
      : session(owner), spec(std::move(wanted)), resources(owner.resources_) {}

  std::string work() override {
    const Dataset dataset = load_dataset(spec.base.data, resources, spec.base.seed);
    ProfileHooks hooks;
    hooks.on_progress = [this](const StudyProgress& now) {
      leave([this, now] { session.progress_ = now; }, &ProfileSession::progressed);
    };
    hooks.on_point = [this](const ProfileStudy& study) {
      leave([this, point = study.points.back()] { session.study_.points.push_back(point); },
            &ProfileSession::studyChanged);
    };
    const ProfileStudy whole = run_profile_study(spec, dataset, control, hooks);
    leave([this, whole] { session.study_ = whole; }, &ProfileSession::studyChanged);
    return {};
  }

  ProfileSession& session;
  ProfileStudySpec spec;
  std::filesystem::path resources;
};

void ProfileSession::start(const ProfileStudySpec& spec) {
  if (active()) return;
  study_ = {};
  const HostInfo host = host_info();
  study_.machine = host.cpu;
  study_.date = QDate::currentDate().toString(Qt::ISODate).toStdString();
  progress_ = {};
  launch(std::make_unique<Measurement>(*this, spec));
  Q_EMIT studyChanged();
}

void ProfileSession::show(const ProfileStudy& study) {
  if (active()) return;
  study_ = study;
  Q_EMIT studyChanged();
}

void ProfileSession::save(const std::filesystem::path& file) {
  attempt(this, [&] {
    save_profile_study(file, study_);
    Q_EMIT saved(QString::fromStdString(file.string()));
  });
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
