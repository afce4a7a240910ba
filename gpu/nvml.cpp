// The four functions are declared here as NVML's manual has them (API Reference, 'Device Queries'): its header comes
// with the toolkit, which a program that is built without it need not have.
#include "gpu/nvml.h"

#include <cuda_runtime_api.h>

#include <cstdio>
#include <limits>
#include <string>
#include <utility>

#include "gpu/library.h"

namespace mlplab::gpu {
namespace {

using NvmlDevice = struct NvmlDeviceTag*;
constexpr int nvml_success = 0, nvml_not_supported = 3;
constexpr double joules_per_mj = 1e-3;

struct NvmlFunctions {
  int (*init)() = nullptr;
  int (*device_of_bus)(const char* pci_bus_id, NvmlDevice* device) = nullptr;
  int (*energy)(NvmlDevice device, unsigned long long* millijoules) = nullptr;
  const char* (*words)(int result) = nullptr;
  std::string why_not;
};

NvmlFunctions open_nvml() {
  Library library("NVML", "libnvidia-ml.so.1", " of NVIDIA's driver");
  NvmlFunctions f;
  library.find(f.init, "nvmlInit_v2");
  library.find(f.device_of_bus, "nvmlDeviceGetHandleByPciBusId_v2");
  library.find(f.energy, "nvmlDeviceGetTotalEnergyConsumption");
  library.find(f.words, "nvmlErrorString");
  f.why_not = library.why_not();
  if (f.why_not.empty())
    if (const int result = f.init(); result != nvml_success) f.why_not = std::string("NVML says: ") + f.words(result);
  return f;
}

/// It stays open: whoever asks once asks for every run.
const NvmlFunctions& nvml() {
  static const NvmlFunctions the_functions = open_nvml();
  return the_functions;
}

class BoardMeter : public EnergyMeter {
 public:
  BoardMeter(std::string scope, NvmlDevice device, unsigned long long first)
      : scope_(std::move(scope)), device_(device), last_(first), first_(first) {}
  std::string scope() const override { return scope_; }
  double joules() override {
    unsigned long long now = 0;
    // 64 bits of millijoules do not wrap; one that goes back is of a driver that was loaded anew.
    lost_ = lost_ || nvml().energy(device_, &now) != nvml_success || now < last_;
    if (lost_) return std::numeric_limits<double>::quiet_NaN();
    last_ = now;
    return static_cast<double>(now - first_) * joules_per_mj;
  }

 private:
  std::string scope_;
  NvmlDevice device_;
  unsigned long long last_, first_;
  bool lost_ = false;
};

}  // namespace

EnergyMeters board_energy_meter(int number) {
  const std::string scope = "GPU board " + std::to_string(number);
  const auto no_board = [&](const std::string& why) {
    EnergyMeters none;
    none.missing.push_back(scope + " is not measured: " + why);
    return none;
  };
  if (!nvml().why_not.empty()) return no_board(nvml().why_not);
  cudaDeviceProp properties{};
  if (const cudaError_t error = cudaGetDeviceProperties(&properties, number); error != cudaSuccess) {
    cudaGetLastError();
    return no_board(cudaGetErrorString(error));
  }
  // By its place on the bus: NVML counts devices otherwise than CUDA_VISIBLE_DEVICES does.
  char bus[32];
  std::snprintf(bus, sizeof bus, "%08x:%02x:%02x.0", static_cast<unsigned>(properties.pciDomainID),
                static_cast<unsigned>(properties.pciBusID), static_cast<unsigned>(properties.pciDeviceID));
  NvmlDevice device = nullptr;
  if (const int result = nvml().device_of_bus(bus, &device); result != nvml_success)
    return no_board(std::string("NVML says of ") + bus + ": " + nvml().words(result));
  unsigned long long first = 0;
  if (const int result = nvml().energy(device, &first); result != nvml_success)
    return no_board(result == nvml_not_supported ? "it has no energy meter (boards before Volta have none)"
                                                 : std::string("NVML says: ") + nvml().words(result));
  EnergyMeters opened;
  opened.meters.push_back(std::make_unique<BoardMeter>(scope, device, first));
  return opened;
}

}  // namespace mlplab::gpu
