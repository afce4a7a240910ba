// The backends of this folder's tests: the GPU's, made to run on the host, and the reference.
#include "core/compute/backends.h"

namespace mlplab {

BackendEntry sequential_backend();
BackendEntry cuda_naive_backend();
BackendEntry cuda_tiled_backend();
BackendEntry cuda_backend();
DeviceMeters cuda_device_meters();
DeviceSums cuda_device_sums();
ProductLadder cuda_product_ladder();
WindowPoolings cuda_window_poolings();

namespace {

Backends host_backends() {
  Backends all;
  all.table = {sequential_backend(), cuda_naive_backend(), cuda_tiled_backend(), cuda_backend()};
  all.device_meters = {cuda_device_meters()};
  all.device_sums = {cuda_device_sums()};
  all.product_ladders = {cuda_product_ladder()};
  all.window_poolings = {cuda_window_poolings()};
  return all;
}

[[maybe_unused]] const bool given = (set_backends(host_backends), true);

}  // namespace
}  // namespace mlplab
