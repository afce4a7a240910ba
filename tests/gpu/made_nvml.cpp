// Stands in for NVML: devices on the buses 0 and 1, whose counters the test sets. Its name as a library is NVML's own.
namespace {
unsigned long long counted_mj[2] = {};
int says = 0;
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
const char* nvmlErrorString(int /*result*/) { return "made up"; }
}
