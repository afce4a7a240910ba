// The sweep of the window: owns its thread, takes in its progress about 20 times a second, and keeps the analysis of
// what is measured so far. Draws nothing.
#pragma once

#include <QObject>
#include <QTimer>
#include <filesystem>
#include <memory>

#include "core/experiments/sweep/sweep.h"
#include "core/experiments/sweep/sweep_analysis.h"

namespace mlplab {

class SweepSession : public QObject {
  Q_OBJECT
 public:
  enum class State { idle, running, stopping };

  /// `sweeps_folder`: where sweeps are kept; `resources`: for the shipped data sets.
  SweepSession(std::filesystem::path sweeps_folder, std::filesystem::path resources, QObject* parent = nullptr);
  /// Cancels a sweep that is going on, and waits for it.
  ~SweepSession() override;

  State state() const { return state_; }
  bool active() const { return state_ != State::idle; }
  /// Of the sweep that is going on or shown; null before the first.
  const std::shared_ptr<const SweepAnalysis>& analysis() const { return analysis_; }
  const SweepProgress& progress() const { return progress_; }
  const std::filesystem::path& folder() const { return folder_; }
  const std::filesystem::path& sweeps_folder() const { return sweeps_folder_; }
  /// Runs of the shown sweep are missing: it can be resumed.
  bool incomplete() const { return incomplete_; }

 public Q_SLOTS:
  /// Nothing happens while one is active.
  void start(const mlplab::SweepSpec& spec);
  /// Shows a kept sweep.
  void open(const std::filesystem::path& folder);
  /// Goes on with the shown one.
  void resume();
  /// What is done stays; the run in progress is lost.
  void cancel();
  /// The value that speedups compare with; '' for the sweep's own.
  void setBaseline(const QString& value);

 Q_SIGNALS:
  void stateChanged();
  void progressed();
  void analysed();
  void ended();
  /// One sentence for the banner.
  void failed(const QString& message);

 private:
  struct Job;
  void launch(std::unique_ptr<SweepStore> store);
  void set_state(State state);
  void drain();

  std::filesystem::path sweeps_folder_, resources_, folder_;
  std::shared_ptr<const SweepAnalysis> analysis_;
  SweepProgress progress_;
  std::string baseline_;
  bool incomplete_ = false;
  State state_ = State::idle;
  std::unique_ptr<Job> job_;
  QTimer drain_timer_;
};

}  // namespace mlplab
