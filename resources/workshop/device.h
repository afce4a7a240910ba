// The part of harness.cpp for kernels that compute on a GPU: the device is opened before the process is confined, for
// NVIDIA's driver opens files for writing and starts threads, and of files only the driver's own stay writable.
#pragma once

#include <dlfcn.h>
#include <glob.h>

#include <cstring>
#include <string>
#include <vector>

namespace mlplab_workshop {

/// Files that the driver's part in this process opens for writing, at any time.
inline std::vector<std::string> driver_files() {
  std::vector<std::string> all;
  glob_t found{};
  if (::glob("/dev/nvidia*", 0, nullptr, &found) == 0) all.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  return all;
}

/// Opens the first GPU and its context, which the runtime in the kernel's library then finds. '' or what failed: these
/// functions of the driver are the stable interface cuda.h declares.
inline std::string open_device() {
  void* driver = ::dlopen("libcuda.so.1", RTLD_NOW);
  if (driver == nullptr) return ::dlerror();
  const auto function = [&](const char* name) { return ::dlsym(driver, name); };
  const auto begin = reinterpret_cast<int (*)(unsigned)>(function("cuInit"));
  const auto get = reinterpret_cast<int (*)(int*, int)>(function("cuDeviceGet"));
  const auto retain = reinterpret_cast<int (*)(void**, int)>(function("cuDevicePrimaryCtxRetain"));
  const auto use = reinterpret_cast<int (*)(void*)>(function("cuCtxSetCurrent"));
  if (begin == nullptr || get == nullptr || retain == nullptr || use == nullptr) return "not a driver: libcuda.so.1";
  int device = 0;
  void* context = nullptr;
  for (const int error : {begin(0), get(&device, 0), retain(&context, device), use(context)})
    if (error != 0) return "CUDA error " + std::to_string(error);
  return {};
}

/// What the library exports beside the kernel (device_clock.cu).
struct DeviceFunctions {
  const char* (*failure)() = nullptr;  // waits; null, or what CUDA says is wrong
  void (*clock)(int on) = nullptr;
  const double* (*parts)() = nullptr;  // seconds of each part since the clock was turned on

  /// False where one is missing.
  bool find(void* library) {
    failure = reinterpret_cast<const char* (*)()>(::dlsym(library, "mlplab_device_failure"));
    clock = reinterpret_cast<void (*)(int)>(::dlsym(library, "mlplab_device_clock"));
    parts = reinterpret_cast<const double* (*)()>(::dlsym(library, "mlplab_device_parts"));
    return failure != nullptr && clock != nullptr && parts != nullptr;
  }
};

}  // namespace mlplab_workshop
