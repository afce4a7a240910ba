// The backends of this folder's tests: the GPU's, made to run on the host, and the reference. Takes the place of the
// table that CMake generates.
#include "core/compute/backend_table.h"

#include "core/compute/device_meters.h"
#include "core/compute/machine_rates.h"
#include "core/operations/product_ladder.h"
#include "core/operations/window_poolings.h"

namespace mlplab {

BackendEntry sequential_backend();
BackendEntry cuda_naive_backend();
BackendEntry cuda_tiled_backend();
BackendEntry cuda_backend();
DeviceMeters cuda_device_meters();
ProductLadder cuda_product_ladder();
WindowPoolings cuda_window_poolings();

const std::vector<BackendEntry>& backend_table() {
  static const std::vector<BackendEntry> table = {sequential_backend(), cuda_naive_backend(), cuda_tiled_backend(),
                                                  cuda_backend()};
  return table;
}

const std::vector<MachineRates>& machine_rates() {
  static const std::vector<MachineRates> none;
  return none;
}

const std::vector<DeviceMeters>& device_meters() {
  static const std::vector<DeviceMeters> list = {cuda_device_meters()};
  return list;
}

const std::vector<ProductLadder>& product_ladders() {
  static const std::vector<ProductLadder> list = {cuda_product_ladder()};
  return list;
}

const std::vector<WindowPoolings>& all_window_poolings() {
  static const std::vector<WindowPoolings> list = {cuda_window_poolings()};
  return list;
}

}  // namespace mlplab
