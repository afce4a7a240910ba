// How fast is a kernel? Timed over sizes in its own process, beside the rungs: the plain version, every backend that
// computes on the processors, and the measured peak. What was measured is kept in the folder, version by version.
#pragma once

#include <string>
#include <vector>

#include "core/operations/measure.h"
#include "core/workshop/run_kernel.h"
#include "core/workshop/work.h"

namespace mlplab::workshop {

/// The kernel, then its rungs, as variants of measure_variants(). The kernel's library must have passed its check.
/// `workers`: of backends with threads, and of a kernel that has some.
/// `stop`: of the kernels' processes, which throw Stopped.
std::vector<Variant> kernel_variants(const Work& work, int workers, const Stop& stop = {});

inline constexpr const char *own_kernel = "own",
                            *plain_kernel = "plain";  // Variant::id of the kernel, of its first rung

struct TimedPoint {
  int n = 0;
  double time_s = not_known, spread = not_known;
};

/// A version of the kernel as it was timed.
struct Version {
  std::string date, machine, fingerprint;
  std::vector<TimedPoint> points;
};

inline constexpr const char* versions_file = "versions.jsonl";

/// Those kept in the folder, the oldest first. Throws InputError for a file that is not ours.
std::vector<Version> read_versions(const Work& work);
/// Adds what was measured of the kernel; in place of the last one where the kernel has not changed since. Throws
/// InputError.
void keep_version(const Work& work, const OperationStudy& study);
/// The lines that differ, '- old' and '+ new', in their order.
std::vector<std::string> changed_lines(const std::string& before, const std::string& after);

}  // namespace mlplab::workshop
