// Base of the sessions that measure: a job on a thread of its own, what it leaves taken in about 20 times per second on
// the window's thread. To add one: a Job with a Guarded inbox, and take_in().
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "core/run/run_control.h"
#include "core/study/rounds.h"

namespace mlplab {

/// Values that two threads share: what a job leaves here, the window's thread takes.
template <class Values>
class Guarded {
 public:
  /// `visit(values)` must be quick: the other thread waits.
  template <class Visit>
  void with(Visit visit) {
    const std::lock_guard lock(mutex_);
    visit(values_);
  }
  Values take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(values_, {});
  }

 private:
  std::mutex mutex_;
  Values values_;
};

class MeasuringSession : public QObject {
  Q_OBJECT
 public:
  enum class State { idle, running, stopping };

  /// Stops what is going on, and waits for it.
  ~MeasuringSession() override;

  State state() const { return state_; }
  bool active() const { return state_ != State::idle; }
  /// 'run 2 of 9 · WHAT · ETA 0:12', where that is known.
  static QString progress_words(const StudyProgress& progress, const QString& what);
  /// Whether what goes on or went on last was stopped before its end.
  bool was_stopped() const { return was_stopped_; }
  const StudyProgress& progress() const { return progress_; }

 public Q_SLOTS:
  /// Finished runs stay; the run in progress is lost.
  void stop();

 Q_SIGNALS:
  void stateChanged();
  void ended();
  /// One sentence for the banner.
  void failed(const QString& message);

 protected:
  /// The measurement, with all that its thread needs; it knows nothing of the session.
  struct Job {
    virtual ~Job() = default;
    /// On the job's thread, until its end or soon after control.stop(). Returns why it ended early, '' where it did
    /// not; may throw.
    virtual std::string work() = 0;
    /// (optional) The last that the thread does, also where work() threw. Default: nothing.
    virtual void finish() {}

    RunControl control;
  };

  explicit MeasuringSession(QObject* parent);
  /// Starts the job's thread; nothing may be active.
  void launch(std::unique_ptr<Job> job);
  Job* job() const { return job_.get(); }
  /// Takes in what the job has left (`over`: it was the last) and returns what tells of it, to be called when state()
  /// is the new one.
  virtual std::function<void()> take_in(bool over) = 0;

  StudyProgress progress_;  // of those that measure by rounds

 private:
  struct Ending {
    bool over = false;
    std::string reason;
  };
  void set_state(State state);
  void drain();

  State state_ = State::idle;
  bool was_stopped_ = false;
  std::unique_ptr<Job> job_;
  Guarded<Ending> ending_;
  std::thread thread_;
  QTimer drain_timer_;
};

}  // namespace mlplab
