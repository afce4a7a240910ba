// The inner loops of the CPU backends, compiled once for each instruction set (Google Highway) and chosen at run time.
// To add one: its arguments here, its loop in a *-inl.h file, its line in the table of highway_kernels.cpp; the tests
// in tests/core/compute run the whole table on every instruction set that this machine has.
//
// A panel is a block of at most `width` = vectors · lanes neighbouring columns of a matrix [rows, columns], stored row
// after row: the layout in which a product reads its second operand at one cache line after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/compute/backend.h"
#include "core/model/reference/dropout.h"
#include "core/model/reference/sliding.h"

namespace mlplab::kernels {

/// A gradient's sums over a batch, and those of gathered products, are over this many at a time, in order.
inline constexpr int depth_block = 128;
/// A panel product's sums are over at most this many rows of B at a time, in parts as even as can be.
inline constexpr int longest_sum = 1024;

/// Memory that will be read soon: fetched into the second-level cache meanwhile, a little at a time.
struct Ahead {
  const void* from = nullptr;
  int rows = 0;
  std::ptrdiff_t bytes = 0;              // of a row
  std::ptrdiff_t distance = 0;           // bytes from one row to the next
  const std::uint32_t* order = nullptr;  // (optional) [rows]: row r is the one at order[r], not at r

  const char* row(int r) const {
    return static_cast<const char*>(from) + std::ptrdiff_t{order != nullptr ? order[r] : r} * distance;
  }
  Ahead part(int first, int count) const {
    if (order != nullptr) return {from, count, bytes, distance, order + first};
    return {row(first), count, bytes, distance};
  }
};
/// The Ahead of a matrix [rows, columns] whose rows are `distance` floats apart.
inline Ahead ahead_of(const float* from, int rows, int columns, std::ptrdiff_t distance) {
  constexpr auto size = static_cast<std::ptrdiff_t>(sizeof(float));
  return {from, rows, columns * size, distance * size};
}

/// C [m, n] = alpha · A · B + beta · C; then C = f(C + bias); then C ∘= f'(gate) with f' in terms of f's output.
/// A(i, p) = a[i·row_a + p·col_a], any strides; B [k, width] is one panel with rows ldb apart; n <= width columns are
/// written.
struct PanelProduct {
  int m = 0, n = 0, k = 0;
  int vectors = 1;  // of B's width, 1 … max_vectors
  float alpha = 1.0F;
  const float* a = nullptr;
  std::ptrdiff_t row_a = 0, col_a = 0;
  const float* b = nullptr;
  std::ptrdiff_t ldb = 0;
  float beta = 0.0F;  // 0 never reads C
  float* c = nullptr;
  std::ptrdiff_t ldc = 0;
  const float* bias = nullptr;  // [n]
  Activation activation = Activation::identity;
  const float* gate = nullptr;  // [m, n], rows ld_gate apart
  std::ptrdiff_t ld_gate = 0;
  Activation gate_activation = Activation::identity;
  Ahead ahead;   // of A
  Ahead next_b;  // the panel that comes next, where its rows are too far apart for the processor to guess
};

/// C [m, width] = A · B, or C += A · B; then C = f(C + bias). A(i, p) = a[rows[i] + depths[p]]; B [k, width] has rows
/// ldb apart, row i of C is at c + outputs[i], or i · ldc where outputs is null. f is the identity or ReLU, others are
/// left out.
struct GatheredProduct {
  int m = 0, k = 0;
  int vectors = 1;  // of the width, 1 … max_vectors
  const float* a = nullptr;
  const std::int32_t* rows = nullptr;    // [m]
  const std::int32_t* depths = nullptr;  // [k]
  const float* b = nullptr;
  std::ptrdiff_t ldb = 0;
  bool accumulate = false;
  float* c = nullptr;
  std::ptrdiff_t ldc = 0;
  const std::int32_t* outputs = nullptr;  // [m]
  const float* bias = nullptr;            // [width]
  Activation activation = Activation::identity;
};

/// Images with the channels of a pixel side by side: `rows` pixels of `channels` numbers; vectors are [channels].
struct Pixels {
  std::size_t rows = 0;
  std::size_t channels = 0;
};

/// dx = factor · (dy - mean_dy - (x - mean) · slope), each [channels].
struct PixelsGradient {
  const float* mean = nullptr;
  const float* factor = nullptr;
  const float* mean_dy = nullptr;
  const float* slope = nullptr;
};

/// A convolution of 3 × 3 and stride 1 cut into tiles of 4 × 4 outputs, each of 6 × 6 inputs (winograd-inl.h). Images
/// are [height, width, channels]; numbers of point p of tile t begin at points[p · plane + t · channels].
struct Tiles {
  static constexpr int points = 36;
  int height = 0, width = 0;  // of the image
  int channels = 0;           // a multiple of a vector
  int top = 0, left = 0;      // of a window: the rows and columns of its first pixel outside the image
  int first = 0, high = 0;    // rows of tiles: the first one, and how many
  int wide = 0;               // tiles in a row
  std::ptrdiff_t plane = 0;
  int count() const { return high * wide; }
};

/// A nonzero feature of an image: (column << 8) | value. A list is in ascending order and ends with list_end.
using Entry = std::uint32_t;
inline constexpr Entry list_end = 0xFFFFFFFFU;

/// H [batch, width] = f(X · W + bias), X given by the nonzero entries of each image, W [in, width] one panel.
struct SparseForward {
  int batch = 0, in = 0;
  int vectors = 1;                      // 1 … max_sparse_vectors
  const Entry* const* lists = nullptr;  // [batch]
  const float* value_of = nullptr;      // [256]: what a feature stands for
  const float* w = nullptr;
  const float* bias = nullptr;  // [width]
  Activation activation = Activation::identity;
  float* h = nullptr;  // rows ldh apart
  std::ptrdiff_t ldh = 0;
  const Entry** positions = nullptr;  // [batch], scratch
};

/// The images of at most `group` examples that have a given pixel lit: (image << 8) | value.
using PixelEntry = std::uint16_t;
inline constexpr int group = 64;  // 64 rows of 8 AVX-512 vectors are 32 KB: they stay in the first-level cache

/// W [in, width] = beta · W + Xᵀ · D, X given by the images that light each pixel, D [group, width].
struct SparseUpdate {
  int in = 0;
  int vectors = 1;
  const PixelEntry* lists = nullptr;      // [in, group]
  const std::uint16_t* counts = nullptr;  // [in]
  const float* value_of = nullptr;        // [256]: alpha · what a feature stands for
  float beta = 1.0F;
  const float* d = nullptr;  // rows ldd apart
  std::ptrdiff_t ldd = 0;
  float* w = nullptr;
};

/// A loss and its gradient, as in Backend; outputs and gradient have rows ld and ld_gradient apart.
struct LossRows {
  int batch = 0, classes = 0;
  const float* outputs = nullptr;
  std::ptrdiff_t ld = 0;
  const std::int32_t* y = nullptr;
  int mean_over = 1;  // the gradient is divided by this many examples
  float* gradient = nullptr;
  std::ptrdiff_t ld_gradient = 0;
  bool padded =
      false;  // rows go on past the last class to the end of a vector: may be read, and are written with zeros
};

struct Kernels {
  std::string name;                   // the instruction set in words: 'AVX-512'
  int lanes = 1;                      // floats in a vector
  int max_vectors = 1;                // widest panel of panel_product
  int max_sparse_vectors = 1;         // widest panel of sparse_forward and sparse_update
  std::size_t cache_bytes = 1 << 20;  // of a core's second-level cache

  void (*panel_product)(const PanelProduct&) = nullptr;
  void (*gathered_product)(const GatheredProduct&) = nullptr;
  /// Poolings of `s.batch` images [height, width, channels], and back.
  void (*max_pool)(const Sliding& s, std::size_t channels, const float* x, float* y) = nullptr;
  void (*max_pool_gradient)(const Sliding& s, std::size_t channels, const float* x, Activation of_x, const float* dy,
                            float* dx) = nullptr;
  void (*average_pool)(const Sliding& s, std::size_t channels, const float* x, float* y) = nullptr;
  void (*average_pool_gradient)(const Sliding& s, std::size_t channels, const float* dy, float* dx) = nullptr;
  /// Adds Σ y and Σ (x - mean) · y to sums and products [channels], with y = dy, or y = x - mean where dy is null;
  /// products may be null, then the mean is not read and counts as 0.
  void (*pixel_sums)(const Pixels& p, const float* x, const float* dy, const float* mean, double* sums,
                     double* products) = nullptr;
  /// y = f((x - mean) · factor + shift), vectors [channels].
  void (*normalize_pixels)(const Pixels& p, const float* x, const float* mean, const float* factor, const float* shift,
                           Activation activation, float* y) = nullptr;
  void (*normalize_pixels_gradient)(const Pixels& p, const float* x, const float* dy, const PixelsGradient& g,
                                    float* dx) = nullptr;
  /// points = Bᵀ x B of the windows of an image.
  void (*winograd_windows)(const Tiles& t, const float* x, float* points) = nullptr;
  /// y = f(Aᵀ points A + bias [channels], or no bias); f is the identity or ReLU.
  void (*winograd_outputs)(const Tiles& t, const float* points, const float* bias, Activation activation,
                           float* y) = nullptr;
  /// points = A dy Aᵀ of the tiles of an image.
  void (*winograd_gradients)(const Tiles& t, const float* dy, float* points) = nullptr;
  /// points = G w Gᵀ of `count` kernels of a panel, w [count, 9, width], turned round or not; the numbers of a point
  /// [count, width] are `plane` apart; and back, dw = Gᵀ points G.
  void (*winograd_weights)(int count, int width, bool turned, const float* w, float* points,
                           std::ptrdiff_t plane) = nullptr;
  void (*winograd_weight_gradients)(int count, int width, const float* points, std::ptrdiff_t ld, std::ptrdiff_t plane,
                                    float* dw) = nullptr;
  /// y [count] = f(a + b), where b is null f(a).
  void (*add)(Activation activation, std::size_t count, const float* a, const float* b, float* y) = nullptr;
  void (*sparse_forward)(const SparseForward&) = nullptr;
  void (*sparse_update)(const SparseUpdate&) = nullptr;
  /// B [columns, rows] = Aᵀ, A [rows, columns].
  void (*transpose)(int rows, int columns, const float* a, std::ptrdiff_t lda, float* b, std::ptrdiff_t ldb) = nullptr;
  /// x [count] = features [count] / 255.
  void (*to_floats)(std::size_t count, const std::uint8_t* features, float* x) = nullptr;
  void (*activation_gradient)(Activation activation, std::size_t count, const float* a, float* d) = nullptr;
  void (*loss)(Loss kind, const LossRows&, StepTotals&) = nullptr;
  /// sums [columns] = sum over rows of d, rows ldd apart, or that added to them.
  void (*column_sums)(int rows, int columns, const float* d, std::ptrdiff_t ldd, bool add, float* sums) = nullptr;
  /// a [count] = f(a).
  void (*activate)(Activation activation, std::size_t count, float* a) = nullptr;
  /// y [count] += factor · x [count].
  void (*add_scaled)(std::size_t count, float factor, const float* x, float* y) = nullptr;
  void (*update)(const Update&) = nullptr;
  /// Multiply-adds that need no memory; returns how many floating-point operations they were, for the peak that
  /// `mlplab-cli bench` compares with.
  double (*multiply_adds)(std::int64_t rounds, float* out) = nullptr;
  /// *out = the sum of x [count], count a multiple of 256, x at 64 bytes: reads them once and does little else, for the
  /// bandwidth of caches and memory.
  void (*read)(const float* x, std::size_t count, float* out) = nullptr;
};

/// The table of every instruction set that this machine can run, the best first.
const std::vector<Kernels>& usable_kernels();
/// The best one.
inline const Kernels& best_kernels() { return usable_kernels().front(); }

}  // namespace mlplab::kernels
