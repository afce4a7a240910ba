// The memory of a run of a study, as far as it can be told from the others that the same program trained. Measured by
// the loop of rounds.h; kept with each run's line. To keep something else of it: a member of RunMemory, its line in
// run_memory_members and its figure in figures.h.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/machine/load.h"
#include "core/machine/peak_memory.h"
#include "core/run/event.h"
#include "core/statistics/statistics.h"

namespace mlplab {

struct RunMemory {
  /// The most that the program and all that it started for the run had, from its start to its end (PeakMemory); not
  /// known of a run that other machines take part in or that was over before all its processes were seen at
  /// the end of its first epoch or later, and in older files.
  std::optional<std::int64_t> peak_bytes;
  /// The most that was in use on the GPUs of the run, by all programs, wherever it was read; not known without one.
  std::optional<std::int64_t> device_bytes;
  bool operator==(const RunMemory&) const = default;
};

/// For core/base/members.h: what is not known is left out.
inline constexpr auto run_memory_members = [](auto& file, auto& memory) {
  if (file.has("peak_memory_bytes", memory.peak_bytes.has_value())) file.count("peak_memory_bytes", memory.peak_bytes);
  if (file.has("device_memory_bytes", memory.device_bytes.has_value()))
    file.count("device_memory_bytes", memory.device_bytes);
};

/// Medians over the runs that know theirs.
struct MedianMemory {
  double peak_bytes = not_known, device_bytes = not_known;
};
MedianMemory memory_of_runs(const std::vector<RunMemory>& runs);

/// Watches a run from its construction on.
class MemoryWatch {
 public:
  using Devices = std::function<std::vector<DeviceLoad>()>;
  /// `devices_of`: what reads the GPUs of a run, or nothing (core/launch/load_watch.h).
  explicit MemoryWatch(std::function<Devices(const RunSpec&)> devices_of = {});
  /// To be called with each event of the run, as it comes.
  void on_event(const Event& event);
  /// Once the run has ended.
  RunMemory memory();

 private:
  void begin(const RunSpec& spec);
  void look(bool anew);

  std::function<Devices(const RunSpec&)> devices_of_;
  PeakMemory host_;
  Devices devices_;
  bool elsewhere_ = false;     // other machines take part
  std::size_t processes_ = 1;  // that the run has at least, with this one
  bool seen_all_ = false;      // once the first epoch was done
  bool in_processes_ = false, began_ = false, trained_ = false;
  double next_s_ = 0.0;  // no look before
  std::optional<std::int64_t> device_bytes_;
};

}  // namespace mlplab
