// Compares another program's figures of its epochs with the state that it returned, evaluated here with our data and
// our code.
#pragma once

#include <memory>
#include <string>

#include "core/compute/step_engine.h"
#include "core/data/dataset.h"
#include "core/run/event.h"

namespace mlplab {

/// How far a claimed loss may be from ours, as a share of it, and a claimed accuracy: one example and a share of all.
/// The weights are the same: only the rounding of one evaluation lies between.
inline constexpr double claimed_loss_tolerance = 1e-4, claimed_accuracy_tolerance = 2e-4;

class StateCheck {
 public:
  StateCheck(const RunSpec& spec, const Dataset& dataset);
  ~StateCheck();
  /// Where the epoch is to be evaluated, or the program has: puts what the state gives here in the place of the
  /// program's test and validation figures, keeps its own as claims, and says whether they agree. Returns where they do
  /// not, in one sentence, or ''.
  std::string verify(EpochDone& epoch, const TrainingState& state);

 private:
  StepTotals evaluate(const Examples& examples);

  const RunSpec& spec_;
  const Dataset& dataset_;
  std::unique_ptr<Backend> backend_;  // made when it is first needed
  std::unique_ptr<StepEngine> engine_;
};

}  // namespace mlplab
