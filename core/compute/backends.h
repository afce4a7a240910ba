// The backends of a program: their table, and lists of what only some of them have. CMake makes the lists
// (cmake/backends.cmake) in a library above this one, and each program passes them in. To add a list: a member here,
// its name in cmake/backends.cmake and in all_backends.cpp.in.
#pragma once

#include "core/compute/backend_family.h"
#include "core/compute/backend_table.h"
#include "core/compute/device_meters.h"
#include "core/compute/device_sums.h"
#include "core/compute/machine_rates.h"
#include "core/compute/product_ladder.h"
#include "core/compute/window_poolings.h"

namespace mlplab {

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
