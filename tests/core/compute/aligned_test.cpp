// Memory for kernels: zeroed and on cache-line borders, whole large pages where it is worth one.
#include "core/compute/kernels/aligned.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace mlplab::kernels {
namespace {

TEST(Aligned, IsZeroedAndBeginsAtItsBorder) {
  for (const std::size_t count : {0U, 1U, 100U, 20'000U, 131'072U, 200'000U, 524'288U, 3'000'001U}) {
    Aligned<float> memory(count);
    EXPECT_EQ(memory.size(), count);
    const auto begin = reinterpret_cast<std::uintptr_t>(memory.data());
    EXPECT_EQ(begin % 64, 0U);
    if (count * sizeof(float) >= large_page / 4) {
      EXPECT_EQ(begin % large_page, 0U) << count;
    }
    EXPECT_TRUE(std::all_of(memory.data(), memory.data() + count, [](float value) { return value == 0.0F; }));
    std::fill_n(memory.data(), count, 1.0F);
    const Aligned<float> moved = std::move(memory);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(moved.data()), begin);
    if (count > 0) {
      EXPECT_EQ(moved[count - 1], 1.0F);
    }
  }
}

}  // namespace
}  // namespace mlplab::kernels
