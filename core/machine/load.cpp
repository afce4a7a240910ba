// The formats are those of proc(5): stat, task/TID/schedstat, task/TID/comm, task/TID/children, statm.
#include "core/machine/load.h"

#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "core/base/clock.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/machine/affinity.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

double thread_cpu_s() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double ticks_a_second() {
  static const long ticks = sysconf(_SC_CLK_TCK);
  return static_cast<double>(ticks);
}

std::vector<int> numbers_in(const fs::path& folder) {
  std::vector<int> numbers;
  for (const fs::path& entry : entries_in(folder))
    if (const std::string name = entry.filename().string(); name.find_first_not_of("0123456789") == std::string::npos)
      numbers.push_back(std::atoi(name.c_str()));
  return numbers;
}

/// The time that a thread has computed: in nanoseconds where the system counts them, else in ticks, mostly of 10 ms.
/// Negative where it is gone.
double cpu_time_of(const fs::path& task) {
  double nanoseconds = 0.0;
  if (std::ifstream(task / "schedstat") >> nanoseconds) return 1e-9 * nanoseconds;
  std::string stat;
  if (!std::getline(std::ifstream(task / "stat"), stat)) return -1.0;
  std::istringstream after(stat.substr(std::min(stat.rfind(')') + 1, stat.size())));  // a name may hold anything
  std::string skipped;
  for (int field = 3; field < 14; ++field) after >> skipped;
  double user = 0.0, system = 0.0;
  return after >> user >> system ? (user + system) / ticks_a_second() : -1.0;
}

}  // namespace

std::vector<std::pair<std::string, double>> LoadReading::members() const {
  std::map<std::pair<int, std::string>, double> by_rank;
  if (busiest.size() >= max_busiest) return {};
  for (const ThreadLoad& thread : busiest)
    if (thread.name.starts_with(rank_thread_name))
      by_rank[{std::atoi(thread.name.c_str() + std::strlen(rank_thread_name)), thread.name}] += thread.cpus;
  std::vector<std::pair<std::string, double>> all;
  for (const auto& [member, computed] : by_rank) all.emplace_back(member.second, computed);
  return all;
}

LoadMeter::LoadMeter(fs::path proc, int process)
    : proc_(std::move(proc)), process_(process > 0 ? process : ::getpid()), cpus_(allowed_cpus()) {
  last_cpus_ = cpu_times();
  if (last_cpus_.empty()) why_not_ = say("%1 cannot be read", (proc_ / "stat").string());
  read();
}

std::map<int, LoadMeter::CpuTime> LoadMeter::cpu_times() const {
  std::map<int, CpuTime> times;
  std::ifstream stat(proc_ / "stat");
  for (std::string line; std::getline(stat, line);) {
    int cpu = -1;
    double value = 0.0;
    std::istringstream fields(line);
    std::string name;
    fields >> name;
    if (!name.starts_with("cpu") || name.size() == 3) continue;
    cpu = std::atoi(name.c_str() + 3);
    CpuTime time;
    // user nice system idle iowait irq softirq steal; the guests' are in user already.
    for (int field = 0; field < 8 && fields >> value; ++field) {
      time.all_s += value / ticks_a_second();
      if (field != 3 && field != 4) time.busy_s += value / ticks_a_second();
    }
    times[cpu] = time;
  }
  return times;
}

void LoadMeter::look_at(int process, LoadReading& reading, std::map<std::pair<int, int>, Seen>& seen,
                        std::uint64_t& most_shared) const {
  const fs::path folder = proc_ / std::to_string(process);
  const std::vector<int> threads = numbers_in(folder / "task");
  if (threads.empty()) return;
  ++reading.processes;
  std::uint64_t pages = 0, resident = 0, shared = 0;
  if (std::ifstream(folder / "statm") >> pages >> resident >> shared) {
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    reading.memory_bytes += (resident - std::min(shared, resident)) * page;
    most_shared = std::max(most_shared, shared * page);
  }
  for (const int thread : threads) {
    const fs::path task = folder / "task" / std::to_string(thread);
    const double cpu_s = cpu_time_of(task);
    if (cpu_s < 0.0) continue;
    ++reading.threads;
    Seen& now = seen[{process, thread}];
    now.cpu_s = cpu_s;
    constexpr int looks_for_name = 4;
    const auto before = last_threads_.find({process, thread});
    if (before != last_threads_.end()) now.name = before->second.name, now.looks = before->second.looks + 1;
    if (now.looks <= looks_for_name) std::getline(std::ifstream(task / "comm"), now.name);
    std::ifstream children(task / "children");
    for (int child = 0; children >> child;) look_at(child, reading, seen, most_shared);
  }
}

LoadReading LoadMeter::read(const std::function<void(LoadReading&)>& more) {
  const double began_s = thread_cpu_s();
  LoadReading reading;
  const double at_s = now_s();
  reading.window_s = last_s_ > 0.0 ? at_s - last_s_ : 0.0;
  last_s_ = at_s;
  const std::map<int, CpuTime> times = cpu_times();
  for (const int cpu : cpus_) {
    const auto now = times.find(cpu);
    const auto before = last_cpus_.find(cpu);
    if (now == times.end() || before == last_cpus_.end()) continue;
    const double all = now->second.all_s - before->second.all_s;
    reading.cpus.push_back(cpu);
    reading.busy.push_back(all > 0.0 ? std::clamp((now->second.busy_s - before->second.busy_s) / all, 0.0, 1.0) : 0.0);
  }
  last_cpus_ = times;
  std::map<std::pair<int, int>, Seen> seen;
  std::uint64_t most_shared = 0;
  look_at(process_, reading, seen, most_shared);
  reading.memory_bytes += most_shared;
  for (const auto& [who, now] : seen) {
    const auto before = last_threads_.find(who);
    // One that was not there before has computed since it began, which is within the window.
    const double spent_s = std::max(0.0, now.cpu_s - (before == last_threads_.end() ? 0.0 : before->second.cpu_s));
    if (reading.window_s <= 0.0 || spent_s <= 0.0) continue;
    reading.run_cpus += spent_s / reading.window_s;
    reading.busiest.push_back({who.first, who.second, now.name, spent_s / reading.window_s});
  }
  last_threads_ = std::move(seen);
  std::ranges::sort(reading.busiest, std::ranges::greater{}, &ThreadLoad::cpus);
  if (reading.busiest.size() > LoadReading::max_busiest) reading.busiest.resize(LoadReading::max_busiest);
  if (more) more(reading);
  if (reading.window_s > 0.0) reading.cost_cpus = (thread_cpu_s() - began_s) / reading.window_s;
  return reading;
}

}  // namespace mlplab
