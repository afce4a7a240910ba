// A timed kernel under the ceilings of the machine (core/study/profile/ceilings.h): its operations per byte that must
// move, and per second. To add a figure: a member here, a column and a JSON member in core/reporting/kernel_report.cpp.
#pragma once

#include <string>
#include <vector>

#include "core/operations/measure.h"
#include "core/study/profile/ceilings.h"
#include "core/workshop/timing.h"

namespace mlplab::workshop {

/// A point of one size. Operations are those of the task's formula, as the roofline of a profile counts them; bytes are
/// the fewest that must move: each array once, 4 bytes per number.
struct KernelPoint {
  int n = 0;
  double flop = 0.0;  // 0: the task moves numbers and computes nothing
  double bytes = 0.0, time_s = 0.0;
  double intensity() const { return flop / bytes; }  // operations per byte
  double flop_per_s() const { return flop / time_s; }
  double bytes_per_s() const { return bytes / time_s; }
};

double bytes_at_least(const Task& task, const Sizes& sizes);

/// The sizes at which a variant, the kernel itself if none is named, was right and has a time.
std::vector<KernelPoint> roofline_points(const Task& task, const OperationStudy& study,
                                         const std::string& variant = own_kernel);

/// The lowest ceiling above a point, and the share of it that the point reaches.
struct KernelCeiling {
  std::string name;      // 'memory', 'L1 cache', 'peak'; '' where the point is above every ceiling
  double allowed = 0.0;  // operations per second at the point's intensity; bytes per second where it computes nothing
  double share = 0.0;    // of those
};

/// The ceilings must have been measured: peak_flop_per_s > 0.
KernelCeiling ceiling_of(const Ceilings& ceilings, const KernelPoint& point);

/// The ceilings for a timed kernel: measured where it has a point to lay under them, and none for a kernel on a GPU.
Ceilings ceilings_for(const Work& work, const OperationStudy& study, int workers);

/// '' or why the place of a kernel under the ceilings is not known, in one sentence without a full stop.
std::string why_no_roofline(const std::vector<KernelPoint>& points, const Ceilings& ceilings);

}  // namespace mlplab::workshop
