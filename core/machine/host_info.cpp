// Reads /proc and /sys; what is not there stays empty.
#include "core/machine/host_info.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <string_view>
#include <thread>
#include <utility>

#include "commit.h"
#include "core/base/json.h"
#include "version.h"

namespace mlplab {
namespace {

std::string first_line(const char* path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// The value of 'key : value' or 'key=value', quotes removed.
std::string value_of(const std::string& line, char separator) {
  const auto at = line.find(separator);
  if (at == std::string::npos) return {};
  std::string value = line.substr(at + 1);
  std::erase(value, '"');
  const auto start = value.find_first_not_of(" \t");
  return start == std::string::npos ? std::string{} : value.substr(start);
}

void read_cpu(HostInfo& host) {
  std::ifstream file("/proc/cpuinfo");
  std::set<std::pair<std::string, std::string>> cores;  // (package, core)
  std::string package;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name") && host.cpu.empty()) host.cpu = value_of(line, ':');
    if (line.starts_with("physical id")) package = value_of(line, ':');
    if (line.starts_with("core id")) cores.insert({package, value_of(line, ':')});
    if ((line.starts_with("flags") || line.starts_with("Features")) && host.instruction_sets.empty()) {
      std::istringstream words(value_of(line, ':'));
      constexpr std::string_view known[] = {"sse4_2",   "avx",         "avx2",  "fma", "avx512f",
                                            "avx512bw", "avx512_bf16", "asimd", "sve", "sve2"};
      for (std::string word; words >> word;)
        if (std::ranges::find(known, word) != std::end(known)) host.instruction_sets.push_back(word);
    }
  }
  host.logical_cpus = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  host.physical_cores = cores.empty() ? host.logical_cpus : std::min(host.logical_cpus, static_cast<int>(cores.size()));
  if (host.cpu.empty()) {
    utsname name{};
    host.cpu = ::uname(&name) == 0 ? name.machine : "unknown processor";
  }
}

std::string operating_system() {
  std::ifstream file("/etc/os-release");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("PRETTY_NAME=")) return value_of(line, '=');
  return "unknown";
}

}  // namespace

HostInfo host_info() {
  HostInfo host;
  read_cpu(host);
  host.governor = first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  std::istringstream(first_line("/proc/loadavg")) >> host.load_1min;
  host.memory_gib = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE)) /
                    (1024.0 * 1024.0 * 1024.0);
  host.os = operating_system();
  host.compiler = MLPLAB_COMPILER;
  host.build_flags = MLPLAB_BUILD_FLAGS;
  host.version = MLPLAB_VERSION;
  host.commit = MLPLAB_COMMIT;
  return host;
}

void to_json(nlohmann::json& json, const HostInfo& host) {
  json = {{"cpu", host.cpu},
          {"logical_cpus", host.logical_cpus},
          {"physical_cores", host.physical_cores},
          {"instruction_sets", host.instruction_sets},
          {"governor", host.governor},
          {"load_1min", host.load_1min},
          {"memory_gib", host.memory_gib},
          {"os", host.os},
          {"compiler", host.compiler},
          {"build_flags", host.build_flags},
          {"version", host.version},
          {"commit", host.commit}};
}

std::string machine_in_brief(const nlohmann::json& host) {
  if (!host.is_object() || !host.contains("cpu") || !host["cpu"].is_string()) return "";
  const auto cpus = host.find("logical_cpus");
  const int count = cpus != host.end() && cpus->is_number_integer() ? cpus->get<int>() : 0;
  return host["cpu"].get<std::string>() + ", " + std::to_string(count);
}

}  // namespace mlplab
