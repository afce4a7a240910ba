// Profile studies made by hand, for tests of the Profile page.
#pragma once

#include "core/compute/backend_table.h"
#include "core/study/profile/profile_study.h"

namespace mlplab {

/// A step of 100 µs: 57 back, 20 in kernels (two operations), 10 there, 3 in communication, 10 on the host; two tracks,
/// three steps on the timeline.
inline StepProfile made_profile() {
  StepProfile profile;
  profile.steps = 3;
  profile.wall_s = 100e-6;
  profile.h2d_s = 10e-6;
  profile.kernel_s = 20e-6;
  profile.d2h_s = 57e-6;
  profile.communication_s = 3e-6;
  profile.host_s = 10e-6;
  profile.h2d_bytes = 200'000;
  profile.operations = {{"copy results", ProfilePart::d2h, 57e-6, 1},
                        {"gemm", ProfilePart::kernel, 15e-6, 3},
                        {"copy batch", ProfilePart::h2d, 10e-6, 1},
                        {"update", ProfilePart::kernel, 5e-6, 1}};
  profile.tracks = {{"thread 1", false}, {"compute stream", true}};
  for (int step = 0; step < 3; ++step) {
    const double at = 100e-6 * step;
    profile.spans.push_back({ProfilePart::h2d, "copy batch", 1, step, at + 10e-6, at + 20e-6, 200'000});
    profile.spans.push_back({ProfilePart::kernel, "gemm", 1, step, at + 20e-6, at + 40e-6, 0});
    profile.spans.push_back({ProfilePart::d2h, "copy results", 1, step, at + 40e-6, at + 97e-6, 40'000});
    profile.spans.push_back({ProfilePart::host, "wait", 0, step, at, at + 100e-6, 0});
  }
  return profile;
}

inline ProfilePoint made_point(int batch, const std::string& placement = {}) {
  ProfilePoint point;
  point.backend = default_backend().name;
  point.placement = placement;
  point.workers = 2;
  point.device = "a device";
  point.batch = batch;
  point.profile = made_profile();
  point.unprofiled_step_s = 95e-6;
  point.images_per_s = batch / 100e-6;
  point.epoch_time_s = 60000.0 / batch * 100e-6;
  point.accuracy_test = 0.97;
  return point;
}

inline ProfileStudy made_study() {
  ProfileStudy study;
  study.machine = "a machine";
  study.date = "2026-11-21";
  study.points = {made_point(64), made_point(16), made_point(256)};
  return study;
}

}  // namespace mlplab
