// Memory in large pages: the system has been asked for it, and nothing else changes.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "core/machine/memory.h"

namespace mlplab {
namespace {

/// Whether the mapping that holds `address` was advised to use large pages ('hg' among its flags, man 5 proc).
bool advised(const void* address) {
  std::ifstream maps("/proc/self/smaps");
  bool here = false;
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t first = 0, end = 0;
    char dash = 0;
    std::istringstream range(line);
    if (range >> std::hex >> first >> dash >> end && dash == '-')
      here = first <= reinterpret_cast<std::uintptr_t>(address) && reinterpret_cast<std::uintptr_t>(address) < end;
    if (here && line.rfind("VmFlags:", 0) == 0) return (line + " ").find(" hg ") != std::string::npos;
  }
  return false;
}

TEST(LargePages, AVectorsRoomIsAskedForBeforeItIsTouched) {
  if (!std::filesystem::exists("/sys/kernel/mm/transparent_hugepage")) GTEST_SKIP() << "skipped: no large pages here";
  std::vector<std::uint8_t> values;
  reserve_large(values, 5 * large_page);
  ASSERT_GE(values.capacity(), 5 * large_page);
  EXPECT_TRUE(values.empty());
  EXPECT_TRUE(advised(values.data() + 2 * large_page));
  values.resize(5 * large_page, 7);
  EXPECT_EQ(values.back(), 7);
  std::vector<std::uint8_t> plain(5 * large_page);
  EXPECT_FALSE(advised(plain.data() + 2 * large_page)) << "or this test sees nothing";
}

TEST(LargePages, WhatIsSmallerIsLeftAsItIs) {
  std::vector<float> values;
  reserve_large(values, 1000);
  EXPECT_GE(values.capacity(), 1000U);
  values.assign(1000, 1.0F);
  reserve_large(values, 10);  // it has more
  EXPECT_EQ(values.size(), 1000U);
  EXPECT_EQ(values[999], 1.0F);
  ask_for_large_pages(values.data(), 1000 * sizeof(float));  // holds no whole one
}

}  // namespace
}  // namespace mlplab
