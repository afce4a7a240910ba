// The processors' meters on made-up trees of /sys/class/powercap.
#include <gtest/gtest.h>

#include <cerrno>
#include <cmath>

#include "core/machine/energy/meter.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

using Scopes = std::vector<std::string>;

class Powercap : public testing::Test {
 protected:
  void domain(const std::string& folder, const std::string& name, long long uj, long long range = 1000'000'000) {
    std::filesystem::create_directories(tree_ / folder);
    test::write_bytes(tree_ / folder / "name", name + "\n");
    test::write_bytes(tree_ / folder / "max_energy_range_uj", std::to_string(range) + "\n");
    set(folder, uj);
  }
  void set(const std::string& folder, long long uj) {
    test::write_bytes(tree_ / folder / "energy_uj", std::to_string(uj) + "\n");
  }
  EnergyMeters open(bool virtual_machine = false) { return open_powercap(tree_.path(), virtual_machine); }
  static Scopes scopes(const EnergyMeters& opened) {
    Scopes all;
    for (const auto& meter : opened.meters) all.push_back(meter->scope());
    return all;
  }
  test::TemporaryFolder tree_;
};

/// psys contains the package, the package its cores; only the memory is beside it.
TEST_F(Powercap, NothingIsCountedTwice) {
  domain("intel-rapl:0", "package-0", 0);
  domain("intel-rapl:0:0", "core", 0);
  domain("intel-rapl:0:1", "uncore", 0);
  domain("intel-rapl:0:2", "dram", 0);
  domain("intel-rapl:1", "psys", 0);
  domain("intel-rapl-mmio:0", "package-0", 0);
  std::filesystem::create_directories(tree_ / "intel-rapl");  // the kind itself has no counter
  const EnergyMeters opened = open();
  EXPECT_EQ(scopes(opened), (Scopes{"package 0", "memory of package 0"}));
  EXPECT_TRUE(opened.missing.empty());
  set("intel-rapl:0", 7'000'000);
  set("intel-rapl-mmio:0", 9'000'000);
  set("intel-rapl:0:2", 500'000);
  EXPECT_DOUBLE_EQ(opened.meters[0]->joules(), 7.0) << "not the mmio way to it";
  EXPECT_DOUBLE_EQ(opened.meters[1]->joules(), 0.5);
}

TEST_F(Powercap, EveryPackageCounts) {
  domain("intel-rapl:0", "package-0", 0);
  domain("intel-rapl:1", "package-1", 0);
  domain("intel-rapl:1:0", "dram", 0);
  EXPECT_EQ(scopes(open()), (Scopes{"package 0", "package 1", "memory of package 1"}));
}

TEST_F(Powercap, WhatOnlyTheSecondWayCountsIsTaken) {
  domain("intel-rapl-mmio:0", "package-0", 0);
  domain("intel-rapl-mmio:0:0", "dram", 0);
  domain("intel-rapl:0", "package-0", 0);
  EXPECT_EQ(scopes(open()), (Scopes{"package 0", "memory of package 0"}));
}

TEST_F(Powercap, CountersWrap) {
  domain("intel-rapl:0", "package-0", 900'000'000);
  const EnergyMeters opened = open();
  EXPECT_DOUBLE_EQ(opened.meters[0]->joules(), 0.0);
  set("intel-rapl:0", 950'000'000);
  EXPECT_DOUBLE_EQ(opened.meters[0]->joules(), 50.0);
  set("intel-rapl:0", 20'000'000);
  EXPECT_DOUBLE_EQ(opened.meters[0]->joules(), 120.0) << "50 before the end of 1000 J, 20 after it";
  set("intel-rapl:0", 10'000'000);
  EXPECT_DOUBLE_EQ(opened.meters[0]->joules(), 1110.0) << "and once more";
}

TEST_F(Powercap, ACounterThatWasSetBackSaysNothingAnyMore) {
  domain("intel-rapl:0", "package-0", 900, /*range=*/0);
  const EnergyMeters opened = open();
  set("intel-rapl:0", 1000);
  EXPECT_DOUBLE_EQ(opened.meters[0]->joules(), 1e-4);
  set("intel-rapl:0", 5);
  EXPECT_TRUE(std::isnan(opened.meters[0]->joules())) << "its range is not known";
  set("intel-rapl:0", 2000);
  EXPECT_TRUE(std::isnan(opened.meters[0]->joules())) << "what was missed stays missed";
}

TEST_F(Powercap, ACounterThatGoesAwaySaysNothingAnyMore) {
  domain("intel-rapl:0", "package-0", 900);
  const EnergyMeters opened = open();
  std::filesystem::remove(tree_ / "intel-rapl:0" / "energy_uj");
  EXPECT_TRUE(std::isnan(opened.meters[0]->joules()));
}

/// Root may read everything: the error is made up here, and real in the terminal's test.
TEST_F(Powercap, WhatMayNotBeReadSaysHowToAllowIt) {
  domain("intel-rapl:0", "package-0", 1);
  domain("intel-rapl:0:0", "dram", 1);
  const EnergyMeters opened = open_powercap(tree_.path(), false, [](const std::filesystem::path& file) {
    const bool secret = file.filename() == "energy_uj" && file.parent_path().filename() == "intel-rapl:0";
    return secret ? SmallFile{{}, EACCES} : read_small_file(file);
  });
  EXPECT_EQ(scopes(opened), (Scopes{"memory of package 0"})) << "the others still count";
  const std::string file = (tree_ / "intel-rapl:0" / "energy_uj").string();
  EXPECT_EQ(opened.missing, Scopes{"package 0 is readable by root only: " + file +
                                   "; to allow it until the next start of the machine: sudo chmod a+r " + file});
}

TEST_F(Powercap, WhatIsNoNumberIsNoMeter) {
  domain("intel-rapl:0", "package-0", 1);
  for (const char* text : {"", "many\n", "12 J\n", "-5\n"}) {
    test::write_bytes(tree_ / "intel-rapl:0" / "energy_uj", text);
    const EnergyMeters opened = open();
    EXPECT_TRUE(opened.meters.empty()) << text;
    ASSERT_EQ(opened.missing.size(), 1U);
    EXPECT_NE(opened.missing[0].find("does not hold a whole number"), std::string::npos) << opened.missing[0];
  }
}

TEST_F(Powercap, NoMeterSaysWhy) {
  for (const std::filesystem::path& folder : {tree_.path(), tree_ / "none"}) {
    const EnergyMeters guest = open_powercap(folder, true), host = open_powercap(folder, false);
    EXPECT_TRUE(guest.meters.empty() && host.meters.empty());
    ASSERT_EQ(guest.missing.size(), 1U);
    EXPECT_EQ(guest.missing[0].find("this virtual machine has no energy meter"), 0U) << guest.missing[0];
    EXPECT_NE(host.missing[0].find("sudo modprobe intel_rapl_msr"), std::string::npos) << host.missing[0];
    EXPECT_NE(host.missing[0].find(folder.string()), std::string::npos) << host.missing[0];
  }
}

}  // namespace
}  // namespace mlplab
