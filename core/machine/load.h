// The load while a run goes on: processors, threads of this program and of its children, memory. Read from Linux's
// /proc; a GPU's part is its backend's (core/compute/backends.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace mlplab {

/// The names of a team's processes begin with it: 'rank 1 simd'.
inline constexpr const char* rank_thread_name = "rank ";

struct ThreadLoad {
  int process = 0, thread = 0;  // the system's numbers
  std::string name;             // as the thread calls itself, which is the program's name where it does not
  double cpus = 0.0;            // of one: 1 where it computed all the time
  bool operator==(const ThreadLoad&) const = default;
};

struct DeviceLoad {
  std::string device;              // 'GPU 0'
  double busy = 0.0;               // share of the time in which a kernel ran, as the driver counts it
  std::uint64_t memory_bytes = 0;  // in use on it, by all programs
  std::uint64_t memory_all_bytes = 0;
  std::string why_not;  // where it cannot be read; the numbers are 0 then
  bool operator==(const DeviceLoad&) const = default;
};

/// The reading of an energy meter (core/machine/energy).
struct PowerReading {
  std::string scope;   // EnergyMeter::scope()
  double watts = 0.0;  // the mean since the reading before
  bool operator==(const PowerReading&) const = default;
};

struct LoadReading {
  double window_s = 0.0;            // since the reading before, which the shares are of
  std::vector<int> cpus;            // the logical CPUs that this process may use, by the system's numbers
  std::vector<double> busy;         // [cpus] the share of the window in which it did anything, for whomever
  double run_cpus = 0.0;            // CPUs' worth of time that this program and what it started took
  int processes = 0;                // these
  int threads = 0;                  // of all of them
  std::vector<ThreadLoad> busiest;  // those that computed, busiest first, at most max_busiest
  std::uint64_t memory_bytes = 0;   // of these processes; what they share is counted once, as the most of any
  std::vector<DeviceLoad> devices;
  std::vector<PowerReading> power;  // of the meters that can be read
  double cost_cpus = 0.0;           // of the reading itself: CPU time by window
  bool operator==(const LoadReading&) const = default;

  static constexpr std::size_t max_busiest = 32;
  /// How many CPUs' worth each member of a team computed, by its name, in the order of the ranks. Nothing where more
  /// threads computed than `busiest` holds: a sum of some would pass for that of all.
  std::vector<std::pair<std::string, double>> members() const;
};

class LoadMeter {
 public:
  /// `process` and all that it and its children start. `proc` is /proc, or a tree like it.
  explicit LoadMeter(std::filesystem::path proc = "/proc", int process = 0);
  /// Where `proc` cannot be read: a sentence; else ''. As where there is no /proc.
  const std::string& why_not() const { return why_not_; }
  /// The load since the last call; for the first call, since the meter was made. Unreadable processes are left out:
  /// they may end while they are looked at. `more` (may be empty) adds what the caller knows, and its time counts as
  /// the reading's. From one thread at a time.
  LoadReading read(const std::function<void(LoadReading&)>& more = {});

 private:
  struct CpuTime {
    double busy_s = 0.0, all_s = 0.0;
  };
  struct Seen {
    std::string name;
    double cpu_s = 0.0;
    int looks = 1;  // its name is read at the first of them: it may give itself one soon after it begins
  };
  std::map<int, CpuTime> cpu_times() const;
  void look_at(int process, LoadReading& reading, std::map<std::pair<int, int>, Seen>& seen,
               std::uint64_t& most_shared) const;

  std::filesystem::path proc_;
  int process_;
  std::string why_not_;
  double last_s_ = 0.0;
  std::vector<int> cpus_;
  std::map<int, CpuTime> last_cpus_;
  std::map<std::pair<int, int>, Seen> last_threads_;  // process and thread
};

}  // namespace mlplab
