// Transposes and column sums on every instruction set: sizes around every width of a vector, with row distances of
// their own, and no write outside the result.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/compute/kernels/kernels.h"

namespace mlplab::kernels {
namespace {

constexpr float untouched = -7.0F;

TEST(Transpose, EverySizeOnEveryInstructionSet) {
  for (const Kernels& kernels : usable_kernels())
    for (const int rows : {0, 1, 3, 4, 7, 8, 12, 15, 16, 31, 33, 64})
      for (const int columns : {0, 1, 3, 4, 5, 16, 18, 64}) {
        const std::ptrdiff_t lda = columns + 2, ldb = rows + 3;
        std::vector<float> a(static_cast<std::size_t>(lda * (rows + 1))), b(static_cast<std::size_t>(ldb * columns));
        for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i);
        std::vector<float> expected(b.size(), untouched);
        std::ranges::fill(b, untouched);
        for (int i = 0; i < rows; ++i)
          for (int j = 0; j < columns; ++j)
            expected[static_cast<std::size_t>(j * ldb + i)] = a[static_cast<std::size_t>(i * lda + j)];
        kernels.transpose(rows, columns, a.data(), lda, b.data(), ldb);
        EXPECT_EQ(b, expected) << kernels.name << ", " << rows << " × " << columns;
      }
}

TEST(ColumnSums, AreWrittenOrAdded) {
  for (const Kernels& kernels : usable_kernels())
    for (const int rows : {0, 1, 4, 7})
      for (const int columns : {1, 5, 16, 37})
        for (const bool add : {false, true}) {
          const std::ptrdiff_t distance = columns + 1;
          std::vector<float> d(static_cast<std::size_t>(distance * (rows + 1)));
          for (std::size_t i = 0; i < d.size(); ++i) d[i] = static_cast<float>(i % 11) - 3.0F;
          std::vector<float> sums(static_cast<std::size_t>(columns + 1), 2.0F), expected = sums;
          for (int j = 0; j < columns; ++j) {
            float& sum = expected[static_cast<std::size_t>(j)];
            if (!add) sum = 0.0F;
            for (int i = 0; i < rows; ++i) sum += d[static_cast<std::size_t>(i * distance + j)];
          }
          kernels.column_sums(rows, columns, d.data(), distance, add, sums.data());
          EXPECT_EQ(sums, expected) << kernels.name << ", " << rows << " × " << columns << (add ? ", added" : "");
        }
}

}  // namespace
}  // namespace mlplab::kernels
