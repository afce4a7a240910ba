// How the laboratories of operations measure: each variant of an operation is verified at each size before it is timed,
// and what would take too long is left out and says so. To add an operation: a file with its Variants.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/compute/backend_table.h"
#include "core/run/run_control.h"
#include "core/statistics/statistics.h"
#include "core/study/finding.h"

namespace mlplab {

struct TimingOptions {
  int repeats = 5;
  double time_s = 0.02;  // of each repeat, at least: what is shorter runs several times in it
  double limit_s = 5.0;  // of all repeats of one variant at one size: fewer of them where it takes long, or none
};
/// Throws UsageError naming what is out of its range.
void check_timing(const TimingOptions& options);

/// One variant, ready at one size.
class Operation {
 public:
  virtual ~Operation() = default;
  virtual void run() = 0;
  /// Runs it on outputs that hold NaN. '' or how its result differs from the reference's.
  virtual std::string difference() = 0;
};

/// Where a call's time goes that has a GPU compute, each part waited for. Seconds.
struct DeviceParts {
  double memory_s = 0, to_device_s = 0, kernels_s = 0, to_host_s = 0;
  double other_s = 0;  // of the host
};

struct MeasuredOperation {
  std::string variant;  // Variant::id
  int n = 0;
  std::string why_not;  // '' or why there is no time: it is not here, would take too long, or its result was wrong
  bool wrong = false;   // the last of these
  int repeats = 0;
  double time_s = not_known;                            // median of the repeats
  double spread = not_known;                            // (largest - smallest) / median; of at least two
  double fastest_s = not_known, slowest_s = not_known;  // of the repeats; in no file
  std::optional<DeviceParts> parts;                     // of kernels that students write; in no file
};

struct Variant {
  std::string id;      // 'row-order': in files and of --variants
  std::string title;   // in words, for who reads
  std::string device;  // (optional) in words, where it is not this machine's CPU
  int workers = 1;
  int order = 2;        // its time grows as n to this power
  std::string why_not;  // (optional) why it cannot be here
  std::function<std::unique_ptr<Operation>(int n)> make;
  /// (optional) Verifies and times by itself, in place of `make`: what runs where this clock does not see it.
  std::function<MeasuredOperation(int n, const TimingOptions& options)> measure;
};

struct OperationProgress {
  std::string title;  // of the variant that is measured now
  int n = 0;
  int done = 0, total = 0;  // points
};

struct OperationStudy {
  std::vector<Variant> variants;
  std::vector<MeasuredOperation> points;  // size by size, in the order of the variants
  std::vector<Finding> warnings;          // of the noise guard
  const MeasuredOperation* find(const std::string& variant, int n) const;
  const Variant* variant(const std::string& id) const;
  /// Those that something was measured at, or why not, in this order.
  std::vector<int> sizes() const;
};

using TellProgress = std::function<void(const OperationProgress&)>;
using TellPoint = std::function<void(const MeasuredOperation&)>;

/// Every variant at every size, the smallest first. Ends early where `control` is stopped; both functions may be empty
/// and are called on this thread.
OperationStudy measure_variants(std::vector<Variant> variants, std::vector<int> sizes, const TimingOptions& options,
                                const RunControl& control, const TellProgress& progress = {},
                                const TellPoint& measured = {});

/// Those of `all` that `wanted` names; all where it is empty. Throws UsageError with those there are.
std::vector<Variant> chosen_variants(std::vector<Variant> all, const std::vector<std::string>& wanted);

/// In words, the GPU that a backend computes on; '' for others and where it cannot run.
std::string gpu_of(const BackendEntry& entry);

/// The backend's own variant, still without its operation.
Variant variant_of(const BackendEntry& entry);
/// The values in the backend's memory.
Buffer uploaded(Backend& backend, const std::vector<float>& values);

/// Calls work(worker) for 0 … workers - 1 at the same time, the first on this thread. The first exception comes through
/// once all have ended.
void in_threads(int workers, const std::function<void(int worker)>& work);

}  // namespace mlplab
