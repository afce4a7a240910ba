#include "core/operations/loops.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace mlplab::loops {
namespace {

/// One number of the product, as one thread of the study's first kernel computes it. Called, not melted into its
/// caller: each number is a piece of work of its own.
[[gnu::noinline]] float one_element(int k, const float* window, std::size_t width, const float* filter, int row,
                                    int column) {
  float sum = 0.0F;
  for (int q = 0; q < k; ++q) sum += window[static_cast<std::size_t>(row) * width + q] * filter[q * k + column];
  return sum;
}

void multiply_by_loops(int k, const float* window, std::size_t width, const float* filter, float* product) {
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < k; ++j) {
      product[i * k + j] = 0.0F;
      for (int q = 0; q < k; ++q)
        product[i * k + j] += window[static_cast<std::size_t>(i) * width + q] * filter[q * k + j];
    }
}

/// Both operands are brought together first, as into a block's shared memory; then only those are read.
void multiply_tile(int k, const float* window, std::size_t width, const float* filter, float* tile, float* product) {
  float* const turned = tile + k * k;
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < k; ++j) {
      tile[i * k + j] = window[static_cast<std::size_t>(i) * width + j];
      turned[j * k + i] = filter[i * k + j];
    }
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < k; ++j) {
      float sum = 0.0F;
      for (int q = 0; q < k; ++q) sum += tile[i * k + q] * turned[j * k + q];
      product[i * k + j] = sum;
    }
}

/// The compiler must take what `p` points to as read and written here.
void touch(const void* p) { asm volatile("" : : "r"(p) : "memory"); }

}  // namespace

void pool_by_identity(IdentityProduct product, bool copy, const PoolingCase& c, const float* padded,
                      const float* filter, float* y) {
  const int k = c.kernel, out = pooling_outputs(c);
  const auto width = static_cast<std::size_t>(c.n + 2 * c.padding);
  const auto cells = static_cast<std::size_t>(k) * static_cast<std::size_t>(k);
  std::vector<float> numbers(cells), copied(cells), tile(2 * cells);
  for (int i = 0; i < out; ++i)
    for (int j = 0; j < out; ++j) {
      const float* window = padded + static_cast<std::size_t>(i * c.stride) * width + j * c.stride;
      const float* used = filter;
      if (copy) {
        std::copy_n(filter, cells, copied.data());
        touch(copied.data());
        used = copied.data();
      }
      switch (product) {
        case IdentityProduct::elements:
          for (int row = 0; row < k; ++row)
            for (int column = 0; column < k; ++column)
              numbers[static_cast<std::size_t>(row * k + column)] = one_element(k, window, width, used, row, column);
          break;
        case IdentityProduct::loops:
          multiply_by_loops(k, window, width, used, numbers.data());
          break;
        case IdentityProduct::tile:
          multiply_tile(k, window, width, used, tile.data(), numbers.data());
          break;
      }
      y[static_cast<std::size_t>(i) * static_cast<std::size_t>(out) + j] = *std::ranges::max_element(numbers);
    }
}

void pool_directly(const PoolingCase& c, const float* x, int first, int end, float* y) {
  const int out = pooling_outputs(c);
  for (int i = first; i < end; ++i) {
    const int begin = i * c.stride - c.padding;
    const int top = std::max(begin, 0), bottom = std::min(begin + c.kernel, c.n);
    for (int j = 0; j < out; ++j) {
      const int start = j * c.stride - c.padding;
      const int left = std::max(start, 0), right = std::min(start + c.kernel, c.n);
      const bool whole = bottom - top == c.kernel && right - left == c.kernel;
      float largest = whole ? -std::numeric_limits<float>::infinity() : 0.0F;
      for (int row = top; row < bottom; ++row)
        for (int column = left; column < right; ++column)
          largest = std::max(largest, x[static_cast<std::size_t>(row) * static_cast<std::size_t>(c.n) + column]);
      y[static_cast<std::size_t>(i) * static_cast<std::size_t>(out) + j] = largest;
    }
  }
}

void pool_rows_first(const PoolingCase& c, const float* x, int first, int end, float* row, float* y) {
  const int out = pooling_outputs(c), n = c.n;
  float* const inside = row + c.padding;
  std::fill_n(row, n + 2 * c.padding, 0.0F);
  for (int i = first; i < end; ++i) {
    const int begin = i * c.stride - c.padding;
    const int top = std::max(begin, 0), bottom = std::min(begin + c.kernel, n);
    const bool whole = bottom - top == c.kernel;
    std::fill_n(inside, n, whole ? -std::numeric_limits<float>::infinity() : 0.0F);
    for (int r = top; r < bottom; ++r) {
      const float* const from = x + static_cast<std::size_t>(r) * static_cast<std::size_t>(n);
      for (int j = 0; j < n; ++j) inside[j] = inside[j] < from[j] ? from[j] : inside[j];
    }
    float* const to = y + static_cast<std::size_t>(i) * static_cast<std::size_t>(out);
    for (int j = 0; j < out; ++j) to[j] = row[j * c.stride];
    for (int q = 1; q < c.kernel; ++q)
      for (int j = 0; j < out; ++j) to[j] = to[j] < row[j * c.stride + q] ? row[j * c.stride + q] : to[j];
  }
}

void product_naive(int n, const float* a, const float* b, float* c) {
  const auto width = static_cast<std::size_t>(n);
  for (std::size_t i = 0; i < width; ++i)
    for (std::size_t j = 0; j < width; ++j) {
      float sum = 0.0F;
      for (std::size_t q = 0; q < width; ++q) sum += a[i * width + q] * b[q * width + j];
      c[i * width + j] = sum;
    }
}

void product_row_order(int n, const float* a, const float* b, float* c) {
  const auto width = static_cast<std::size_t>(n);
  for (std::size_t i = 0; i < width; ++i) {
    float* const to = c + i * width;
    std::fill_n(to, width, 0.0F);
    for (std::size_t q = 0; q < width; ++q) {
      const float factor = a[i * width + q];
      const float* const from = b + q * width;
      for (std::size_t j = 0; j < width; ++j) to[j] += factor * from[j];
    }
  }
}

void product_rows_again(int n, const float* a, const float* b, float* row, float* c) {
  const auto width = static_cast<std::size_t>(n);
  for (std::size_t i = 0; i < width; ++i)
    for (std::size_t kept = 0; kept < width; ++kept) {
      for (std::size_t j = 0; j < width; ++j) {
        float sum = 0.0F;
        for (std::size_t q = 0; q < width; ++q) sum += a[i * width + q] * b[q * width + j];
        row[j] = sum;
      }
      touch(row);
      c[i * width + kept] = row[kept];
    }
}

void product_blocked(int n, int first, int end, const float* a, const float* b, float* c) {
  // 64 rows of 256 floats of B are 64 KiB: in the L2 cache while all rows of A pass over them, a quarter of a row in
  // L1.
  constexpr std::size_t depth = 64, across = 256;
  const auto width = static_cast<std::size_t>(n);
  std::fill_n(c + static_cast<std::size_t>(first) * width, static_cast<std::size_t>(end - first) * width, 0.0F);
  for (std::size_t column = 0; column < width; column += across) {
    const std::size_t columns = std::min(across, width - column);
    for (std::size_t from = 0; from < width; from += depth) {
      const std::size_t to = std::min(from + depth, width);
      for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(end); ++i) {
        float* const sums = c + i * width + column;
        for (std::size_t q = from; q < to; ++q) {
          const float factor = a[i * width + q];
          const float* const row = b + q * width + column;
          for (std::size_t j = 0; j < columns; ++j) sums[j] += factor * row[j];
        }
      }
    }
  }
}

}  // namespace mlplab::loops
