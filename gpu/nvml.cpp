// The functions are declared here as NVML's manual has them (API Reference, 'Device Queries'): its header comes
// with the toolkit, which a program that is built without it need not have.
#include "gpu/nvml.h"

#include <cuda_runtime_api.h>

#include <cstdio>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "core/base/language.h"
#include "gpu/library.h"

namespace mlplab::gpu {
namespace {

using NvmlDevice = struct NvmlDeviceTag*;
struct NvmlUtilization {
  unsigned int gpu, memory;  // %
};
struct NvmlMemory {
  unsigned long long total, free, used;
};
constexpr int nvml_success = 0, nvml_not_supported = 3;
constexpr double joules_per_mj = 1e-3;

struct NvmlFunctions {
  Library library{"NVML", "libnvidia-ml.so.1", to_say(" of NVIDIA's driver")};
  int (*init)() = library.find("nvmlInit_v2");
  int (*device_of_bus)(const char* pci_bus_id, NvmlDevice* device) = library.find("nvmlDeviceGetHandleByPciBusId_v2");
  int (*energy)(NvmlDevice device,
                unsigned long long* millijoules) = library.find("nvmlDeviceGetTotalEnergyConsumption");
  int (*utilization)(NvmlDevice device, NvmlUtilization* percent) = library.find("nvmlDeviceGetUtilizationRates");
  int (*memory)(NvmlDevice device, NvmlMemory* bytes) = library.find("nvmlDeviceGetMemoryInfo");
  const char* (*words)(int result) = library.find("nvmlErrorString");
  int started = library.why_not().empty() ? init() : nvml_success;

  std::string why_not() const {
    if (std::string why = library.why_not(); !why.empty()) return why;
    return started == nvml_success ? "" : say("NVML says: %1", words(started));
  }
};

/// The library stays open, because a program that asks once asks in every run.
const NvmlFunctions& nvml() {
  static const NvmlFunctions the_functions;
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

namespace {

/// By its place on the bus: NVML counts devices otherwise than CUDA_VISIBLE_DEVICES does.
struct Board {
  NvmlDevice device = nullptr;
  std::string why_not;  // '' where it was found
};

Board board_of(int number) {
  if (std::string why = nvml().why_not(); !why.empty()) return {.device = nullptr, .why_not = std::move(why)};
  cudaDeviceProp properties{};
  if (const cudaError_t error = cudaGetDeviceProperties(&properties, number); error != cudaSuccess) {
    cudaGetLastError();
    return {.device = nullptr, .why_not = cudaGetErrorString(error)};
  }
  char bus[32];
  std::snprintf(bus, sizeof bus, "%08x:%02x:%02x.0", static_cast<unsigned>(properties.pciDomainID),
                static_cast<unsigned>(properties.pciBusID), static_cast<unsigned>(properties.pciDeviceID));
  Board board;
  if (const int result = nvml().device_of_bus(bus, &board.device); result != nvml_success)
    board.why_not = say("NVML says of %1: %2", bus, nvml().words(result));
  return board;
}

}  // namespace

EnergyMeters board_energy_meter(int number) {
  const std::string scope = "GPU board " + std::to_string(number);
  const auto no_board = [&](const std::string& why) {
    EnergyMeters none;
    none.missing.push_back(say("%1 is not measured: %2", scope, why));
    return none;
  };
  const auto [device, why_not] = board_of(number);
  if (!why_not.empty()) return no_board(why_not);
  unsigned long long first = 0;
  if (const int result = nvml().energy(device, &first); result != nvml_success)
    return no_board(result == nvml_not_supported ? say("it has no energy meter (boards before Volta have none)")
                                                 : say("NVML says: %1", nvml().words(result)));
  EnergyMeters opened;
  opened.meters.push_back(std::make_unique<BoardMeter>(scope, device, first));
  return opened;
}

DeviceLoad board_load(int number) {
  DeviceLoad load{.device = "GPU " + std::to_string(number)};
  // Called twice per second; a device's place on the bus, as the driver reports it, does not change.
  thread_local std::map<int, Board> known;
  if (const auto found = known.find(number); found == known.end() || !found->second.why_not.empty())
    known[number] = board_of(number);
  const auto& [device, why_not] = known[number];
  load.why_not = why_not;
  if (!why_not.empty()) return load;
  NvmlUtilization percent{};
  NvmlMemory bytes{};
  int result = nvml().utilization(device, &percent);
  if (result == nvml_success) result = nvml().memory(device, &bytes);
  if (result != nvml_success) {
    load.why_not =
        result == nvml_not_supported ? say("its driver does not tell") : say("NVML says: %1", nvml().words(result));
    return load;
  }
  load.busy = 0.01 * percent.gpu;
  load.memory_bytes = bytes.used;
  load.memory_all_bytes = bytes.total;
  return load;
}

}  // namespace mlplab::gpu
