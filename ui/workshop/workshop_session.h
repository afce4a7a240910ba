// The page Workshop compiles and runs kernels here, on a thread of its own. Nothing of a folder runs before check() was
// called. To do one more thing: a Job in workshop_session.cpp and its start here.
#pragma once

#include <optional>

#include "core/workshop/check.h"
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
  /// The last check that came to its end; nothing before.
  const std::optional<Checked>& checked() const { return checked_; }
  /// Forgets it, since another folder is shown.
  void forget();
  /// The step that goes on now, in words.
  const QString& step() const { return step_; }

 public Q_SLOTS:
  /// Nothing happens while one is active.
  void check(const mlplab::workshop::Work& work);

 Q_SIGNALS:
  void progressed();
  /// checked() is another.
  void checkDone();

 protected:
  std::function<void()> take_in(bool over) override;

 private:
  struct CheckJob;

  std::optional<Checked> checked_;
  QString step_;
};

}  // namespace mlplab
