// A step at the limit of latency: weights stay in registers from step to step, blocks meet in each other's shared
// memory, and nothing waits for a launch or for global memory. A batch is taken in turns of 64 rows. In each turn
//   every block, by its 16 units: activations of the hidden layer, and what they add to the logits → owner of the row
//   the owner (row i: block i % 16): logits, loss, ∂loss/∂logits → every block
//   every block: gradients of its units' weights; after the last turn, the step.
// Products with the pixels are done by tensor cores in half precision without its error: a pixel, 0 … 255, is a half;
// a weight (times 256) or a delta (times a power of two) is the sum of two, which keep 22 bits; 1/255 comes last.
// The order of writes: a block's logits of turn k say that it is done with turn k - 1, and deltas come only after the
// logits of all blocks. So inboxes are free again when deltas come, and pixels of turn k + 2 can be sent over those of
// k - 1.
#include "gpu/kernels/cluster.cuh"
#include "gpu/kernels/loss.cuh"
#include "gpu/kernels/persistent_step.h"

namespace mlplab::gpu {
namespace persistent {  // its names are those of other kernels, too
namespace {

using Parameters = PersistentSteps;

constexpr int threads = 512, warps = threads / 32;
constexpr int blocks = Parameters::blocks, units = Parameters::units_of_block, slots = Parameters::slots;
constexpr int most_classes = Parameters::max_classes;
constexpr int rows = slots * blocks;  // of a turn
constexpr int pass_rows = 32;         // of them, whose products are in registers at once
constexpr int buffers = 3;            // of the turn that runs and of the two after it
static_assert(units == warps && most_classes == warps && rows == 2 * pass_rows);

/// A block's shared memory. Lines are padded so that the 32 lanes of a warp read from different banks.
struct Arena {
  std::uint64_t pixels_came[buffers], logits_came, deltas_came;
  alignas(16) unsigned char pixels[buffers][rows * Parameters::max_inputs];  // [row], `line` bytes each
  float parts[warps][units][pass_rows + 8];  // what each warp's inputs add to the hidden layer
  float hidden[units][rows + 2];
  alignas(16) float w2[units][most_classes];              // 0 for classes that there are not
  alignas(16) float logits[blocks][slots][most_classes];  // inbox, by sender
  alignas(16) float deltas[rows][most_classes + 4];       // inbox
  alignas(16) float own_deltas[slots][most_classes];
  float outputs[slots][most_classes];
  std::uint32_t delta_high[units][rows / 2 + 4], delta_low[units][rows / 2 + 4];  // pairs of halves
  float delta_unscale[units];
  float b1[units], b2[most_classes];
  std::int32_t labels[buffers][slots];
  Totals of_rows[slots];  // this block's
};
static_assert(sizeof(Arena) <= 227 * 1024, "a block has 227 KB of shared memory, compute capability 9.0");

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900  // older ones have no clusters: the kernel is empty for them

constexpr int chunk = 16;  // inputs that one instruction takes
constexpr int chunks_of_warp = (Parameters::max_inputs / chunk + warps - 1) / warps;
constexpr float weight_scale = 256.0F;

/// Which rows a turn takes.
struct Turn {
  int step;
  int begin;    // in the order
  int count;    // up to `rows`
  int of_step;  // rows of the whole step
  bool last;    // of its step
};

__device__ inline Turn turn_of(const Parameters& p, int step, int done) {
  const int begin = (p.first + step) * p.batch;
  const int of_step = p.n - begin < p.batch ? p.n - begin : p.batch;
  const int left = of_step - done;
  return {step, begin + done, left < rows ? left : rows, of_step, left <= rows};
}

__device__ inline Turn turn_after(const Parameters& p, const Turn& turn) {
  if (turn.last) return turn_of(p, turn.step + 1, 0);
  return turn_of(p, turn.step, turn.begin - (p.first + turn.step) * p.batch + turn.count);
}

/// Bytes from row to row: an odd number of times 16, so that 8 rows lie in different banks.
__device__ inline int line_of(const Parameters& p) { return p.inputs / chunk % 2 == 0 ? p.inputs + chunk : p.inputs; }

/// The pixels of the rows that this block owns, on their way to all; its labels.
__device__ inline void fetch(const Parameters& p, Arena& a, int self, const Turn& turn, int buffer) {
  const int slot = static_cast<int>(threadIdx.x);
  if (slot == 0) expect_bytes(&a.pixels_came[buffer], static_cast<unsigned>(turn.count * p.inputs));
  const int row = slot * blocks + self;
  if (slot >= slots || row >= turn.count) return;
  const std::size_t example = p.order[turn.begin + row];
  send_to_all(a.pixels[buffer] + row * line_of(p), p.features + example * p.inputs, static_cast<unsigned>(p.inputs),
              &a.pixels_came[buffer], blocks);
  a.labels[buffer][slot] = p.labels[example];
}

/// The largest power of two that leaves values up to `largest` a half; 1 where there is nothing to scale.
__device__ inline float scale_for(float largest) {
  if (!(largest > 0.0F) || largest == INFINITY) return 1.0F;
  int exponent = 0;
  frexpf(largest, &exponent);  // largest < 2^exponent
  return ldexpf(1.0F, exponent < -100 ? 115 : 15 - exponent);
}

/// The first layer's weights of a block, spread over its warps: warp w has the inputs 16 · (w + 16 s) … of s = 0, 1, …
/// of all units. Lane 4g + t holds of each the inputs 4t … 4t + 3 of the units g and g + 8, in the order of the
/// registers of multiply_tile(): {g: 4t, 4t + 1}, {g + 8}, {g: 4t + 2, 4t + 3}, {g + 8}. So they are matrix A of the
/// product forwards, and, four by four, matrix C of the gradient's.
__device__ inline int unit_at(int g, int i) { return i / 2 % 2 == 0 ? g : g + 8; }
__device__ inline int input_at(int t, int i) { return 4 * t + i / 4 * 2 + i % 2; }

struct Place {
  int warp, lane, g, t;
};

/// parts[warp] = what this warp's inputs add to the units of 8 · tiles rows from `first`, not scaled back. Rows past
/// the turn's are multiplied, too: a branch for each tile would put every load behind the product before it.
template <int tiles>
__device__ inline void multiply_forward(const Parameters& p, Arena& a, const Place& at,
                                        const float (&w)[chunks_of_warp][8], const unsigned char* pixels, int first) {
  float sums[tiles][4] = {};
  const int line = line_of(p);
#pragma unroll
  for (int s = 0; s < chunks_of_warp; ++s) {
    const int begin = (at.warp + warps * s) * chunk;
    if (begin >= p.inputs) break;
    std::uint32_t words[tiles], high[4], low[4];
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile)
      words[tile] =
          *reinterpret_cast<const std::uint32_t*>(pixels + (first + 8 * tile + at.g) * line + begin + 4 * at.t);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const float x = w[s][2 * i] * weight_scale, y = w[s][2 * i + 1] * weight_scale;
      high[i] = pair_of_halves(x, y);
      low[i] = pair_of_halves(x - low_half(high[i]), y - high_half(high[i]));
    }
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile) {
      const std::uint32_t b[2] = {halves_of_bytes(__byte_perm(words[tile], 0, 0x4140)),
                                  halves_of_bytes(__byte_perm(words[tile], 0, 0x4342))};
      multiply_tile(sums[tile], low, b);
      multiply_tile(sums[tile], high, b);
    }
  }
#pragma unroll
  for (int tile = 0; tile < tiles; ++tile)
#pragma unroll
    for (int i = 0; i < 4; ++i) a.parts[at.warp][unit_at(at.g, i)][8 * tile + 2 * at.t + i % 2] = sums[tile][i];
}

/// The activations of unit `warp`, from all warps' parts.
__device__ inline void finish_hidden(const Parameters& p, Arena& a, const Place& at, int first) {
  const int used = p.inputs / chunk < warps ? p.inputs / chunk : warps;
  float sum = 0.0F;
  for (int w = 0; w < used; ++w) sum += a.parts[w][at.warp][at.lane];
  a.hidden[at.warp][first + at.lane] =
      activate(p.hidden_activation, sum * (pixel_scale / weight_scale) + a.b1[at.warp]);
}

/// Sends what this block's units add to the logits; each row's part goes to the row's owner.
__device__ inline void send_logits(const Parameters& p, Arena& a, int self, const Turn& turn) {
  const int row = static_cast<int>(threadIdx.x) % rows, group = static_cast<int>(threadIdx.x) / rows;
  if (row >= turn.count || 4 * group >= p.classes) return;
  float4 sum = {0.0F, 0.0F, 0.0F, 0.0F};
#pragma unroll
  for (int u = 0; u < units; ++u) {
    const float h = a.hidden[u][row];
    const float4 w = *reinterpret_cast<const float4*>(&a.w2[u][4 * group]);
    sum.x += h * w.x, sum.y += h * w.y, sum.z += h * w.z, sum.w += h * w.w;
  }
  send(reinterpret_cast<float4*>(&a.logits[self][row / blocks][4 * group]), &a.logits_came,
       static_cast<unsigned>(row % blocks), sum);
}

/// One warp: loss and deltas of the row that this block owns in `slot`, the deltas to all.
__device__ inline RowResult finish_row(const Parameters& p, Arena& a, const Place& at, int slot, int row,
                                       const Turn& turn, int label) {
  const int c = at.lane % most_classes;
  float sum = 0.0F;
  for (int sender = 0; sender < blocks; ++sender) sum += a.logits[sender][slot][c];
  if (at.lane < p.classes) a.outputs[slot][c] = activate(p.activation, sum + a.b2[c]);
  if (at.lane < most_classes) a.own_deltas[slot][c] = 0.0F;
  __syncwarp();
  const RowResult result =
      row_loss<32>(p.loss, turn.of_step, p.classes, a.outputs[slot], label, a.own_deltas[slot], at.lane);
  if (at.lane < p.classes) a.own_deltas[slot][c] *= slope(p.activation, a.outputs[slot][c]);
  __syncwarp();
  const int groups = (p.classes + 3) / 4;
  for (int i = at.lane; i < groups * blocks; i += 32) {
    const int group = i / blocks;
    send(reinterpret_cast<float4*>(&a.deltas[row][4 * group]), &a.deltas_came, static_cast<unsigned>(i % blocks),
         *reinterpret_cast<const float4*>(&a.own_deltas[slot][4 * group]));
  }
  return result;
}

/// Gradients so far of what a warp has beside the first layer's weights: of class `warp` the weight of unit lane % 16
/// and the bias; of unit `warp` the bias. Each in every lane that knows the weight.
struct SmallGradients {
  float w2 = 0.0F, b2 = 0.0F, b1 = 0.0F;
};

/// deltas of the hidden layer as two halves each, in the order in which multiply_backward() takes them; small
/// gradients.
__device__ inline void pass_back(const Parameters& p, Arena& a, const Place& at, const Turn& turn,
                                 SmallGradients& sums) {
  if (at.warp < p.classes) {
    const int u = at.lane % units;
    float sum = 0.0F, bias = 0.0F;
    for (int row = at.lane / units; row < turn.count; row += 2) sum += a.deltas[row][at.warp] * a.hidden[u][row];
    for (int row = at.lane; row < turn.count; row += 32) bias += a.deltas[row][at.warp];
    sums.w2 += sum + __shfl_xor_sync(all_lanes, sum, units);
    sums.b2 += warp_sum(bias);
  }
  float delta[rows / 32], largest = 0.0F;
#pragma unroll
  for (int half = 0; half < rows / 32; ++half) {
    const int row = at.lane + 32 * half;
    float sum = 0.0F;
    if (row < turn.count) {
      for (int c = 0; c < p.classes; ++c) sum += a.deltas[row][c] * a.w2[at.warp][c];
      sum *= slope(p.hidden_activation, a.hidden[at.warp][row]);
    }
    delta[half] = sum;
    largest = fmaxf(largest, fabsf(sum));
  }
  sums.b1 += warp_sum(delta[0] + delta[1]);
  for (int distance = 16; distance > 0; distance /= 2)
    largest = fmaxf(largest, __shfl_xor_sync(all_lanes, largest, distance));
  const float scale = scale_for(largest);
  if (at.lane == 0) a.delta_unscale[at.warp] = pixel_scale / scale;
#pragma unroll
  for (int half = 0; half < rows / 32; ++half) {
    // Rows 16q + 4i + t are the columns 2t, 2t + 1, 2t + 8, 2t + 9 of A for i = 0 … 3: so the four rows of each i, one
    // a lane, are read from different banks. A pair is of i and i + 1, which is lane + 4's.
    const float scaled = delta[half] * scale, next = __shfl_down_sync(all_lanes, scaled, 4);
    const int row = at.lane + 32 * half, i = row / 4 % 4, t = row % 4;
    const std::uint32_t high = pair_of_halves(scaled, next);
    const std::uint32_t low = pair_of_halves(scaled - low_half(high), next - high_half(high));
    if (i % 2 != 0) continue;
    const int at_pair = row / 16 * 8 + t + 2 * i;
    a.delta_high[at.warp][at_pair] = high, a.delta_low[at.warp][at_pair] = low;
  }
}

/// gradient += delta ᵀ pixels, of the weights that this lane has.
__device__ inline void multiply_backward(const Parameters& p, const Arena& a, const Place& at,
                                         float (&gradient)[chunks_of_warp][8], const unsigned char* pixels, int count) {
  const int line = line_of(p), odd = at.g % 2;
  const float unscale[2] = {a.delta_unscale[at.g], a.delta_unscale[at.g + 8]};
  // Bytes g % 2 and 2 + g % 2 of the lane's word are its columns of the tiles {4t, 4t + 1} and {4t + 2, 4t + 3}.
  const unsigned pick[2] = {odd == 0 ? 0x0400U : 0x0501U, odd == 0 ? 0x0602U : 0x0703U};
#pragma unroll
  for (int s = 0; s < chunks_of_warp; ++s) {
    const int begin = (at.warp + warps * s) * chunk;
    if (begin >= p.inputs) break;
    float sums[2][4] = {};
#pragma unroll 1
    for (int q = 0; 16 * q < count; ++q) {
      std::uint32_t high[4], low[4], words[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const int unit = i % 2 == 0 ? at.g : at.g + 8, pair = 8 * q + at.t + (i < 2 ? 0 : 4);
        high[i] = a.delta_high[unit][pair], low[i] = a.delta_low[unit][pair];
        words[i] =
            *reinterpret_cast<const std::uint32_t*>(pixels + (16 * q + 4 * i + at.t) * line + begin + 4 * (at.g / 2));
      }
#pragma unroll
      for (int tile = 0; tile < 2; ++tile) {
        const std::uint32_t b[2] = {halves_of_bytes(__byte_perm(words[0], words[1], pick[tile])),
                                    halves_of_bytes(__byte_perm(words[2], words[3], pick[tile]))};
        multiply_tile(sums[tile], low, b);
        multiply_tile(sums[tile], high, b);
      }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) gradient[s][i] += unscale[i / 2 % 2] * sums[i / 4][i % 4];
  }
}

__device__ inline void descend(const Parameters& p, float rate, float gradient, float& w) {
  w -= rate * (gradient + p.decay * w);
}

#endif

__global__ void __launch_bounds__(threads, 1) a_block_16_units(Parameters p) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  Arena& a = *reinterpret_cast<Arena*>(dynamic_shared());
  const int thread = static_cast<int>(threadIdx.x), self = static_cast<int>(block_of_cluster());
  const Place at = {thread / 32, thread % 32, thread % 32 / 4, thread % 4};
  const int own_unit = self * units + at.lane % units;  // of the second layer's weight that this lane has
  if (thread == 0) {
    for (std::uint64_t& arrivals : a.pixels_came) start_arrivals(&arrivals);
    start_arrivals(&a.logits_came), start_arrivals(&a.deltas_came);
    show_arrivals_to_cluster();
  }
  float w[chunks_of_warp][8], gradient[chunks_of_warp][8] = {};
  bool too_large = false;
#pragma unroll
  for (int s = 0; s < chunks_of_warp; ++s)
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      const int unit = self * units + unit_at(at.g, i), input = (at.warp + warps * s) * chunk + input_at(at.t, i);
      const bool is_one = unit < p.hidden && input < p.inputs;
      w[s][i] = is_one ? p.w1[static_cast<std::size_t>(unit) * p.inputs + input] : 0.0F;
      too_large = too_large || fabsf(w[s][i]) > Parameters::max_weight;
    }
  const bool has_w2 = at.warp < p.classes && own_unit < p.hidden;
  float w2 = has_w2 ? p.w2[static_cast<std::size_t>(at.warp) * p.hidden + own_unit] : 0.0F;
  float b2 = at.warp < p.classes ? p.b2[at.warp] : 0.0F;
  float b1 = self * units + at.warp < p.hidden ? p.b1[self * units + at.warp] : 0.0F;
  const auto show = [&] {
    if (at.lane < units) a.w2[at.lane][at.warp] = w2;
    if (at.lane == 0) a.b1[at.warp] = b1, a.b2[at.warp] = b2;
  };
  show();
  SmallGradients small;
  if (thread < slots) a.of_rows[thread] = p.totals->examples != 0 ? p.parts[thread * blocks + self] : Totals{0.0, 0, 0};
  // Everybody's arrivals have been started.
  cluster_barrier();
  Turn turn = turn_of(p, 0, 0);
  fetch(p, a, self, turn, 0);
  if (const Turn next = turn_after(p, turn); next.step < p.steps) fetch(p, a, self, next, 1);
  for (int k = 0; turn.step < p.steps; ++k, turn = turn_after(p, turn)) {
    const int buffer = k % buffers;
    const unsigned char* const pixels = a.pixels[buffer];
    const int own_rows = (turn.count - self + blocks - 1) / blocks;  // of this turn, may be 0
    if (thread == 0) {
      const int bytes_of_row = (p.classes + 3) / 4 * 16;
      expect_bytes(&a.logits_came, static_cast<unsigned>(own_rows * blocks * bytes_of_row));
      expect_bytes(&a.deltas_came, static_cast<unsigned>(turn.count * bytes_of_row));
    }
    wait_for_phase(&a.pixels_came[buffer], static_cast<unsigned>(k / buffers % 2));
    for (int first = 0; first < turn.count; first += pass_rows) {
      if (turn.count - first > pass_rows / 2)
        multiply_forward<pass_rows / 8>(p, a, at, w, pixels, first);
      else
        multiply_forward<pass_rows / 16>(p, a, at, w, pixels, first);
      __syncthreads();
      finish_hidden(p, a, at, first);
      __syncthreads();
    }
    send_logits(p, a, self, turn);
    if (at.warp < own_rows) {
      wait_for_phase(&a.logits_came, static_cast<unsigned>(k % 2));
      const RowResult row = finish_row(p, a, at, at.warp, at.warp * blocks + self, turn, a.labels[buffer][at.warp]);
      if (at.lane == 0) {
        Totals& sum = a.of_rows[at.warp];
        sum.loss_sum += row.loss, sum.correct += row.correct, ++sum.examples;
      }
    }
    wait_for_phase(&a.deltas_came, static_cast<unsigned>(k % 2));
    if (const Turn ahead = turn_after(p, turn_after(p, turn)); ahead.step < p.steps)
      fetch(p, a, self, ahead, (k + 2) % buffers);
    pass_back(p, a, at, turn, small);
    __syncthreads();
    multiply_backward(p, a, at, gradient, pixels, turn.count);
    if (!turn.last) continue;
    const float rate = p.rates[turn.step];
#pragma unroll
    for (int s = 0; s < chunks_of_warp; ++s)
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        descend(p, rate, gradient[s][i], w[s][i]);
        gradient[s][i] = 0.0F;
        too_large = too_large || fabsf(w[s][i]) > Parameters::max_weight;
      }
    // Units that the network has not keep 0: their activation need not be 0, so their gradient is not.
    if (has_w2) descend(p, rate, small.w2, w2);
    descend(p, rate, small.b2, b2), descend(p, rate, small.b1, b1);
    small = SmallGradients{};
    show();
  }
#pragma unroll
  for (int s = 0; s < chunks_of_warp; ++s)
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      const int unit = self * units + unit_at(at.g, i), input = (at.warp + warps * s) * chunk + input_at(at.t, i);
      if (unit < p.hidden && input < p.inputs) p.w1[static_cast<std::size_t>(unit) * p.inputs + input] = w[s][i];
    }
  if (has_w2 && at.lane < units) p.w2[static_cast<std::size_t>(at.warp) * p.hidden + own_unit] = w2;
  if (at.lane == 0 && self == 0 && at.warp < p.classes) p.b2[at.warp] = b2;
  if (at.lane == 0 && self * units + at.warp < p.hidden) p.b1[self * units + at.warp] = b1;
  if (too_large) *p.too_large = 1;
  __syncthreads();
  if (thread < slots) p.parts[thread * blocks + self] = a.of_rows[thread];
  // Nobody leaves while others may still send to him; and all parts are written.
  cluster_barrier();
  if (self != 0 || thread != 0) return;
  Totals sum = {0.0, 0, 0};
  for (int i = 0; i < slots * blocks; ++i) {
    sum.loss_sum += p.parts[i].loss_sum;
    sum.correct += p.parts[i].correct, sum.examples += p.parts[i].examples;
  }
  if (*p.too_large != 0) sum.loss_sum = NAN;
  *p.totals = sum;
#endif
}

}  // namespace
}  // namespace persistent

cudaError_t persistent_steps(cudaStream_t stream, const PersistentSteps& steps) {
  using namespace persistent;
  return launch_cluster(a_block_16_units, PersistentSteps::blocks, persistent::threads, sizeof(Arena), stream, steps);
}

cudaError_t count_persistent_clusters(int* clusters, int* code_version) {
  using namespace persistent;
  return count_clusters(a_block_16_units, PersistentSteps::blocks, persistent::threads, sizeof(Arena), clusters,
                        code_version);
}

}  // namespace mlplab::gpu
