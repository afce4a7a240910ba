// How long training takes here, from a few steps of it: for somebody who is about to start a run.
#pragma once

#include <string>
#include <vector>

#include "core/data/image.h"
#include "core/run/run_control.h"
#include "core/run/run_spec.h"

namespace mlplab {

/// Steps whose time is taken, after as many that only warm up.
inline constexpr int timed_steps = 4;

struct StepTime {
  double step_s = 0.0;      // of training on a whole batch; 0: not known
  std::string why_unknown;  // 'stopped', or why it failed; '' where it is known
};

/// Trains two epochs of timed_steps batches as `spec` says, on these images over and over, and keeps nothing of it. The
/// images, at least one, are brought to `shape`, that of the run's data.
StepTime time_a_step(const RunSpec& spec, const std::vector<Image>& images, const ImageShape& shape,
                     RunControl& control);

}  // namespace mlplab
