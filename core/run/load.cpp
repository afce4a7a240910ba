// The load as JSON (docs/file-formats.md).
#include "core/run/load.h"

#include "core/base/language.h"
#include "core/base/members.h"

namespace mlplab {

namespace {

constexpr auto thread_members = [](auto& file, auto& thread) {
  file.plain("process", thread.process);
  file.plain("thread", thread.thread);
  file.plain("name", thread.name);
  file.amount("cpus", thread.cpus);
};

constexpr auto device_members = [](auto& file, auto& device) {
  file.plain("device", device.device);
  file.amount("busy", device.busy);
  file.plain("memory_bytes", device.memory_bytes);
  file.plain("memory_all_bytes", device.memory_all_bytes);
  file.plain("why_not", device.why_not);
};

constexpr auto power_members = [](auto& file, auto& reading) {
  file.plain("scope", reading.scope);
  file.amount("watts", reading.watts);
};

constexpr auto load_members = [](auto& file, auto& load) {
  file.amount("window_s", load.window_s);
  file.plain("cpus", load.cpus);
  file.amounts("busy", load.busy);
  file.amount("run_cpus", load.run_cpus);
  file.count("processes", load.processes);
  file.count("threads", load.threads);
  file.list("busiest", load.busiest, thread_members);
  file.count("memory_bytes", load.memory_bytes);
  file.list("devices", load.devices, device_members);
  if (file.has("power")) file.list("power", load.power, power_members);  // older ones have none
  file.amount("cost_cpus", load.cost_cpus);
};

}  // namespace

nlohmann::json load_json(const LoadReading& load) { return json_of(load, load_members); }

LoadReading load_of(const nlohmann::json& json) {
  LoadReading load;
  read_from(json, load, load_members);
  if (load.busy.size() != load.cpus.size())
    throw InputError(say("'busy' and 'cpus' of a load are of different lengths"));
  return load;
}

}  // namespace mlplab
