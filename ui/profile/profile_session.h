// The profile study of the window: owns its thread, takes in its points about 20 times a second, and keeps the study
// that is shown. Draws nothing.
#pragma once

#include <QObject>
#include <QTimer>
#include <filesystem>
#include <memory>

#include "core/experiments/profile/profile_study.h"
#include "core/run/run_log.h"

namespace mlplab {

class ProfileSession : public QObject {
  Q_OBJECT
 public:
  enum class State { idle, running, stopping };

  /// `resources`: for the shipped data sets.
  explicit ProfileSession(std::filesystem::path resources, QObject* parent = nullptr);
  /// Stops a study that is going on, and waits for it.
  ~ProfileSession() override;

  State state() const { return state_; }
  bool active() const { return state_ != State::idle; }
  /// What is measured so far of the study going on, or the one that was measured, opened or chosen last.
  const ProfileStudy& study() const { return study_; }
  const ProfileProgress& progress() const { return progress_; }
  /// Seconds since the study was started, and until its end as the points so far let one expect; NaN before the first.
  double elapsed_s() const;
  double eta_s() const;

 public Q_SLOTS:
  /// Nothing happens while one is active.
  void start(const mlplab::ProfileStudySpec& spec);
  /// What is measured stays.
  void stop();
  /// Shows another study. Nothing happens while one is measured.
  void show(const mlplab::ProfileStudy& study);
  void open(const std::filesystem::path& file);
  void save(const std::filesystem::path& file);

 Q_SIGNALS:
  void stateChanged();
  void progressed();
  /// study() has changed.
  void studyChanged();
  void ended();
  /// Sentences for the banner.
  void failed(const QString& message);
  void saved(const QString& path);

 private:
  struct Job;
  void set_state(State state);
  void drain();

  std::filesystem::path resources_;
  ProfileStudy study_;
  ProfileProgress progress_;
  State state_ = State::idle;
  std::unique_ptr<Job> job_;
  QTimer drain_timer_;
};

/// A study of the run's profiled epochs, the last sample of each batch and placement; no points where it was not
/// profiled.
ProfileStudy study_of_run(const RunLog& log, const std::string& machine);

}  // namespace mlplab
