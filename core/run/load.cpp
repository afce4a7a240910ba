// The load as JSON (docs/file-formats.md).
#include "core/run/load.h"

#include "core/base/figures.h"
#include "core/base/json.h"
#include "core/base/language.h"

namespace mlplab {

nlohmann::json load_json(const LoadReading& load) {
  nlohmann::json threads = nlohmann::json::array(), devices = nlohmann::json::array(), power = nlohmann::json::array();
  for (const ThreadLoad& thread : load.busiest)
    threads.push_back(
        {{"process", thread.process}, {"thread", thread.thread}, {"name", thread.name}, {"cpus", thread.cpus}});
  for (const DeviceLoad& device : load.devices)
    devices.push_back({{"device", device.device},
                       {"busy", device.busy},
                       {"memory_bytes", device.memory_bytes},
                       {"memory_all_bytes", device.memory_all_bytes},
                       {"why_not", device.why_not}});
  for (const PowerReading& reading : load.power) power.push_back({{"scope", reading.scope}, {"watts", reading.watts}});
  return {{"window_s", load.window_s},   {"cpus", load.cpus},
          {"busy", load.busy},           {"run_cpus", load.run_cpus},
          {"processes", load.processes}, {"threads", load.threads},
          {"busiest", threads},          {"memory_bytes", load.memory_bytes},
          {"devices", devices},          {"power", power},
          {"cost_cpus", load.cost_cpus}};
}

LoadReading load_of(const nlohmann::json& json) {
  LoadReading load;
  load.window_s = read_amount(json, "window_s");
  load.cpus = json.at("cpus").get<std::vector<int>>();
  load.busy = read_amounts(json, "busy");
  if (load.busy.size() != load.cpus.size())
    throw InputError(say("'busy' and 'cpus' of a load are of different lengths"));
  load.run_cpus = read_amount(json, "run_cpus");
  load.processes = read_count<int>(json, "processes");
  load.threads = read_count<int>(json, "threads");
  for (const nlohmann::json& thread : json.at("busiest"))
    load.busiest.push_back({thread.at("process").get<int>(), thread.at("thread").get<int>(),
                            thread.at("name").get<std::string>(), read_amount(thread, "cpus")});
  load.memory_bytes = read_count<std::uint64_t>(json, "memory_bytes");
  for (const nlohmann::json& device : json.at("devices"))
    load.devices.push_back({device.at("device").get<std::string>(), read_amount(device, "busy"),
                            device.at("memory_bytes").get<std::uint64_t>(),
                            device.at("memory_all_bytes").get<std::uint64_t>(),
                            device.at("why_not").get<std::string>()});
  for (const nlohmann::json& reading : json.value("power", nlohmann::json::array()))  // older ones have none
    load.power.push_back({reading.at("scope").get<std::string>(), read_amount(reading, "watts")});
  load.cost_cpus = read_amount(json, "cost_cpus");
  return load;
}

}  // namespace mlplab
