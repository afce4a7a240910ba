// The fastest: data on the device, a step in a few fused kernels, one graph of many steps per launch. The device's
// ladder of products is its as well, and the poolings by windows.
#include "core/base/language.h"
#include "core/compute/backends.h"
#include "gpu/cuda_backend.h"
#include "gpu/ladder.h"
#include "gpu/window_poolings.h"

namespace mlplab {
namespace {

std::vector<ProductRung> climb_square(int n, int repeats, double time_s) {
  gpu::LadderShape shape;
  shape.m = shape.n = shape.k = n;
  std::vector<ProductRung> rungs;
  for (const gpu::LadderResult& result : gpu::climb(shape, {.repeats = repeats, .time_s = time_s}))
    rungs.push_back({result.rung, result.error, result.wrong, result.time_s, result.spread});
  return rungs;
}

}  // namespace

BackendEntry cuda_backend() {
  return gpu::cuda_entry("cuda", "CUDA", to_say("GPU, a step in a few fused kernels, many steps captured as one graph"),
                         gpu::Style::fused, gpu::Placement::resident);
}

DeviceMeters cuda_device_meters() { return gpu::cuda_meters(); }
DeviceSums cuda_device_sums() { return gpu::cuda_sums(); }
ProductLadder cuda_product_ladder() { return {"cuda", gpu::ladder_rungs, climb_square}; }
WindowPoolings cuda_window_poolings() { return gpu::window_poolings(); }

}  // namespace mlplab
