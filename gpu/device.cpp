#include "gpu/device.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <map>
#include <mutex>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "gpu/error.h"
#include "gpu/kernels/code_check.h"

namespace mlplab::gpu {
namespace {

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

int attribute(cudaDeviceAttr which, int number) {
  int value = 0;
  if (cudaDeviceGetAttribute(&value, which, number) != cudaSuccess) {
    cudaGetLastError();
    return 0;
  }
  return value;
}

/// FP32 units of a multiprocessor, from the CUDA C++ programming guide's table of arithmetic throughput.
int lanes_of(int major, int minor) {
  if (major == 7 || (major == 8 && minor == 0)) return 64;
  return major >= 8 ? 128 : 0;
}

/// The link as the system has it, '' where it does not say (a virtual machine).
std::string pcie_link(const cudaDeviceProp& properties) {
  char id[64];
  std::snprintf(id, sizeof id, "%04x:%02x:%02x.0", static_cast<unsigned>(properties.pciDomainID),
                static_cast<unsigned>(properties.pciBusID), static_cast<unsigned>(properties.pciDeviceID));
  const std::string folder = std::string("/sys/bus/pci/devices/") + id;
  // The highest, not the current one: an idle GPU lowers its link.
  const std::string speed = first_line(folder + "/max_link_speed"), width = first_line(folder + "/max_link_width");
  double rate = 0.0;
  std::from_chars(speed.data(), speed.data() + speed.size(), rate);
  const struct {
    double rate;
    const char* generation;
  } generations[] = {{2.5, "1.0"}, {5.0, "2.0"}, {8.0, "3.0"}, {16.0, "4.0"}, {32.0, "5.0"}, {64.0, "6.0"}};
  for (const auto& known : generations)
    if (rate == known.rate && !width.empty() && width != "0" && width != "255")
      return std::string("PCIe ") + known.generation + " x" + width;
  return "";
}

/// From '… Kernel Module  580.65.06  Release Build …', '' where there is no such file.
std::string driver_version() {
  const std::string module = first_line("/sys/module/nvidia/version");
  if (!module.empty()) return module;
  const std::string line = first_line("/proc/driver/nvidia/version");
  for (std::size_t i = 0; i + 1 < line.size(); ++i)
    if (line[i] == ' ' && std::isdigit(static_cast<unsigned char>(line[i + 1])) != 0)
      return line.substr(i + 1, line.find(' ', i + 1) - i - 1);
  return "";
}

/// 13000 -> '13.0'.
std::string cuda_version(int number) {
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

std::string no_code_for(const DeviceInfo& device) {
  return say(
      "this program holds no code for %1 (compute capability %2.%3); configure it with "
      "-DCMAKE_CUDA_ARCHITECTURES=%2%3",
      device.name, device.major, device.minor);
}

}  // namespace

bool holds_code_for(std::string_view architectures, int major, int minor) {
  while (!architectures.empty()) {
    const std::string_view one = architectures.substr(0, architectures.find(','));
    architectures.remove_prefix(std::min(one.size() + 1, architectures.size()));
    int number = 0;
    const auto [end, error] = std::from_chars(one.data(), one.data() + one.size(), number);
    if (error != std::errc{}) return true;  // 'native', 'all': code_check() will see
    const std::string_view suffix(end, one.data() + one.size());
    const bool exactly = suffix.starts_with('a');  // 90a runs on nothing else
    const bool real = !suffix.ends_with("-virtual"), virtually = !suffix.ends_with("-real");
    const int own_major = number / 10, own_minor = number % 10;
    if (own_major == major && own_minor == minor) return true;
    if (exactly) continue;
    if (real && own_major == major && own_minor < minor) return true;
    if (virtually && (own_major < major || (own_major == major && own_minor < minor))) return true;
  }
  return false;
}

Probe look_for_device(int number) {
  Probe probe;
  DeviceInfo& device = probe.device;
  device.driver = driver_version();
  (void)cudaRuntimeGetVersion(&device.runtime_cuda);
  probe.counted = cudaGetDeviceCount(&probe.count);
  if (cudaDriverGetVersion(&device.driver_cuda) != cudaSuccess) device.driver_cuda = 0;
  cudaGetLastError();
  if (probe.counted != cudaSuccess || probe.count == 0) return probe;

  cudaDeviceProp properties{};
  probe.asked = cudaGetDeviceProperties(&properties, number);
  if (probe.asked != cudaSuccess) {
    cudaGetLastError();
    return probe;
  }
  device.number = number;
  device.name = properties.name;
  device.multiprocessors = properties.multiProcessorCount;
  device.memory_gib = static_cast<double>(properties.totalGlobalMem) / (1024.0 * 1024.0 * 1024.0);
  device.major = properties.major, device.minor = properties.minor;
  device.lanes = lanes_of(device.major, device.minor);
  device.clock_ghz = attribute(cudaDevAttrClockRate, number) * 1e-6;
  device.memory_clock_ghz = attribute(cudaDevAttrMemoryClockRate, number) * 1e-6;
  device.memory_gb_per_s = 2.0 * device.memory_clock_ghz * properties.memoryBusWidth / 8.0;  // two transfers a clock
  device.pcie = pcie_link(properties);
  probe.has_code = holds_code_for(MLPLAB_CUDA_ARCHITECTURES, device.major, device.minor);
  return probe;
}

std::string Probe::why_not() const {
  if (counted == cudaErrorInsufficientDriver && device.driver_cuda == 0) return say("no CUDA device: driver not found");
  if (counted == cudaErrorInsufficientDriver)
    return say("no CUDA device: the driver is too old, it knows CUDA %1 and this program needs %2; install a newer one",
               cuda_version(device.driver_cuda), cuda_version(device.runtime_cuda));
  if (counted == cudaErrorNoDevice || (counted == cudaSuccess && count == 0))
    return say("no CUDA device: the driver is there but finds none");
  if (counted != cudaSuccess) return say("no CUDA device: %1", describe(counted));
  if (asked != cudaSuccess) return say("the CUDA device does not answer: %1", describe(asked));
  return has_code ? "" : no_code_for(device);
}

const Probe& probed_device(int number) {
  static std::mutex mutex;
  static std::map<int, Probe> probes;
  const std::lock_guard lock(mutex);
  const auto known = probes.find(number);
  return known != probes.end() ? known->second : probes.emplace(number, look_for_device(number)).first->second;
}

int device_count() {
  int count = 0;
  const bool counted = cudaGetDeviceCount(&count) == cudaSuccess;
  cudaGetLastError();
  return counted ? count : 0;
}

void check_device(int number) {
  const int count = device_count();
  if (number < 0 || number >= count)
    throw UsageError(count == 1 ? say("there is no GPU %1: this machine has one, its number is 0", number)
                                : say("there is no GPU %1: this machine has %2, their numbers are 0 to %3", number,
                                      count, count - 1),
                     "options.device");
  if (const std::string why_not = probed_device(number).why_not(); !why_not.empty()) throw BackendError(why_not);
}

int use_device(int number) {
  check(cudaSetDevice(number), to_say("choose the GPU"));
  int capability = 0;
  const cudaError_t result = code_check(&capability);
  if (result == cudaErrorNoKernelImageForDevice || result == cudaErrorInvalidDeviceFunction) {
    cudaGetLastError();
    throw BackendError(no_code_for(probed_device(number).device));
  }
  check(result, to_say("start the GPU"));
  return capability;
}

std::string in_words(const DeviceInfo& device) {
  // In the C locale: runs are compared by it.
  constexpr const char* capability = " GiB, compute capability ";  // untranslated: runs keep it
  std::string words = device.name + (device.number == 0 ? "" : " (GPU " + std::to_string(device.number) + ")") + ", " +
                      std::to_string(device.multiprocessors) + " SMs, " + with_decimals(device.memory_gib, 0) +
                      capability + std::to_string(device.major) + "." + std::to_string(device.minor);
  if (device.clock_ghz > 0) words += ", " + with_decimals(device.clock_ghz, 2) + " GHz";
  if (device.memory_clock_ghz > 0)
    words += ", memory " + with_decimals(device.memory_clock_ghz, 2) + " GHz (" +
             with_decimals(device.memory_gb_per_s, 0) + " GB/s)";
  if (!device.pcie.empty()) words += ", " + device.pcie;
  words += ", driver " + device.driver + (device.driver.empty() ? "" : " ") + "(CUDA " +
           cuda_version(device.driver_cuda) + "), runtime " + cuda_version(device.runtime_cuda);
  return words;
}

}  // namespace mlplab::gpu
