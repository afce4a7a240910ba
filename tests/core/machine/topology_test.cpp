// Machines made of small files like /sys/devices, and the machine the test runs on.
#include "core/machine/topology.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace mlplab {
namespace {

class FakeMachine : public testing::Test {
 protected:
  FakeMachine() : devices_(std::filesystem::temp_directory_path() / ("mlplab-topology-" + std::to_string(getpid()))) {
    std::filesystem::remove_all(devices_);
  }
  ~FakeMachine() override { std::filesystem::remove_all(devices_); }
  void write(const std::string& file, const std::string& line) {
    std::filesystem::create_directories((devices_ / file).parent_path());
    std::ofstream(devices_ / file) << line << "\n";
  }
  void cpu(int id, const std::string& siblings) {
    write("system/cpu/cpu" + std::to_string(id) + "/topology/core_cpus_list", siblings);
  }
  std::filesystem::path devices_;
};

TEST_F(FakeMachine, PlainCores) {
  write("system/cpu/online", "0-1");
  cpu(0, "0");
  cpu(1, "1");
  const Topology topology = sysfs_topology(devices_, {});
  EXPECT_EQ(topology.physical_cores(), 2);
  EXPECT_EQ(topology.first_smt_worker(), 0);
  EXPECT_EQ(topology.first_slow_worker(), 0);
  EXPECT_EQ(topology.description(), "2 cores");
}

TEST_F(FakeMachine, HybridWithSmtFillsFastCoresThenSlowOnesThenSiblings) {
  write("system/cpu/online", "0-5");
  write("cpu_atom/cpus", "4-5");
  cpu(0, "0-1");
  cpu(1, "0-1");
  cpu(2, "2-3");
  cpu(3, "2-3");
  cpu(4, "4");
  cpu(5, "5");
  const Topology topology = sysfs_topology(devices_, {});
  EXPECT_EQ(topology.physical_cores(), 4);
  EXPECT_EQ(topology.fast_cores(), 2);
  EXPECT_EQ(topology.first_slow_worker(), 3);
  EXPECT_EQ(topology.first_smt_worker(), 5);
  EXPECT_EQ(topology.placement(), (std::vector<int>{0, 2, 4, 5, 1, 3}));
  EXPECT_EQ(topology.description(), "2 P-cores + 2 E-cores, 6 threads");
}

TEST_F(FakeMachine, OnlyTheAllowedCpusCount) {
  write("system/cpu/online", "0-3");
  for (const int id : {0, 1}) cpu(id, "0-1");
  for (const int id : {2, 3}) cpu(id, "2-3");
  const Topology topology = sysfs_topology(devices_, {0, 2});
  EXPECT_EQ(topology.physical_cores(), 2);
  EXPECT_FALSE(topology.has_smt()) << "the siblings are not ours to use";
}

TEST_F(FakeMachine, ArmCapacitiesTellBigFromLittle) {
  write("system/cpu/online", "0-2");
  for (const int id : {0, 1, 2}) {
    cpu(id, std::to_string(id));
    write("system/cpu/cpu" + std::to_string(id) + "/cpu_capacity", id == 1 ? "1024" : "446");
  }
  const Topology topology = sysfs_topology(devices_, {});
  EXPECT_EQ(topology.fast_cores(), 1);
  EXPECT_EQ(topology.placement().front(), 1);
}

TEST_F(FakeMachine, NothingThereIsNoTopology) { EXPECT_TRUE(sysfs_topology(devices_, {}).cpus.empty()); }

TEST(Topology, AQuotaLowersTheUsableCores) {
  Topology topology;
  for (int i = 0; i < 8; ++i) topology.cpus.push_back({i, i, 0});
  EXPECT_EQ(topology.usable_cores(), 8);
  topology.cpu_quota = 2.5;
  EXPECT_EQ(topology.usable_cores(), 3);
  topology.cpu_quota = 64;
  EXPECT_EQ(topology.usable_cores(), 8);
}

TEST(Topology, CpuLists) {
  EXPECT_EQ(parse_cpu_list("0-2,5"), (std::vector<int>{0, 1, 2, 5}));
  EXPECT_EQ(parse_cpu_list("7"), std::vector<int>{7});
  EXPECT_TRUE(parse_cpu_list("").empty());
  EXPECT_TRUE(parse_cpu_list("3-1").empty());
  EXPECT_TRUE(parse_cpu_list("max").empty());
}

TEST(Topology, ThisMachineAgreesWithSysfs) {
  const Topology machine = machine_topology();
  ASSERT_GE(machine.logical_cpus(), 1);
  EXPECT_GE(machine.usable_cores(), 1);
  EXPECT_EQ(machine.placement().size(), machine.cpus.size());
  std::vector<int> ids;
  for (const LogicalCpu& cpu : machine.cpus) ids.push_back(cpu.id);
  const Topology files = sysfs_topology("/sys/devices", ids);
  if (files.cpus.empty()) GTEST_SKIP() << "no /sys here";
  EXPECT_EQ(machine.physical_cores(), files.physical_cores());
}

}  // namespace
}  // namespace mlplab
