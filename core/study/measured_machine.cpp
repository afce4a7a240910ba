#include "core/study/measured_machine.h"

#include <tuple>

#include "core/base/language.h"
#include "core/base/members.h"
#include "core/base/numbers.h"
#include "core/machine/host_info.h"

namespace mlplab {
namespace {

constexpr auto count_members = [](auto& file, auto& counts) {
  file.count("cores", counts.cores, 1);
  file.count("fast_cores", counts.fast_cores);
  file.count("threads", counts.threads, 1);
  file.count("usable_cores", counts.usable_cores, 1);
};

constexpr auto machine_members = [](auto& file, auto& machine) {
  file.plain("cpu", machine.cpu);
  file.plain("cores", machine.cores);
  file.count("usable_cores", machine.usable_cores, 1);
  file.count("first_slow_worker", machine.first_slow_worker);
  file.count("first_smt_worker", machine.first_smt_worker);
  file.plain("os", machine.os);
  file.plain("compiler", machine.compiler);
  file.plain("build_flags", machine.build_flags);
  file.plain("version", machine.version);
  file.plain("commit", machine.commit);
  file.plain("governor", machine.governor);
  if (file.has("logical_cpus", machine.logical_cpus.has_value())) file.count("logical_cpus", machine.logical_cpus, 1);
  if (file.has("cpu_quota", machine.cpu_quota.has_value())) file.amount("cpu_quota", machine.cpu_quota);
  if (file.has("core_counts", machine.counts.has_value())) file.object("core_counts", machine.counts, count_members);
};

}  // namespace

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

void to_json(nlohmann::json& json, const MeasuredMachine& machine) { json = json_of(machine, machine_members); }
void from_json(const nlohmann::json& json, MeasuredMachine& machine) { read_from(json, machine, machine_members); }

}  // namespace mlplab
