// Linux's /proc/stat, /sys and control groups. The load average is not used for the judgement: the run itself raises
// it.
#include "core/study/noise_guard.h"

#include <ctime>
#include <fstream>

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

#include "core/base/files.h"
#include "core/machine/control_groups.h"
#include "core/machine/threads.h"

namespace mlplab {

namespace {

// In CPUs, not as shares of the machine: six busy cores disturb as much on 64 as on 8.
constexpr double busy_others_cpus = 0.2;
constexpr double stolen_cpus = 0.05;
constexpr double shortest_s = 0.25;  // the kernel counts in hundredths of a second: below, it would be mostly rounding

template <class T>
T first_number(const std::filesystem::path& file) {
  std::ifstream stream(file);
  T value{};
  stream >> value;
  return stream ? value : T{};
}

void read_cpu_times(NoiseReading& reading) {
#ifdef __linux__
  std::ifstream stat("/proc/stat");
  std::string name;
  double user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0;
  if (!(stat >> name >> user >> nice >> system >> idle >> iowait >> irq >> softirq >> steal)) return;
  const auto ticks_per_s = static_cast<double>(::sysconf(_SC_CLK_TCK));
  const double busy = user + nice + system + irq + softirq;
  reading.cpu_busy_s = busy / ticks_per_s;
  reading.cpu_stolen_s = steal / ticks_per_s;
  reading.cpu_total_s = (busy + idle + iowait + steal) / ticks_per_s;
  for (std::string line; std::getline(stat, line);) {
    if (line.starts_with("cpu")) ++reading.cpus;
  }
#else
  (void)reading;
#endif
}

void read_throttling(NoiseReading& reading) {
  std::error_code ignored;
  for (const std::filesystem::path& cpu : entries_in("/sys/devices/system/cpu")) {
    const std::filesystem::path file = cpu / "thermal_throttle" / "core_throttle_count";
    if (std::filesystem::exists(file, ignored)) reading.throttles_thermal += first_number<long long>(file);
  }
  reading.throttles_quota = ControlGroups().throttled_periods();
}

double elapsed_s(const NoiseReading& before, const NoiseReading& after) {
  return after.cpus > 0 ? (after.cpu_total_s - before.cpu_total_s) / after.cpus : 0.0;
}

/// Processor time of the processes that runs have started, once they have ended: they are no other programs.
double children_s() {
#ifdef __linux__
  rusage use{};
  if (::getrusage(RUSAGE_CHILDREN, &use) != 0) return 0.0;
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(use.ru_utime) + seconds(use.ru_stime);
#else
  return 0.0;
#endif
}

}  // namespace

NoiseReading read_noise() {
  NoiseReading reading;
  read_cpu_times(reading);
  read_throttling(reading);
  reading.own_s = static_cast<double>(std::clock()) / CLOCKS_PER_SEC + children_s();
  reading.niceness = niceness();
  reading.load_1min = first_number<double>("/proc/loadavg");
  std::ifstream("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor") >> reading.governor;
  return reading;
}

bool is_too_short_to_judge(const NoiseReading& before, const NoiseReading& after) {
  return after.cpus > 0 && elapsed_s(before, after) < shortest_s;
}

std::optional<double> busy_cpus(const NoiseReading& before, const NoiseReading& after) {
  const double passed_s = elapsed_s(before, after);
  if (passed_s < shortest_s) return std::nullopt;
  return (after.cpu_busy_s - before.cpu_busy_s + after.cpu_stolen_s - before.cpu_stolen_s) / passed_s;
}

std::vector<Finding> judge_noise(const NoiseReading& before, const NoiseReading& after, int threads,
                                 const Topology& topology) {
  std::vector<Finding> found;
  if (threads > topology.usable_cores())
    found.push_back({Finding::oversubscribed, static_cast<double>(threads), topology.usable_cores()});
  if (const double passed_s = elapsed_s(before, after); passed_s >= shortest_s) {
    const double others = (after.cpu_busy_s - before.cpu_busy_s - (after.own_s - before.own_s)) / passed_s;
    const double stolen = (after.cpu_stolen_s - before.cpu_stolen_s) / passed_s;
    if (others > busy_others_cpus) found.push_back({Finding::others_busy, others, after.cpus});
    if (stolen > stolen_cpus) found.push_back({Finding::stolen, stolen, after.cpus});
  }
  if (const long long events = after.throttles_thermal - before.throttles_thermal; events > 0)
    found.push_back({Finding::hot, static_cast<double>(events)});
  if (const long long periods = after.throttles_quota - before.throttles_quota; periods > 0)
    found.push_back({Finding::quota, static_cast<double>(periods)});
  if (after.niceness > 0) found.push_back({Finding::nice, static_cast<double>(after.niceness)});
  if (after.governor == "powersave" || after.governor == "conservative" || after.governor == "ondemand")
    found.push_back({.code = Finding::governor, .text = after.governor});
  return found;
}

}  // namespace mlplab
