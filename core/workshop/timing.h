// How fast is a kernel? Timed over sizes in its own process, beside the rungs: the plain version, every backend that
// computes on the processors, and the measured peak. What was measured is kept in the folder, version by version.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/operations/measure.h"
#include "core/workshop/check.h"
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

/// A folder of a class: is it right, and how fast is it beside the plain version. One that cannot be opened or checked
/// is a row with its reason, and not the end.
struct CheckedFolder {
  std::string folder;
  std::optional<Work> work;
  std::optional<Check> check;
  std::string why_not;  // it could not be opened or checked
  int n = 0;            // at which it was timed; 0: it was not
  double time_s = not_known, plain_s = not_known;
  bool right() const { return check && check->right(); }
};

/// Checks a folder, and times it where it is right and its language can be timed. Throws Stopped.
CheckedFolder check_folder(const std::string& folder, const CheckOptions& options, const TimingOptions& timing);
/// Times a right kernel and the plain version at the second of its task's sizes. Throws Stopped.
void time_beside_plain(CheckedFolder& one, const TimingOptions& timing, const Stop& stop = {});
/// The folders of the workshop directly in `folder`, by name.
std::vector<std::filesystem::path> works_in(const std::filesystem::path& folder);

}  // namespace mlplab::workshop
