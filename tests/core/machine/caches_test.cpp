// Caches made of small files like /sys/devices, and those of the machine the test runs on.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "core/machine/topology.h"

namespace mlplab {
namespace {

class FakeCaches : public testing::Test {
 protected:
  FakeCaches() : devices_(std::filesystem::temp_directory_path() / ("mlplab-caches-" + std::to_string(getpid()))) {
    std::filesystem::remove_all(devices_);
  }
  ~FakeCaches() override { std::filesystem::remove_all(devices_); }
  void cache(int index, const char* level, const char* type, const char* size, const char* cpus) {
    const std::filesystem::path folder = devices_ / "system/cpu/cpu0/cache" / ("index" + std::to_string(index));
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "level") << level << "\n";
    std::ofstream(folder / "type") << type << "\n";
    std::ofstream(folder / "size") << size << "\n";
    std::ofstream(folder / "shared_cpu_list") << cpus << "\n";
  }
  std::filesystem::path devices_;
};

TEST_F(FakeCaches, DataCachesNearestFirst) {
  cache(0, "3", "Unified", "32M", "0-15");
  cache(1, "1", "Instruction", "32K", "0");
  cache(2, "1", "Data", "48K", "0,8");
  cache(3, "2", "Unified", "2048K", "0,8");
  EXPECT_EQ(data_caches(devices_), (std::vector<DataCache>{{1, 48 << 10, 2}, {2, 2 << 20, 2}, {3, 32 << 20, 16}}));
}

TEST_F(FakeCaches, WhatCannotBeReadIsNotThere) {
  EXPECT_TRUE(data_caches(devices_).empty()) << "no such folder";
  cache(0, "one", "Data", "48K", "0");
  cache(1, "2", "Unified", "some", "0");
  cache(2, "3", "Unified", "99999999999999999999999999K", "0");
  EXPECT_TRUE(data_caches(devices_).empty());
  cache(3, "1", "Data", "32K", "nobody");
  EXPECT_EQ(data_caches(devices_), (std::vector<DataCache>{{1, 32 << 10, 1}}));
}

}  // namespace
}  // namespace mlplab
