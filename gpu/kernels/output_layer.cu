// Logits, softmax, loss, its gradient, and the gradient of the layer before: with ten classes each of these is too
// small to fill a GPU or to be worth a launch, so one warp does them all for one row, the logits never leaving shared
// memory.
#include "gpu/kernels/loss.cuh"
#include "gpu/kernels/output_layer.h"

namespace mlplab::gpu {
namespace {

constexpr int warps = 4;

__global__ void __launch_bounds__(warps * 32) a_warp_a_row(OutputLayer layer) {
  __shared__ float outputs[warps][max_fused_classes], gradients[warps][max_fused_classes];
  let_next_kernel_begin();
  wait_for_kernel_before();
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  const int i = static_cast<int>(blockIdx.x) * warps + warp;
  if (i >= layer.rows) return;  // the whole warp; only warps meet below
  float* const output = outputs[warp];
  float* const gradient = gradients[warp];
  const float* const input = layer.input + static_cast<std::size_t>(i) * layer.in;
  for (int c = 0; c < layer.classes; ++c) {
    const float* const w = layer.w + static_cast<std::size_t>(c) * layer.in;
    float sum = 0.0F;
    for (int h = lane; h < layer.in; h += 32) sum += input[h] * w[h];
    sum = warp_sum(sum);
    if (lane == 0) output[c] = activate(layer.activation, sum + layer.b[c]);
  }
  __syncwarp();
  const int label = layer.batch.labels[row_of(layer.batch, i)];
  const RowResult result = row_loss<32>(layer.loss, layer.rows, layer.classes, output, label, gradient, lane);
  if (lane == 0) layer.results[i] = result;
  if (layer.input_delta == nullptr) return;
  for (int c = lane; c < layer.classes; c += 32) {
    gradient[c] *= slope(layer.activation, output[c]);
    layer.delta[static_cast<std::size_t>(i) * layer.classes + c] = gradient[c];
  }
  __syncwarp();
  for (int h = lane; h < layer.in; h += 32) {
    float sum = 0.0F;
    for (int c = 0; c < layer.classes; ++c) sum += gradient[c] * layer.w[static_cast<std::size_t>(c) * layer.in + h];
    layer.input_delta[static_cast<std::size_t>(i) * layer.in + h] = sum * slope(layer.input_activation, input[h]);
  }
}

}  // namespace

cudaError_t output_layer(cudaStream_t stream, const OutputLayer& layer) {
  return launch_early(layer.early, a_warp_a_row, blocks_for(layer.rows, warps), warps * 32, stream, layer);
}

}  // namespace mlplab::gpu
