// The counts are derived from `cpus` alone, so every source gives the same answers for the same machine.
#include "core/machine/topology.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/machine/affinity.h"
#include "core/machine/control_groups.h"

#ifdef MLPLAB_WITH_HWLOC
#include <hwloc.h>

#include <string>
#endif

namespace mlplab {

namespace {

std::string first_line(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

#ifdef MLPLAB_WITH_HWLOC
Topology hwloc_machine(const std::vector<int>& allowed) {
  // Without sysfs (a bare container) it knows nothing, and says so on our stderr at every start.
  if (!anything_at("/sys/devices/system/cpu")) return {};
  Topology topology;
  topology.source = "hwloc";
  hwloc_topology_t machine = nullptr;
  if (hwloc_topology_init(&machine) != 0) return {};
  if (hwloc_topology_load(machine) == 0) {
    const int kinds = std::max(0, hwloc_cpukinds_get_nr(machine, 0));
    hwloc_obj_t unit = nullptr;
    while ((unit = hwloc_get_next_obj_by_type(machine, HWLOC_OBJ_PU, unit)) != nullptr) {
      const auto id = static_cast<int>(unit->os_index);
      if (!allowed.empty() && std::find(allowed.begin(), allowed.end(), id) == allowed.end()) continue;
      hwloc_obj* const core = hwloc_get_ancestor_obj_by_type(machine, HWLOC_OBJ_CORE, unit);
      // hwloc ranks kinds from the most efficient (0) to the fastest.
      const int rank = kinds > 1 ? hwloc_cpukinds_get_by_cpuset(machine, unit->cpuset, 0) : 0;
      const int kind = kinds > 1 && rank >= 0 ? kinds - 1 - rank : 0;
      topology.cpus.push_back({id, core != nullptr ? static_cast<int>(core->logical_index) : id, kind});
    }
  }
  hwloc_topology_destroy(machine);
  return topology;
}
#endif

Topology counted(const std::vector<int>& allowed) {
  Topology topology;
  topology.source = "count";
  const int count = allowed.empty() ? static_cast<int>(std::max(1U, std::thread::hardware_concurrency()))
                                    : static_cast<int>(allowed.size());
  for (int i = 0; i < count; ++i) topology.cpus.push_back({allowed.empty() ? i : allowed[i], i, 0});
  return topology;
}

// Which thread of its core each CPU is: 0 for the first.
std::vector<std::pair<int, LogicalCpu>> by_thread(const std::vector<LogicalCpu>& cpus) {
  std::map<int, int> seen;
  std::vector<std::pair<int, LogicalCpu>> result;
  for (const LogicalCpu& cpu : cpus) result.emplace_back(seen[cpu.core]++, cpu);
  return result;
}

int within_quota(int count, double quota) {
  return quota > 0.0 ? std::clamp(static_cast<int>(std::ceil(quota)), 1, count) : count;
}

std::string word_in(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string word;
  in >> word;
  return word;
}

/// '48K', '2M'; 0 for what is no size.
std::size_t size_of(const std::string& text) {
  std::size_t number = 0, at = 0;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9' && number < (std::size_t{1} << 40); ++at)
    number = 10 * number + static_cast<std::size_t>(text[at] - '0');
  const std::string unit = text.substr(at);
  if (unit == "K") return number << 10;
  if (unit == "M") return number << 20;
  return unit.empty() ? number : 0;
}

}  // namespace

int usable_cpus() {
  const std::size_t allowed = allowed_cpus().size();
  const int count = allowed > 0 ? static_cast<int>(allowed) : static_cast<int>(std::thread::hardware_concurrency());
  return within_quota(std::max(1, count), ControlGroups().cpu_quota());
}

int Topology::physical_cores() const {
  std::set<int> cores;
  for (const LogicalCpu& cpu : cpus) cores.insert(cpu.core);
  return static_cast<int>(cores.size());
}

int Topology::fast_cores() const {
  std::set<int> cores;
  for (const LogicalCpu& cpu : cpus) {
    if (cpu.kind == 0) cores.insert(cpu.core);
  }
  return static_cast<int>(cores.size());
}

int Topology::usable_cores() const { return within_quota(std::max(1, physical_cores()), cpu_quota); }

std::vector<int> Topology::placement() const {
  auto ordered = by_thread(cpus);
  std::stable_sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first, a.second.kind) < std::pair(b.first, b.second.kind);
  });
  std::vector<int> ids;
  for (const auto& [thread, cpu] : ordered) ids.push_back(cpu.id);
  return ids;
}

int Topology::first_slow_worker() const { return has_slow_cores() ? fast_cores() + 1 : 0; }

int Topology::first_smt_worker() const { return has_smt() ? physical_cores() + 1 : 0; }

std::string Topology::description() const {
  const auto plural = [](int n, const std::string& noun) {
    return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
  };
  std::string text = has_slow_cores()
                         ? plural(fast_cores(), "P-core") + " + " + plural(physical_cores() - fast_cores(), "E-core")
                         : plural(physical_cores(), "core");
  if (has_smt()) text += ", " + plural(logical_cpus(), "thread");
  if (usable_cores() < physical_cores())
    text += ", of which a quota grants " + std::to_string(usable_cores());  // untranslated: topology.h says why
  return text;
}

std::string CoreCounts::in_words() const {
  std::string text = fast_cores < cores
                         ? count_of(fast_cores, "P-core") + " + " + count_of(cores - fast_cores, "E-core")
                         : count_of(cores, "core");
  if (cores < threads) text += ", " + count_of(threads, "thread");
  if (usable_cores < cores) text += say(", of which a quota grants %1", usable_cores);
  return text;
}

std::vector<int> parse_cpu_list(const std::string& text) {
  std::vector<int> ids;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    std::istringstream range(part);
    int first = 0;
    if (!(range >> first) || first < 0) return {};
    int last = first;
    if (range.peek() == '-' && !(range.ignore() >> last)) return {};
    if (last < first || last - first > 65536) return {};
    for (int id = first; id <= last; ++id) ids.push_back(id);
  }
  return ids;
}

Topology sysfs_topology(const std::filesystem::path& devices, const std::vector<int>& allowed) {
  Topology topology;
  topology.source = "sysfs";
  const std::filesystem::path system = devices / "system" / "cpu";
  const std::vector<int> slow = parse_cpu_list(first_line(devices / "cpu_atom" / "cpus"));
  std::map<int, int> capacities;  // ARM: relative speed of each CPU
  std::set<int, std::greater<>> speeds;
  const std::vector<int> online = parse_cpu_list(first_line(system / "online"));
  for (const int id : allowed.empty() ? online : allowed) {
    const std::filesystem::path cpu = system / ("cpu" + std::to_string(id));
    std::vector<int> siblings = parse_cpu_list(first_line(cpu / "topology" / "core_cpus_list"));
    if (siblings.empty()) siblings = parse_cpu_list(first_line(cpu / "topology" / "thread_siblings_list"));
    if (siblings.empty()) return {};
    const bool is_slow = std::find(slow.begin(), slow.end(), id) != slow.end();
    topology.cpus.push_back({id, siblings.front(), is_slow ? 1 : 0});
    if (std::istringstream capacity(first_line(cpu / "cpu_capacity")); capacity >> capacities[id]) {
      speeds.insert(capacities[id]);
    }
  }
  if (slow.empty() && speeds.size() > 1) {
    for (LogicalCpu& cpu : topology.cpus) {
      cpu.kind = static_cast<int>(std::distance(speeds.begin(), speeds.find(capacities[cpu.id])));
    }
  }
  return topology;
}

namespace {

Topology read_topology(const std::vector<int>& allowed) {
  Topology topology;
#ifdef MLPLAB_WITH_HWLOC
  topology = hwloc_machine(allowed);
#endif
  if (topology.cpus.empty()) topology = sysfs_topology("/sys/devices", allowed);
  if (topology.cpus.empty()) topology = counted(allowed);
  return topology;
}

}  // namespace

Topology machine_topology() {
  // The cores of the allowed CPUs stay what they are, and to read them takes milliseconds; a window asks often.
  thread_local std::map<std::vector<int>, Topology> read;
  const std::vector<int> allowed = allowed_cpus();
  const auto [found, is_new] = read.try_emplace(allowed);
  if (is_new) found->second = read_topology(allowed);
  Topology topology = found->second;
  topology.cpu_quota = ControlGroups().cpu_quota();
  return topology;
}

void to_json(nlohmann::json& json, const Topology& topology) {
  json = {{"description", topology.description()},
          {"source", topology.source},
          {"logical_cpus", topology.logical_cpus()},
          {"physical_cores", topology.physical_cores()},
          {"fast_cores", topology.fast_cores()},
          {"usable_cores", topology.usable_cores()},
          {"first_slow_worker", topology.first_slow_worker()},
          {"first_smt_worker", topology.first_smt_worker()}};
}

std::vector<DataCache> data_caches(const std::filesystem::path& devices) {
  std::vector<DataCache> caches;
  for (const std::filesystem::path& index : entries_in(devices / "system/cpu/cpu0/cache")) {
    const std::string type = word_in(index / "type");
    if (type != "Data" && type != "Unified") continue;
    const std::string level = word_in(index / "level");
    DataCache cache{.bytes = size_of(word_in(index / "size"))};
    if (level.size() == 1 && level[0] >= '1' && level[0] <= '9') cache.level = level[0] - '0';
    cache.cpus = std::max(1, static_cast<int>(parse_cpu_list(word_in(index / "shared_cpu_list")).size()));
    if (cache.level > 0 && cache.bytes > 0) caches.push_back(cache);
  }
  std::ranges::sort(caches, {}, &DataCache::level);
  return caches;
}

}  // namespace mlplab
