#include "core/study/measured_machine.h"

#include <tuple>

#include "core/base/figures.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/machine/host_info.h"

namespace mlplab {

std::string other_here(const char* name, const std::string& was, const std::string& is) {
  const auto known = [](const std::string& value) { return value.empty() ? say("unknown") : value; };
  return say("%1 %2, and here it is %3", say(name), known(was), known(is));
}

MeasuredMachine this_machine() {
  const HostInfo host = host_info();
  const Topology topology = machine_topology();
  return {host.cpu,
          topology.description(),
          topology.usable_cores(),
          topology.first_slow_worker(),
          topology.first_smt_worker(),
          host.os,
          host.compiler,
          host.build_flags,
          host.version,
          host.commit,
          host.governor,
          topology.logical_cpus(),
          topology.cpu_quota,
          topology.counts()};
}

std::vector<std::string> MeasuredMachine::unknown() const {
  std::vector<std::string> names;
  if (!logical_cpus) names.push_back(say("the logical CPUs"));
  if (!cpu_quota) names.push_back(say("the processor quota"));
  return names;
}

std::string difference_of(const MeasuredMachine& then, const MeasuredMachine& now) {
  const auto quota = [](double cpus) { return cpus > 0.0 ? say("%1 CPUs", significant(cpus)) : say("none"); };
  const std::tuple<const char*, const std::string&, const std::string&> texts[] = {
      {to_say("the processor"), then.cpu, now.cpu},
      {to_say("the cores"), then.cores, now.cores},
      {to_say("the compiler"), then.compiler, now.compiler},
      {to_say("the build flags"), then.build_flags, now.build_flags},
      {to_say("the version"), then.version, now.version},
      {to_say("the commit"), then.commit, now.commit}};
  for (const auto& [name, was, is] : texts) {
    if (was != is) return other_here(name, was, is);
  }
  if (then.logical_cpus && now.logical_cpus && *then.logical_cpus != *now.logical_cpus) {
    return other_here(to_say("the number of logical CPUs"), std::to_string(*then.logical_cpus),
                      std::to_string(*now.logical_cpus));
  }
  if (then.cpu_quota && now.cpu_quota && *then.cpu_quota != *now.cpu_quota) {
    return other_here(to_say("the processor quota"), quota(*then.cpu_quota), quota(*now.cpu_quota));
  }
  if (then.usable_cores != now.usable_cores) {
    return other_here(to_say("the number of usable cores"), std::to_string(then.usable_cores),
                      std::to_string(now.usable_cores));
  }
  return {};
}

void to_json(nlohmann::json& json, const MeasuredMachine& machine) {
  json = {{"cpu", machine.cpu},
          {"cores", machine.cores},
          {"usable_cores", machine.usable_cores},
          {"first_slow_worker", machine.first_slow_worker},
          {"first_smt_worker", machine.first_smt_worker},
          {"os", machine.os},
          {"compiler", machine.compiler},
          {"build_flags", machine.build_flags},
          {"version", machine.version},
          {"commit", machine.commit},
          {"governor", machine.governor}};
  if (machine.logical_cpus) json["logical_cpus"] = *machine.logical_cpus;
  if (machine.cpu_quota) json["cpu_quota"] = *machine.cpu_quota;
  if (const auto& counts = machine.counts)
    json["core_counts"] = {{"cores", counts->cores},
                           {"fast_cores", counts->fast_cores},
                           {"threads", counts->threads},
                           {"usable_cores", counts->usable_cores}};
}

void from_json(const nlohmann::json& json, MeasuredMachine& machine) {
  json.at("cpu").get_to(machine.cpu);
  json.at("cores").get_to(machine.cores);
  machine.usable_cores = read_count<int>(json, "usable_cores", 1);
  machine.first_slow_worker = read_count<int>(json, "first_slow_worker", 0);
  machine.first_smt_worker = read_count<int>(json, "first_smt_worker", 0);
  json.at("os").get_to(machine.os);
  json.at("compiler").get_to(machine.compiler);
  json.at("build_flags").get_to(machine.build_flags);
  json.at("version").get_to(machine.version);
  json.at("commit").get_to(machine.commit);
  json.at("governor").get_to(machine.governor);
  if (json.contains("logical_cpus")) machine.logical_cpus = read_count<int>(json, "logical_cpus", 1);
  if (json.contains("cpu_quota")) machine.cpu_quota = read_amount(json, "cpu_quota");
  if (json.contains("core_counts")) {
    const nlohmann::json& counts = json.at("core_counts");
    machine.counts = {read_count<int>(counts, "cores", 1), read_count<int>(counts, "fast_cores"),
                      read_count<int>(counts, "threads", 1), read_count<int>(counts, "usable_cores", 1)};
  }
}

}  // namespace mlplab
