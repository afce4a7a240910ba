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
    for (const int count : {0, 1, 96, 97, 500})
      for (const bool backwards : {false, true}) {
        std::map<std::pair<int, int>, int> seen;
        for_blocks({4, 4 + panels}, Rows{nullptr, count, 0, 0}, 96, backwards, {}, [&](const Block& block) {
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

/// Sums of a weight gradient are over the blocks in this order, so that they do not depend on caches.
TEST(Blocks, KeepTheOrderOfRowsForEveryPanel) {
  std::map<int, int> next;
  for_blocks({0, 7}, Rows{nullptr, 700, 0, 0}, depth_block, true, {}, [&](const Block& block) {
    EXPECT_EQ(next[block.panel], block.first);
    next[block.panel] = block.first + block.count;
  });
  EXPECT_EQ(next.size(), 7U);
}

/// The piece that a product names as its next is the piece that the next product reads.
TEST(Blocks, NameWhatComesNext) {
  for (const int panels : {1, 3})
    for (const int count : {1, 96, 250})
      for (const bool backwards : {false, true}) {
        std::vector<Block> blocks;
        for_blocks({2, 2 + panels}, Rows{nullptr, count, 0, 0}, 96, backwards, {},
                   [&](const Block& block) { blocks.push_back(block); });
        for (std::size_t i = 0; i + 1 < blocks.size(); ++i) EXPECT_EQ(blocks[i].next, Piece(blocks[i + 1]));
        EXPECT_EQ(blocks.back().next.count, 0);
        EXPECT_GE(blocks.back().next.panel, 2) << "one that there is";
      }
}

/// While a block is computed with, the panels fetch all of the next one between them, and nothing else.
TEST(Blocks, FetchTheNextBlockWholly) {
  constexpr int rows = 10, columns = 9, distance = 16, total = 35;
  const std::vector<float> a(total * distance), later(7 * distance);
  for (const int panels : {1, 2, 4}) {
    std::vector<Block> blocks;
    for_blocks({0, panels}, Rows{a.data(), total, columns, distance}, rows, false,
               ahead_of(later.data(), 7, columns, distance), [&](const Block& block) { blocks.push_back(block); });
    for (std::size_t i = 0; i < blocks.size();) {
      std::size_t end = i;
      const char* at = blocks[i].ahead.row(0);
      for (; end < blocks.size() && blocks[end].first == blocks[i].first; ++end) {
        EXPECT_EQ(blocks[end].ahead.row(0), at);
        EXPECT_EQ(blocks[end].ahead.bytes, columns * std::ptrdiff_t{sizeof(float)});
        at = blocks[end].ahead.row(blocks[end].ahead.rows);
      }
      const bool last = end == blocks.size();
      const float* const from = last ? later.data() : a.data() + blocks[end].first * distance;
      EXPECT_EQ(blocks[i].ahead.row(0), reinterpret_cast<const char*>(from));
      EXPECT_EQ(at, reinterpret_cast<const char*>(from + (last ? 7 : blocks[end].count) * distance));
      i = end;
    }
  }
}

/// Rows that are made block by block are there before a panel reads them, and what they are made
/// of is fetched while the block before is computed with: the rows that the order names.
TEST(Blocks, MakeEachBlockBeforeItIsRead) {
  const std::vector<std::uint8_t> pixels(50 * 20);
  std::vector<std::uint32_t> order(35);
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>((i * 7) % 50);
  for (const int panels : {1, 3, 4}) {
    Share made{-1, -1};
    std::vector<const char*> fetched;
    int blocks = 0;
    const auto make = [&](int first, int count) {
      for (int row = first; !fetched.empty() && row < first + count; ++row)
        EXPECT_EQ(fetched[static_cast<std::size_t>(row - first)],
                  reinterpret_cast<const char*>(pixels.data()) + order[static_cast<std::size_t>(row)] * 20);
      EXPECT_TRUE(fetched.empty() || fetched.size() == static_cast<std::size_t>(count));
      fetched.clear();
      made = {first, first + count};
      ++blocks;
    };
    const MadeRows<decltype(make)> rows = {35, {pixels.data(), 35, 20, 20, order.data()}, make};
    for_blocks({0, panels}, rows, 10, true, {}, [&](const Block& block) {
      EXPECT_EQ(made, (Share{block.first, block.first + block.count}));
      for (int row = 0; row < block.ahead.rows; ++row) fetched.push_back(block.ahead.row(row));
    });
    EXPECT_EQ(blocks, 4);
    EXPECT_TRUE(fetched.empty()) << "nothing after the last block";
  }
}

}  // namespace
}  // namespace mlplab::kernels
