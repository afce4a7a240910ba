// The meters of what computes beside the processors: its energy and its load, for all backends of one kind. The list is
// made from the add_provider lines (cmake/backends.cmake).
#pragma once

#include "core/compute/backend_table.h"
#include "core/machine/energy/meter.h"
#include "core/machine/load.h"

namespace mlplab {

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

}  // namespace mlplab
