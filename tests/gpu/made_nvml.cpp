// Stands in for NVML: devices on the buses 0 and 1, whose counters the test sets. Its name as a library is NVML's own.
namespace {
unsigned long long counted_mj[2] = {};
int says = 0;
unsigned int busy_percent[2] = {};
unsigned long long used_bytes[2] = {};
int load_says = 0;
}  // namespace

extern "C" {
struct NvmlDeviceTag {
  int bus;
};
void set_made_energy(int bus, unsigned long long millijoules, int result) {
  counted_mj[bus] = millijoules;
  says = result;
}
int nvmlInit_v2() { return 0; }
int nvmlDeviceGetHandleByPciBusId_v2(const char* pci_bus_id, NvmlDeviceTag** device) {
  static NvmlDeviceTag devices[2] = {{0}, {1}};
  *device = &devices[pci_bus_id[10] - '0'];  // '00000000:01:00.0'
  return 0;
}
int nvmlDeviceGetTotalEnergyConsumption(NvmlDeviceTag* device, unsigned long long* millijoules) {
  *millijoules = counted_mj[device->bus];
  return says;
}
void set_made_load(int bus, unsigned int percent, unsigned long long used, int result) {
  busy_percent[bus] = percent;
  used_bytes[bus] = used;
  load_says = result;
}
struct MadeUtilization {
  unsigned int gpu, memory;
};
struct MadeMemory {
  unsigned long long total, free, used;
};
int nvmlDeviceGetUtilizationRates(NvmlDeviceTag* device, MadeUtilization* percent) {
  *percent = {busy_percent[device->bus], 1};
  return load_says;
}
int nvmlDeviceGetMemoryInfo(NvmlDeviceTag* device, MadeMemory* bytes) {
  *bytes = {1'000'000, 1'000'000 - used_bytes[device->bus], used_bytes[device->bus]};
  return load_says;
}
const char* nvmlErrorString(int /*result*/) { return "made up"; }
}
