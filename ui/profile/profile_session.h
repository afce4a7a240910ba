// The profile study of the window: keeps the study that is measured or shown. Draws nothing.
#pragma once

#include <filesystem>

#include "core/run/run_log.h"
#include "core/study/profile/profile_study.h"
#include "ui/runs/measuring_session.h"

namespace mlplab {

class ProfileSession : public MeasuringSession {
  Q_OBJECT
 public:
  /// `resources`: for the shipped data sets.
  explicit ProfileSession(std::filesystem::path resources) : resources_(std::move(resources)) {}

  /// The study in progress as far as it is measured, or the study that was measured, opened or chosen last.
  const ProfileStudy& study() const { return study_; }

 public Q_SLOTS:
  /// Nothing happens while one is active.
  void start(const mlplab::ProfileStudySpec& spec);
  /// Shows another study. Nothing happens while one is measured.
  void show(const mlplab::ProfileStudy& study);
  void save(const std::filesystem::path& file);

 Q_SIGNALS:
  void studyChanged();
  void saved(const QString& path);

 private:
  struct Measurement;

  std::filesystem::path resources_;
  ProfileStudy study_;
};

/// A study of the run's profiled epochs, the last sample of each batch and placement; no points where it was not
/// profiled.
ProfileStudy study_of_run(const RunLog& log, const std::string& machine);

}  // namespace mlplab
