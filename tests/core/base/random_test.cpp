// The generator against the known answers that its authors publish (Random123, kat_vectors), and what is drawn from it.
#include "core/base/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace mlplab {
namespace {

using Block = std::array<std::uint32_t, 4>;

TEST(Random, GivesTheKnownAnswersOfPhilox) {
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}), (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  const std::uint32_t all = 0xffffffff;
  EXPECT_EQ(philox4x32({all, all, all, all}, {all, all}), (Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, SymmetricNumbersAreSymmetricAndUniform) {
  Random random(1, RandomStream::weights, 0);
  double sum = 0.0, squares = 0.0;
  constexpr int count = 100'000;
  for (int i = 0; i < count; ++i) {
    const float value = random.symmetric();
    ASSERT_LT(std::fabs(value), 1.0F);
    ASSERT_NE(value, 0.0F);
    sum += value;
    squares += double{value} * value;
  }
  EXPECT_NEAR(sum / count, 0.0, 5.0 / std::sqrt(3.0 * count));
  EXPECT_NEAR(squares / count, 1.0 / 3.0, 0.005);
}

TEST(Random, BelowReachesEveryValueAboutEquallyOften) {
  Random random(2, RandomStream::split, 5);
  std::map<std::uint32_t, int> counts;
  for (int i = 0; i < 70'000; ++i) ++counts[random.below(7)];
  ASSERT_EQ(counts.size(), 7U);
  for (const auto& [value, count] : counts) EXPECT_NEAR(count, 10'000, 500) << value;
}

TEST(Random, StreamsAndSubstreamsDiffer) {
  const auto first = [](std::uint64_t seed, RandomStream stream, std::uint32_t substream) {
    return Random(seed, stream, substream).next();
  };
  const auto base = first(1, RandomStream::weights, 0);
  EXPECT_NE(base, first(2, RandomStream::weights, 0));
  EXPECT_NE(base, first(1ULL << 32 | 1, RandomStream::weights, 0));
  EXPECT_NE(base, first(1, RandomStream::sampling_order, 0));
  EXPECT_NE(base, first(1, RandomStream::weights, 1));
}

}  // namespace
}  // namespace mlplab
