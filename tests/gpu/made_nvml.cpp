// Stands in for NVML: one device, whose counter the test sets. Its name as a library is NVML's own.
namespace {
unsigned long long counted_mj = 0;
int says = 0;
}  // namespace

extern "C" {
struct NvmlDeviceTag {};
void set_made_energy(unsigned long long millijoules, int result) {
  counted_mj = millijoules;
  says = result;
}
int nvmlInit_v2() { return 0; }
int nvmlDeviceGetHandleByPciBusId_v2(const char* /*pci_bus_id*/, NvmlDeviceTag** device) {
  static NvmlDeviceTag only;
  *device = &only;
  return 0;
}
int nvmlDeviceGetTotalEnergyConsumption(NvmlDeviceTag* /*device*/, unsigned long long* millijoules) {
  *millijoules = counted_mj;
  return says;
}
const char* nvmlErrorString(int /*result*/) { return "made up"; }
}
