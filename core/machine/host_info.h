// The machine a run was made on, as recorded beside it (host.json).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace mlplab {

struct HostInfo {
  std::string cpu;  // model name
  int logical_cpus = 1;
  int physical_cores = 1;
  std::vector<std::string> instruction_sets;  // those that matter for kernels: sse4.2, avx2, fma, avx512f, neon…
  std::string governor;                       // of CPU 0, '' where unknown
  double load_1min = 0.0;
  double memory_gib = 0.0;
  std::string os;
  std::string compiler;
  std::string build_flags;
  std::string version;  // the program's
  std::string commit;   // '' outside a git checkout
};

HostInfo host_info();
void to_json(nlohmann::json& json, const HostInfo& host);
/// Processor and number of logical CPUs of such an object, to tell machines apart by; '' where it has none.
std::string machine_in_brief(const nlohmann::json& host);

}  // namespace mlplab
