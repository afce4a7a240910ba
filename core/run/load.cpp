// What is busy, as JSON (docs/file-formats.md).
#include "core/run/load.h"

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
  load.window_s = json.at("window_s").get<double>();
  load.cpus = json.at("cpus").get<std::vector<int>>();
  load.busy = json.at("busy").get<std::vector<double>>();
  if (load.busy.size() != load.cpus.size())
    throw InputError(say("'busy' and 'cpus' of a load are of different lengths"));
  load.run_cpus = json.at("run_cpus").get<double>();
  load.processes = json.at("processes").get<int>();
  load.threads = json.at("threads").get<int>();
  for (const nlohmann::json& thread : json.at("busiest"))
    load.busiest.push_back({thread.at("process").get<int>(), thread.at("thread").get<int>(),
                            thread.at("name").get<std::string>(), thread.at("cpus").get<double>()});
  load.memory_bytes = json.at("memory_bytes").get<std::uint64_t>();
  for (const nlohmann::json& device : json.at("devices"))
    load.devices.push_back({device.at("device").get<std::string>(), device.at("busy").get<double>(),
                            device.at("memory_bytes").get<std::uint64_t>(),
                            device.at("memory_all_bytes").get<std::uint64_t>(),
                            device.at("why_not").get<std::string>()});
  for (const nlohmann::json& reading : json.value("power", nlohmann::json::array()))  // older ones have none
    load.power.push_back({reading.at("scope").get<std::string>(), reading.at("watts").get<double>()});
  load.cost_cpus = json.at("cost_cpus").get<double>();
  return load;
}

}  // namespace mlplab
