// Finds out what a single step of the current run changed, while somebody wants to know: it has the weights just before
// and just after it from the run, and computes beside the window.
#pragma once

#include <QObject>
#include <memory>

#include "core/inspection/step_change.h"
#include "core/run/run_spec.h"
#include "ui/runs/run_session.h"
#include "ui/widgets/background.h"

namespace mlplab {

class RunData;

/// A step with the data and the network that it was of.
struct SeenStep {
  StepChange change;
  std::shared_ptr<const Dataset> data;
  RunSpec spec;
};

class StepWatch : public QObject {
  Q_OBJECT
 public:
  /// Both outlive it.
  StepWatch(RunSession& session, RunData& data, QObject* parent = nullptr);
  ~StepWatch() override;
  StepWatch(const StepWatch&) = delete;
  StepWatch& operator=(const StepWatch&) = delete;
  void want(bool wanted);
  /// The last step of the current run that was seen; null before the first, and where other_data().
  const std::shared_ptr<const SeenStep>& last() const { return last_; }
  /// Whether the data, read anew, are no longer those that the run trains on: its images are not known here then.
  bool other_data() const { return other_data_; }

 Q_SIGNALS:
  void changed();

 private:
  void take(const std::shared_ptr<const TrainingState>& state);
  void compare();
  void forget();

  RunSession& session_;
  RunData& data_;
  bool wanted_ = false, other_data_ = false;
  int run_ = 0;                                                  // the number of the run that all below is of
  std::shared_ptr<const TrainingState> epoch_begin_, previous_;  // the last of the run at an epoch's begin, and at all
  std::shared_ptr<const TrainingState> before_, after_;          // a step's that is to be compared; else null
  std::shared_ptr<const SeenStep> last_;
  Background background_;
};

}  // namespace mlplab
