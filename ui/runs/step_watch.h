// Finds out what a single step of the current run changed, while somebody wants to know: it has the weights just before
// and just after it from the run, and computes beside the window.
#pragma once

#include <QObject>
#include <QStringList>
#include <memory>
#include <vector>

#include "core/inspection/step_change.h"
#include "core/reporting/charts/step_chart.h"
#include "core/run/run_spec.h"
#include "ui/runs/run_session.h"
#include "ui/widgets/background.h"

namespace mlplab {

class RunData;

/// A step with the data and the network that it was of, and the weights on both sides of it.
struct SeenStep {
  StepChange change;
  std::shared_ptr<const TrainingState> before, after;
  std::shared_ptr<const Dataset> data;
  RunSpec spec;
  int run = 0;  // its number
  /// The batches of the run that were stepped one by one, up to this one; empty where it is an epoch, or where the loss
  /// is not cross-entropy.
  std::vector<SteppedBatch> stepped;

  /// 'batch 3 of 938, epoch 1', or 'epoch 1'.
  QString name() const;
  /// [layers] 'moved by 0.83 %'; '' of those without weights.
  QStringList moved() const;
};

class StepWatch : public QObject {
  Q_OBJECT
 public:
  /// Both outlive it.
  StepWatch(RunSession& session, RunData& data, QObject* parent = nullptr);
  ~StepWatch() override;
  StepWatch(const StepWatch&) = delete;
  StepWatch& operator=(const StepWatch&) = delete;
  /// One more who looks, or one less.
  void want(bool wanted);
  /// The last step of the current run, where it can be told; null before the first.
  const std::shared_ptr<const SeenStep>& last() const { return last_; }
  /// Why the last step cannot be told: other data than the run's by now, weights that are no numbers; '' where it can.
  const QString& why_not() const { return why_not_; }

 Q_SIGNALS:
  void changed();

 private:
  void take(const std::shared_ptr<const TrainingState>& state);
  void compare();
  void finish(const std::shared_ptr<SeenStep>& seen, const QString& why_not);
  void forget();

  RunSession& session_;
  RunData& data_;
  int lookers_ = 0;
  QString why_not_;
  int run_ = 0;                                                  // the number of the run that all below is of
  std::shared_ptr<const TrainingState> epoch_begin_, previous_;  // the last of the run at an epoch's begin, and at all
  std::shared_ptr<const TrainingState> before_, after_;          // a step's that is to be compared; else null
  std::vector<SteppedBatch> stepped_;                            // of the run, in their order
  std::shared_ptr<const SeenStep> last_;
  Background background_;
};

}  // namespace mlplab
