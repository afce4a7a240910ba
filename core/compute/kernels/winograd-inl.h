// Winograd's convolution F(4×4, 3×3) (Lavin and Gray, 2016): 4 × 4 outputs of a 3 × 3 kernel take 36 products instead
// of 144, one for each of 36 points; over the channels these are 36 products of matrices, which product-inl.h computes.
// Here are the transforms, with the polynomial's points 0, ±1, ±2 and infinity:
//   forward         Y = Aᵀ [(G w Gᵀ) ∘ (Bᵀ x B)] A, x 6 × 6, Y 4 × 4
//   input gradient  the same of dy, with w turned round
//   weights         dw = Gᵀ [(A dy Aᵀ) ∘ (Bᵀ x B)] G
// Each works on a vector of channels. Sums of a few terms with factors up to 8 cost about one decimal digit of the
// seven that a float has; a NaN or an infinity spreads over its whole tile.
#if defined(MLPLAB_KERNELS_WINOGRAD_INL_H_) == defined(HWY_TARGET_TOGGLE)  // once for each instruction set
#ifdef MLPLAB_KERNELS_WINOGRAD_INL_H_
#undef MLPLAB_KERNELS_WINOGRAD_INL_H_
#else
#define MLPLAB_KERNELS_WINOGRAD_INL_H_
#endif

#include <algorithm>

#include "core/compute/kernels/common-inl.h"
#include "core/compute/kernels/formulas-inl.h"
#include "core/compute/kernels/kernels.h"
#include "core/compute/kernels/team.h"

HWY_BEFORE_NAMESPACE();
namespace mlplab::kernels {
namespace HWY_NAMESPACE {

constexpr int tile_out = 4, tile_in = 6;

/// t [6] = Bᵀ x, x [6].
inline HWY_ATTR void window_transform(const Vec* x, Vec* t) {
  const F32 d;
  const Vec two = hn::Set(d, 2.0F), four = hn::Set(d, 4.0F), five = hn::Set(d, 5.0F);
  const Vec even = hn::NegMulAdd(four, x[2], x[4]), odd = hn::NegMulAdd(four, x[1], x[3]);
  const Vec rest = hn::Sub(x[4], x[2]), twice = hn::Mul(two, hn::Sub(x[3], x[1]));
  t[0] = hn::NegMulAdd(five, x[2], hn::MulAdd(four, x[0], x[4]));
  t[1] = hn::Add(even, odd);
  t[2] = hn::Sub(even, odd);
  t[3] = hn::Add(rest, twice);
  t[4] = hn::Sub(rest, twice);
  t[5] = hn::NegMulAdd(five, x[3], hn::MulAdd(four, x[1], x[5]));
}

/// y [4] = Aᵀ t, t [6].
inline HWY_ATTR void output_transform(const Vec* t, Vec* y) {
  const F32 d;
  const Vec two = hn::Set(d, 2.0F), four = hn::Set(d, 4.0F), eight = hn::Set(d, 8.0F);
  const Vec sum = hn::Add(t[1], t[2]), difference = hn::Sub(t[1], t[2]);
  const Vec further = hn::Add(t[3], t[4]), apart = hn::Sub(t[3], t[4]);
  y[0] = hn::Add(hn::Add(t[0], sum), further);
  y[1] = hn::MulAdd(two, apart, difference);
  y[2] = hn::MulAdd(four, further, sum);
  y[3] = hn::Add(hn::MulAdd(eight, apart, difference), t[5]);
}

/// t [6] = A y, y [4].
inline HWY_ATTR void gradient_transform(const Vec* y, Vec* t) {
  const F32 d;
  const Vec two = hn::Set(d, 2.0F), four = hn::Set(d, 4.0F);
  const Vec even = hn::Add(y[0], y[2]), odd = hn::Add(y[1], y[3]);
  const Vec further = hn::MulAdd(four, y[2], y[0]), apart = hn::Mul(two, hn::MulAdd(four, y[3], y[1]));
  t[0] = y[0];
  t[1] = hn::Add(even, odd);
  t[2] = hn::Sub(even, odd);
  t[3] = hn::Add(further, apart);
  t[4] = hn::Sub(further, apart);
  t[5] = y[3];
}

/// t [6] = G w, w [3].
inline HWY_ATTR void weight_transform(const Vec* w, Vec* t) {
  const F32 d;
  const Vec sixth = hn::Set(d, -1.0F / 6.0F), quarter = hn::Set(d, 0.25F), small = hn::Set(d, 1.0F / 24.0F);
  const Vec outer = hn::Add(w[0], w[2]), twice = hn::Add(w[1], w[1]);
  const Vec further = hn::MulAdd(hn::Set(d, 4.0F), w[2], w[0]);
  t[0] = hn::Mul(quarter, w[0]);
  t[1] = hn::Mul(sixth, hn::Add(outer, w[1]));
  t[2] = hn::Mul(sixth, hn::Sub(outer, w[1]));
  t[3] = hn::Mul(small, hn::Add(further, twice));
  t[4] = hn::Mul(small, hn::Sub(further, twice));
  t[5] = w[2];
}

/// w [3] = Gᵀ t, t [6].
inline HWY_ATTR void weight_gradient_transform(const Vec* t, Vec* w) {
  const F32 d;
  const Vec sixth = hn::Set(d, 1.0F / 6.0F), quarter = hn::Set(d, 0.25F);
  const Vec sum = hn::Add(t[1], t[2]), further = hn::Add(t[3], t[4]);
  const Vec middle = hn::MulAdd(hn::Set(d, 0.5F), hn::Sub(t[3], t[4]), hn::Sub(t[2], t[1]));
  w[0] = hn::MulAdd(quarter, t[0], hn::Mul(sixth, hn::MulSub(quarter, further, sum)));
  w[1] = hn::Mul(sixth, middle);
  w[2] = hn::MulAdd(sixth, hn::Sub(further, sum), t[5]);
}

/// out [OUT, OUT] = T in Tᵀ of in [IN, IN], T a transform of columns.
template <int IN, int OUT, void (*transform)(const Vec*, Vec*)>
inline HWY_ATTR void both_ways(const Vec (&in)[IN][IN], Vec (&out)[OUT][OUT]) {
  Vec half[OUT][IN];
#pragma GCC unroll 8
  for (int j = 0; j < IN; ++j) {
    Vec column[IN], turned[OUT];
#pragma GCC unroll 8
    for (int i = 0; i < IN; ++i) column[i] = in[i][j];
    transform(column, turned);
#pragma GCC unroll 8
    for (int i = 0; i < OUT; ++i) half[i][j] = turned[i];
  }
#pragma GCC unroll 8
  for (int i = 0; i < OUT; ++i) transform(half[i], out[i]);
}

/// [N, N] vectors at p + i · row + j · column, and back; unrolled, or they would not stay in registers.
template <int N>
inline HWY_ATTR void load_square(const float* p, std::ptrdiff_t row, std::ptrdiff_t column, Vec (&square)[N][N]) {
  const F32 d;
#pragma GCC unroll 8
  for (int i = 0; i < N; ++i)
#pragma GCC unroll 8
    for (int j = 0; j < N; ++j) square[i][j] = hn::LoadU(d, p + i * row + j * column);
}
template <int N>
inline HWY_ATTR void store_square(const Vec (&square)[N][N], float* p, std::ptrdiff_t row, std::ptrdiff_t column) {
  const F32 d;
#pragma GCC unroll 8
  for (int i = 0; i < N; ++i)
#pragma GCC unroll 8
    for (int j = 0; j < N; ++j) hn::StoreU(square[i][j], d, p + i * row + j * column);
}

/// As load_square, with zeros for the rows and columns that are not in [first, end).
template <int N>
inline HWY_ATTR void load_part_of_square(const float* p, std::ptrdiff_t row, std::ptrdiff_t column, const Share& rows,
                                         const Share& columns, Vec (&square)[N][N]) {
  const F32 d;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      const bool there = i >= rows.first && i < rows.end && j >= columns.first && j < columns.end;
      square[i][j] = there ? hn::LoadU(d, p + i * row + j * column) : hn::Zero(d);
    }
}

HWY_ATTR void winograd_windows(const Tiles& t, const float* x, float* points) {
  const F32 d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int a = t.first; a < t.first + t.high; ++a)
    for (int b = 0; b < t.wide; ++b, points += t.channels) {
      const int top = a * tile_out - t.top, left = b * tile_out - t.left;
      const Share rows{-top, t.height - top}, columns{-left, t.width - left};  // that are there
      const bool inside = rows.first <= 0 && rows.end >= tile_in && columns.first <= 0 && columns.end >= tile_in;
      const std::ptrdiff_t line = std::ptrdiff_t(t.width) * t.channels;
      const float* from = x + top * line + std::ptrdiff_t(left) * t.channels;
      for (int c = 0; c < t.channels; c += lanes) {
        Vec in[tile_in][tile_in], out[tile_in][tile_in];
        if (inside)
          load_square(from + c, line, t.channels, in);
        else
          load_part_of_square(from + c, line, t.channels, rows, columns, in);
        both_ways<tile_in, tile_in, window_transform>(in, out);
        store_square(out, points + c, tile_in * t.plane, t.plane);
      }
    }
}

/// Sets to 0 what is no larger than the rounding of its tile. Where all inputs of a window are 0 its sum is 0, but here
/// the rest of the tile leaves some 1e-6 of itself, and half of those would be above 0, which a ReLU's gradient asks.
inline HWY_ATTR void drop_rounding(Vec (&out)[tile_out][tile_out]) {
  const F32 d;
  Vec largest = hn::Zero(d);
#pragma GCC unroll 4
  for (int i = 0; i < tile_out; ++i)
#pragma GCC unroll 4
    for (int j = 0; j < tile_out; ++j) largest = hn::Max(largest, hn::Abs(out[i][j]));
  const Vec least = hn::Mul(largest, hn::Set(d, 0x1p-16F));
#pragma GCC unroll 4
  for (int i = 0; i < tile_out; ++i)
#pragma GCC unroll 4
    for (int j = 0; j < tile_out; ++j)
      out[i][j] = hn::IfThenZeroElse(hn::Lt(hn::Abs(out[i][j]), least), out[i][j]);  // a NaN stays
}

HWY_ATTR void winograd_outputs(const Tiles& t, const float* points, const float* bias, Activation activation,
                               float* y) {
  const F32 d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const bool relu = activation == Activation::relu;
  for (int a = t.first; a < t.first + t.high; ++a)
    for (int b = 0; b < t.wide; ++b, points += t.channels) {
      const int top = a * tile_out, left = b * tile_out;
      const int rows = std::min(tile_out, t.height - top), columns = std::min(tile_out, t.width - left);
      float* to = y + (std::ptrdiff_t(top) * t.width + left) * t.channels;
      for (int c = 0; c < t.channels; c += lanes) {
        Vec in[tile_in][tile_in], out[tile_out][tile_out];
        load_square(points + c, tile_in * t.plane, t.plane, in);
        both_ways<tile_in, tile_out, output_transform>(in, out);
        drop_rounding(out);
        const Vec shift = bias == nullptr ? hn::Zero(d) : hn::LoadU(d, bias + c);
#pragma GCC unroll 4
        for (int i = 0; i < tile_out; ++i)
#pragma GCC unroll 4
          for (int j = 0; j < tile_out; ++j) {
            if (bias != nullptr) out[i][j] = hn::Add(out[i][j], shift);
            if (relu) out[i][j] = activate(d, Activation::relu, out[i][j]);
          }
        if (rows == tile_out && columns == tile_out) {
          store_square(out, to + c, std::ptrdiff_t(t.width) * t.channels, t.channels);
          continue;
        }
        for (int i = 0; i < rows; ++i)
          for (int j = 0; j < columns; ++j)
            hn::StoreU(out[i][j], d, to + (std::ptrdiff_t(i) * t.width + j) * t.channels + c);
      }
    }
}

HWY_ATTR void winograd_gradients(const Tiles& t, const float* dy, float* points) {
  const F32 d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int a = t.first; a < t.first + t.high; ++a)
    for (int b = 0; b < t.wide; ++b, points += t.channels) {
      const int top = a * tile_out, left = b * tile_out;
      const int rows = std::min(tile_out, t.height - top), columns = std::min(tile_out, t.width - left);
      const float* from = dy + (std::ptrdiff_t(top) * t.width + left) * t.channels;
      for (int c = 0; c < t.channels; c += lanes) {
        Vec in[tile_out][tile_out], out[tile_in][tile_in];
        if (rows == tile_out && columns == tile_out)
          load_square(from + c, std::ptrdiff_t(t.width) * t.channels, t.channels, in);
        else
          load_part_of_square(from + c, std::ptrdiff_t(t.width) * t.channels, t.channels, {0, rows}, {0, columns}, in);
        both_ways<tile_out, tile_in, gradient_transform>(in, out);
        store_square(out, points + c, tile_in * t.plane, t.plane);
      }
    }
}

HWY_ATTR void winograd_weights(int count, int width, bool turned, const float* w, float* points, std::ptrdiff_t plane) {
  const F32 d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int k = 0; k < count; ++k, w += 9 * width, points += width)
    for (int c = 0; c < width; c += lanes) {
      Vec in[3][3], out[tile_in][tile_in];
      for (int tap = 0; tap < 9; ++tap) in[tap / 3][tap % 3] = hn::LoadU(d, w + (turned ? 8 - tap : tap) * width + c);
      both_ways<3, tile_in, weight_transform>(in, out);
      store_square(out, points + c, tile_in * plane, plane);
    }
}

HWY_ATTR void winograd_weight_gradients(int count, int width, const float* points, std::ptrdiff_t ld,
                                        std::ptrdiff_t plane, float* dw) {
  const F32 d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int k = 0; k < count; ++k, dw += 9 * width, points += ld)
    for (int c = 0; c < width; c += lanes) {
      Vec in[tile_in][tile_in], out[3][3];
      load_square(points + c, tile_in * plane, plane, in);
      both_ways<tile_in, 3, weight_gradient_transform>(in, out);
      for (int tap = 0; tap < 9; ++tap) hn::StoreU(out[tap / 3][tap % 3], d, dw + tap * width + c);
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace mlplab::kernels
HWY_AFTER_NAMESPACE();

#endif
