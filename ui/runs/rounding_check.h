// Looks, while the window computes nothing else, whether rounding alone accounts for the differences that runs would be
// marked for (core/study/rounding.h). Its findings are kept with the run.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>

#include "ui/runs/run_session.h"
#include "ui/widgets/background.h"

namespace mlplab {

class RoundingCheck : public QObject {
  Q_OBJECT
 public:
  /// `why_busy`: '' where nothing is computed; looked at several times per second.
  RoundingCheck(RunSession& session, std::function<QString()> why_busy, QObject* parent = nullptr);
  /// Stops what goes on, and waits for it.
  ~RoundingCheck() override;

  bool active() const { return going_ != nullptr; }

 private:
  struct Task;
  void look();
  void begin(const Run& run, const Run& reference);
  void take(const Task& done);

  RunSession& session_;
  std::function<QString()> why_busy_;
  bool changed_ = true;          // the list of runs, since it was looked at
  std::shared_ptr<Task> going_;  // null while nothing is looked at
  QTimer timer_;
  Background background_;  // ends before what its work is told to
};

}  // namespace mlplab
