// The lists that the program has passed in, and questions to what some backends have beside training.
#include "core/compute/backends.h"

#include <algorithm>
#include <cstdlib>

namespace mlplab {
namespace {

Backends (*maker)() = nullptr;

const Backends& backends() {
  static const Backends all = [] {
    if (maker == nullptr) std::abort();  // a program that forgot set_backends()
    return maker();
  }();
  return all;
}

/// Null where none can measure for so many workers here.
const MachineRates* rates_for(int workers) {
  const auto found = std::ranges::find_if(machine_rates(), [workers](const MachineRates& rates) {
    const BackendEntry& entry = find_backend(rates.backend);
    return entry.why_not().empty() && workers <= entry.workers_max();
  });
  return found == machine_rates().end() ? nullptr : &*found;
}

}  // namespace

void set_backends(Backends (*make)()) { maker = make; }

const std::vector<BackendEntry>& backend_table() { return backends().table; }
const std::vector<BackendFamily>& backend_families() { return backends().families; }
const std::vector<MachineRates>& machine_rates() { return backends().machine_rates; }
const std::vector<DeviceMeters>& device_meters() { return backends().device_meters; }
const std::vector<DeviceSums>& device_sums() { return backends().device_sums; }
const std::vector<ProductLadder>& product_ladders() { return backends().product_ladders; }
const std::vector<WindowPoolings>& all_window_poolings() { return backends().window_poolings; }

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
