// Questions to what some backends have beside training.
#include <algorithm>

#include "core/compute/device_meters.h"
#include "core/compute/machine_rates.h"

namespace mlplab {
namespace {

/// Null where none can measure for so many workers here.
const MachineRates* rates_for(int workers) {
  const auto found = std::ranges::find_if(machine_rates(), [workers](const MachineRates& rates) {
    const BackendEntry& entry = find_backend(rates.backend);
    return entry.why_not().empty() && workers <= entry.workers_max();
  });
  return found == machine_rates().end() ? nullptr : &*found;
}

}  // namespace

double multiply_add_peak(int workers) {
  const MachineRates* rates = rates_for(workers);
  return rates == nullptr ? 0.0 : rates->peak(workers);
}

double reading_rate(int workers, std::size_t bytes) {
  const MachineRates* rates = rates_for(workers);
  return rates == nullptr ? 0.0 : rates->reading(workers, bytes);
}

const DeviceMeters* meters_of(const std::string& backend) {
  const auto found = std::ranges::find(device_meters(), find_backend(backend).kind, &DeviceMeters::kind);
  return found == device_meters().end() ? nullptr : &*found;
}

}  // namespace mlplab
