// mma.sync.aligned.m16n8k16.row.col of halves and of bfloat16, with sums in floats, with the registers' layout of the
// PTX ISA ("Matrix fragments for mma.m16n8k16"): lane 4g + t holds of A [16, 16] the rows g and g + 8 and the columns
// 2t, 2t + 1, 2t + 8, 2t + 9; of B [16, 8] these rows of column g; of C [16, 8] the rows g and g + 8 of columns 2t, 2t
// + 1.
#include <cmath>
#include <cstring>

#include "block.h"
#include "cluster_words.h"
#include "half.h"

namespace host_cuda {
namespace {

/// Towards zero: NVIDIA does not say how tensor cores round their sums; that they cut off is what others measured, and
/// the worse case.
float cut_off(double sum) {
  const auto nearest = static_cast<float>(sum);
  return std::fabs(static_cast<double>(nearest)) > std::fabs(sum) ? std::nextafter(nearest, 0.0F) : nearest;
}

float bfloat_of(std::uint32_t pair, int which) { return __uint_as_float(which == 0 ? pair << 16 : pair & 0xffff0000U); }

/// `value`: number 0 or 1 of a pair.
template <class Value>
void multiply(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2], const Value& value, int line,
              const char* file) {
  std::uint32_t mine[6] = {a[0], a[1], a[2], a[3], b[0], b[1]};
  LaneBoard& board = running->boards[static_cast<std::size_t>(running->current) / 32];
  auto& shown = board.shown[running->current_thread().meetings % 2];
  const int g = lane() / 4, t = lane() % 4;
  std::memcpy(shown[static_cast<std::size_t>(lane())].data(), mine, sizeof mine);
  meet_warp(0xffffffffU, line, file);
  // [k] of A's two rows and of B's two columns that this lane's sums are of
  float rows[2][16], columns[2][16];
  for (int other = 0; other < 4; ++other)
    for (int which = 0; which < 2; ++which) {
      std::uint32_t of_a[6], of_b[6];
      std::memcpy(of_a, shown[static_cast<std::size_t>(4 * g + other)].data(), sizeof of_a);
      std::memcpy(of_b, shown[static_cast<std::size_t>(4 * (2 * t + which) + other)].data(), sizeof of_b);
      for (int part = 0; part < 2; ++part)
        for (int e = 0; e < 2; ++e) {
          const int k = 2 * other + 8 * part + e;
          rows[which][k] = value(of_a[2 * part + which], e);
          columns[which][k] = value(of_b[4 + part], e);
        }
    }
  for (int row = 0; row < 2; ++row)
    for (int column = 0; column < 2; ++column) {
      double sum = c[2 * row + column];
      for (int k = 0; k < 16; ++k) sum += static_cast<double>(rows[row][k]) * columns[column][k];
      c[2 * row + column] = cut_off(sum);
    }
}

}  // namespace

void multiply_tile(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2], int line,
                   const char* file) {
  multiply(c, a, b, half_of, line, file);
}

void multiply_parts(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2], int line,
                    const char* file) {
  multiply(c, a, b, bfloat_of, line, file);
}

std::uint32_t pair_of_halves(float low, float high) {
  return to_half(low) | static_cast<std::uint32_t>(to_half(high)) << 16;
}

float half_of(std::uint32_t pair, int which) {
  return from_half_quickly(static_cast<std::uint16_t>(pair >> 16 * which));
}

}  // namespace host_cuda
