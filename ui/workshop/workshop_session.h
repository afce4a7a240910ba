// The page Workshop compiles, runs and times kernels here, on a thread of its own. Nothing of a folder runs before one
// of the slots was called. To do one more thing: a function of WorkshopJob and its slot.
#pragma once

#include <optional>
#include <vector>

#include "core/study/profile/ceilings.h"
#include "core/workshop/timing.h"
#include "ui/runs/measuring_session.h"

namespace mlplab {

class WorkshopSession : public MeasuringSession {
  Q_OBJECT
 public:
  explicit WorkshopSession(QObject* parent = nullptr) : MeasuringSession(parent) {}

  struct Checked {
    workshop::Work work;
    std::string fingerprint;  // of the work as it was checked
    workshop::Check check;
  };
  struct Timed {
    workshop::Work work;
    std::string fingerprint;  // of the work as it was timed
    OperationStudy study;
    Ceilings ceilings;  // peak 0: not measured
    int workers = 1;
  };
  /// The last check that came to its end; nothing before.
  const std::optional<Checked>& checked() const { return checked_; }
  const std::optional<Timed>& timed() const { return timed_; }
  /// The folders of a class that are checked so far.
  const std::vector<workshop::CheckedFolder>& class_folders() const { return class_; }
  /// Forgets the check and the times, since another folder is shown.
  void forget();
  /// The step that goes on now, in words, and how far it is, in [0, 1].
  const QString& step() const { return step_; }
  double fraction() const { return fraction_; }

 public Q_SLOTS:
  // Nothing happens while one is active.
  void check(const mlplab::workshop::Work& work);
  /// Checks it before, where it has not passed a check as it is.
  void time(const mlplab::workshop::Work& work, int workers);
  void checkClass(const std::vector<std::filesystem::path>& folders);

 Q_SIGNALS:
  /// checked() is another.
  void checkDone();
  /// timed() is another.
  void timeDone();
  /// There is one more in class_folders(), or none.
  void classChanged();

 private:
  struct WorkshopJob;
  void begin(std::function<std::string(WorkshopJob& job)> work);

  std::optional<Checked> checked_;
  std::optional<Timed> timed_;
  std::vector<workshop::CheckedFolder> class_;
  QString step_;
  double fraction_ = 0.0;
};

}  // namespace mlplab
