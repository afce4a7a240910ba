#include "core/study/measured_step.h"

#include <cmath>

#include "core/base/listed.h"

namespace mlplab {
namespace {

constexpr double RunStep::*const means[] = {&RunStep::wall_s,         &RunStep::h2d_s,  &RunStep::kernel_s,
                                            &RunStep::d2h_s,          &RunStep::host_s, &RunStep::unrecorded_s,
                                            &RunStep::communication_s};

RunStep step_of(const ProfileSample& sample) {
  const StepProfile& p = sample.profile;
  return {p.steps, p.wall_s, p.h2d_s, p.kernel_s, p.d2h_s, p.communication_s, p.host_s, p.unrecorded_s};
}

}  // namespace

RunStep step_of_run(const RunLog& log, int skipped) {
  std::vector<ProfileSample> timed = log.profiles;
  std::erase_if(timed, [skipped](const ProfileSample& sample) { return sample.epoch < skipped; });
  return step_of_runs(mapped(timed.empty() ? log.profiles : timed, step_of));
}

RunStep step_of_runs(const std::vector<RunStep>& runs) {
  RunStep all;
  for (const RunStep& run : runs) all.steps += run.steps;
  if (!all.known()) return all;
  for (double RunStep::*const part : means) {
    all.*part = 0.0;
    for (const RunStep& run : runs)
      if (run.known()) all.*part += run.*part * static_cast<double>(run.steps) / static_cast<double>(all.steps);
  }
  return all;
}

}  // namespace mlplab
