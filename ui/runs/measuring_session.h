// Base of the sessions that measure: a job on a thread of its own, whose changes to the session are made about 20 times
// per second on the window's thread. To add one: a Job that leaves its changes.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/run/run_control.h"
#include "core/study/rounds.h"
#include "ui/widgets/guarded.h"

namespace mlplab {

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
  /// progress(), or what else the session tells of its way, has changed.
  void progressed();
  void ended();
  /// One sentence for the banner.
  void failed(const QString& message);

 protected:
  using Tell = void (MeasuringSession::*)();

  /// The measurement, with all that its thread needs; it touches the session in what it leaves, and nowhere else.
  struct Job {
    virtual ~Job() = default;
    /// On the job's thread, until its end or soon after control.stop(). Returns why it ended early, '' where it did
    /// not; may throw.
    virtual std::string work() = 0;
    /// (optional) The last that the thread does, also where work() threw; what it leaves is taken in with the end.
    /// Default: nothing.
    virtual void finish() {}
    /// (optional) On the window's thread, before what was left is taken in. Default: nothing.
    virtual void look() {}

    void leave(std::function<void()> change) { leave(std::move(change), Tell()); }
    /// From any thread. `change` is made on the window's thread, soon and in order. `tell`, a signal of the session or
    /// what emits one, follows once for all changes that name it, when state() is the new one.
    template <class Session>
    void leave(std::function<void()> change, void (Session::*tell)()) {
      left_.with([&](Left& left) { left.changes.emplace_back(std::move(change), static_cast<Tell>(tell)); });
    }

    RunControl control;

   private:
    friend class MeasuringSession;
    struct Left {
      std::vector<std::pair<std::function<void()>, Tell>> changes;
      bool finishing = false, over = false;
      std::string reason;
    };
    Guarded<Left> left_;
  };

  explicit MeasuringSession(QObject* parent = nullptr);
  /// Starts the job's thread; nothing may be active.
  void launch(std::unique_ptr<Job> job);
  Job* job() const { return job_.get(); }

  StudyProgress progress_;  // of those that measure by rounds

 private:
  void set_state(State state);
  void drain();

  State state_ = State::idle;
  bool was_stopped_ = false;
  std::unique_ptr<Job> job_;
  std::thread thread_;
  QTimer drain_timer_;
};

}  // namespace mlplab
