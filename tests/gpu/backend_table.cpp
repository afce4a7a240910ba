// The backends of this folder's tests: the GPU's, made to run on the host, and the reference. Takes the place of the
// table that CMake generates.
#include "core/compute/backend_table.h"

namespace mlplab {

BackendEntry sequential_backend();
BackendEntry cuda_naive_backend();
BackendEntry cuda_tiled_backend();
BackendEntry cuda_backend();

const std::vector<BackendEntry>& backend_table() {
  static const std::vector<BackendEntry> table = {sequential_backend(), cuda_naive_backend(), cuda_tiled_backend(),
                                                  cuda_backend()};
  return table;
}

}  // namespace mlplab
