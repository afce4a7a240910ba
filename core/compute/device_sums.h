// Sums of the gradients of a team on its devices, for all backends of one kind: the communicator between the host's
// processes then only connects them (Communicator::sums_on_devices). The list is made from the add_provider lines
// (cmake/backends.cmake).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/compute/backend_table.h"

namespace mlplab {

struct DeviceSums {
  BackendKind kind;
  /// '' where it can, else the exact reason. May take a while: a library of some hundred MB is opened.
  std::function<std::string()> why_not;
  /// How many devices there are here; 0 where there is no driver.
  std::function<int()> devices;
};

const std::vector<DeviceSums>& device_sums();

}  // namespace mlplab
