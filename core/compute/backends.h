// The backends of a program: their table, and lists of what only some of them have. CMake makes the lists from the
// add_backend and add_provider lines (cmake/backends.cmake) in a library above this one, and each program passes them
// in. To add a list: a member here, its name in cmake/backends.cmake and in all_backends.cpp.in.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/compute/backend_table.h"
#include "core/machine/energy/meter.h"
#include "core/machine/load.h"

namespace mlplab {

/// The rates of this machine's processors, measured by the backends that can: the first of the list that is usable for
/// so many workers.
struct MachineRates {
  std::string backend;  // that computes it, and has so many workers
  /// The multiply-add units of `workers` processors, in operations per second. Takes some 50 ms.
  std::function<double(int workers)> peak;
  /// Reading, in bytes per second of `workers` together, each its own `bytes`.
  std::function<double(int workers, std::size_t bytes)> reading;
};

const std::vector<MachineRates>& machine_rates();

/// Measured by the first that can; 0 where none can. Throws BackendError.
double multiply_add_peak(int workers);
double reading_rate(int workers, std::size_t bytes);

/// The meters of what computes beside the processors: its energy and its load, for all backends of one kind.
struct DeviceMeters {
  BackendKind kind;
  /// For a run's process `local_rank` with these options (core/launch/energy_watch.h).
  std::function<EnergyMeters(const BackendOptions&)> energy;
  /// How busy it is now, and its memory (core/launch/load_watch.h); cheap enough for two calls per second.
  std::function<DeviceLoad(const BackendOptions&)> load;
};

const std::vector<DeviceMeters>& device_meters();
/// Null where there are none for such a backend.
const DeviceMeters* meters_of(const std::string& backend);

/// Sums of the gradients of a team on its devices, for all backends of one kind: the communicator between the host's
/// processes then only connects them (Communicator::sums_on_devices).
struct DeviceSums {
  BackendKind kind;
  /// '' where it can, else the exact reason. May take a while: a library of some hundred MB is opened.
  std::function<std::string()> why_not;
  /// How many devices there are here; 0 where there is no driver.
  std::function<int()> devices;
};

const std::vector<DeviceSums>& device_sums();

/// One rung of a ladder of matrix products, at one size.
struct ProductRung {
  std::string name;
  std::string why_not;  // '' or why there is no time: a wrong result, a library that is missing
  bool wrong = false;   // the first of these
  double time_s = 0.0;  // median of the repeats
  double spread = 0.0;  // (largest - smallest) / median of the repeats
};

/// Kernels of matrix products that stand one above the other, each what one more improvement is worth, on a device: one
/// ladder for each kind of device.
struct ProductLadder {
  std::string backend;                              // whose device it is
  std::function<std::vector<std::string>()> rungs;  // their names, lowest first; callable where it cannot run, too
  /// All rungs at the product of n × n matrices, each verified first. Throws BackendError.
  std::function<std::vector<ProductRung>(int n, int repeats, double time_s)> climb;
};

const std::vector<ProductLadder>& product_ladders();

/// An image [side, side] with its border of zeros, and its windows.
struct WindowPooling {
  int side = 0, kernel = 0, stride = 0, outputs = 0;
};

/// Max poolings that multiply each window by the identity and then take the largest number, as a published study does
/// (core/operations/pooling.h), on a device.
struct WindowPoolings {
  struct Way {
    std::string id, title;  // the title in English: say() it
  };
  std::string backend;                     // whose device it is
  std::function<std::vector<Way>()> ways;  // callable where it cannot run, too
  /// Ready for an image. The function returned computes y [outputs, outputs] and waits. Throws BackendError.
  std::function<std::function<void(float* y)>(const std::string& way, const WindowPooling& of,
                                              const std::vector<float>& padded)>
      make;
};

const std::vector<WindowPoolings>& all_window_poolings();

struct Backends {
  std::vector<BackendEntry> table;
  std::vector<BackendFamily> families;
  std::vector<MachineRates> machine_rates;
  std::vector<DeviceMeters> device_meters;
  std::vector<DeviceSums> device_sums;
  std::vector<ProductLadder> product_ladders;
  std::vector<WindowPoolings> window_poolings;
};

/// For the beginning of a program. `make` is called once, at the first question to one of the lists.
void set_backends(Backends (*make)());

}  // namespace mlplab
