// Memory as the system reports it.
#include "core/machine/memory.h"

#include <gtest/gtest.h>

#include <string>

namespace mlplab {
namespace {

TEST(Memory, WhatThisProcessHasGrowsWithWhatItTakes) {
  const std::size_t before = resident_memory_bytes();
  EXPECT_GT(before, std::size_t{1} << 20);
  constexpr std::size_t more = std::size_t{64} << 20;
  const std::string taken(more, 'x');
  EXPECT_GT(resident_memory_bytes(), before + more / 2) << taken.front();
  EXPECT_GT(available_memory_bytes(), 0U);
}

}  // namespace
}  // namespace mlplab
