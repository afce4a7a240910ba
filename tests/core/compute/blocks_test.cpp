// The order in which large products are worked through: everything once, and fetched before it is needed.
#include "core/compute/kernels/blocks.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>
#include <vector>

namespace mlplab::kernels {
namespace {

TEST(Blocks, CoverEveryPanelAndRowOnce) {
  for (const int panels : {0, 1, 3, 7})
    for (const int together : {1, 2, 3, 20})
      for (const int count : {0, 1, 96, 97, 500})
        for (const bool backwards : {false, true}) {
          std::map<std::pair<int, int>, int> seen;
          for_blocks({4, 4 + panels}, together, {nullptr, count, 0, 0}, 96, backwards, {}, [&](const Block& block) {
            EXPECT_GT(block.count, 0);
            for (int row = block.first; row < block.first + block.count; ++row) ++seen[{block.panel, row}];
          });
          EXPECT_EQ(seen.size(), static_cast<std::size_t>(panels) * static_cast<std::size_t>(count));
          for (const auto& [place, times] : seen) {
            EXPECT_EQ(times, 1);
            EXPECT_GE(place.first, 4);
            EXPECT_LT(place.first, 4 + panels);
          }
        }
}

/// Sums of a weight gradient are over the blocks in this order, so that they do not depend on groups and caches.
TEST(Blocks, KeepTheOrderOfRowsForEveryPanel) {
  std::map<int, int> next;
  for_blocks({0, 7}, 3, {nullptr, 700, 0, 0}, depth_block, true, {}, [&](const Block& block) {
    EXPECT_EQ(next[block.panel], block.first);
    next[block.panel] = block.first + block.count;
  });
  EXPECT_EQ(next.size(), 7U);
}

/// While a block is computed with, the panels of its group fetch all of the next one between them, and nothing else.
TEST(Blocks, FetchTheNextBlockWholly) {
  constexpr int rows = 10, columns = 9, distance = 16, total = 35;
  const std::vector<float> a(total * distance), later(7 * distance);
  for (const int together : {1, 2, 4}) {
    std::vector<Block> blocks;
    for_blocks({0, 4}, together, {a.data(), total, columns, distance}, rows, false,
               {later.data(), 7, columns, distance}, [&](const Block& block) { blocks.push_back(block); });
    for (std::size_t i = 0; i < blocks.size();) {
      std::size_t end = i;
      const float* at = blocks[i].ahead.from;
      for (; end < blocks.size() && blocks[end].first == blocks[i].first; ++end) {
        EXPECT_EQ(blocks[end].ahead.from, at);
        EXPECT_EQ(blocks[end].ahead.columns, columns);
        at += blocks[end].ahead.rows * blocks[end].ahead.distance;
      }
      if (end == blocks.size()) {
        EXPECT_EQ(blocks[i].ahead.from, later.data());
        EXPECT_EQ(at, later.data() + 7 * distance);
      } else {
        EXPECT_EQ(blocks[i].ahead.from, a.data() + blocks[end].first * distance);
        EXPECT_EQ(at, a.data() + (blocks[end].first + blocks[end].count) * distance);
      }
      i = end;
    }
  }
}

}  // namespace
}  // namespace mlplab::kernels
