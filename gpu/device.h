// Which GPU there is, or why there is none that this program can use.
#pragma once

#include <cuda_runtime_api.h>

#include <string>
#include <string_view>

namespace mlplab::gpu {

struct DeviceInfo {
  int number = 0;  // as CUDA counts them, from 0
  std::string name;
  int multiprocessors = 0;
  int lanes = 0;  // FP32 units of a multiprocessor; 0 where not known
  double memory_gib = 0.0;
  int major = 0, minor = 0;                                               // compute capability
  double clock_ghz = 0.0, memory_clock_ghz = 0.0, memory_gb_per_s = 0.0;  // at most; 0 where the driver does not say
  std::string pcie;                                                       // 'PCIe 5.0 x16', '' where unknown
  std::string driver;                                                     // '580.65.06'
  int driver_cuda = 0, runtime_cuda = 0;                                  // 13000 is CUDA 13.0

  /// Multiply-adds of all units at the highest clock, as floating-point operations per second: 2 · multiprocessors ·
  /// lanes · clock. 0 where not known.
  double peak_flops() const { return 2.0 * multiprocessors * lanes * clock_ghz * 1e9; }
};

struct Probe {
  DeviceInfo device;
  cudaError_t counted = cudaSuccess;  // what CUDA says when it is asked for the number of devices
  cudaError_t asked = cudaSuccess;    // the same for this device
  int count = 0;
  bool has_code = true;

  /// '' where the device can be used.
  std::string why_not() const;
};

/// Whether code for one of `architectures`, as in CMAKE_CUDA_ARCHITECTURES but with commas ('75,80-real,90a'), runs on
/// a device of this compute capability: binaries on later ones of the same major version, PTX on all later ones (CUDA
/// C++ Programming Guide, binary and PTX compatibility). True where a name says no number ('native').
bool holds_code_for(std::string_view architectures, int major, int minor);

/// Looks now: whether there is a driver, a device, and code in this program for it. Makes no context on the device:
/// that takes a while and some hundred MB there, and every start lists the backends.
Probe look_for_device(int number = 0);
/// The first look's result: a device does not come and go while a program runs, and starting the driver takes a while.
const Probe& probed_device(int number = 0);
/// How many there are; 0 where there is no driver.
int device_count();
/// Throws UsageError where there is no device of this number, BackendError where it cannot be used.
void check_device(int number);
/// Makes this device the current one of this thread and starts it. Throws BackendError where the device cannot be used
/// or this program has no code for it. Returns the compute capability that the code was compiled for: 90 is 9.0.
int use_device(int number);

/// 'NVIDIA H200, 132 SMs, 140 GiB, compute capability 9.0, …'.
std::string in_words(const DeviceInfo& device);

}  // namespace mlplab::gpu
