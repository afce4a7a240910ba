// Limits of control groups, in trees of files as the kernel shows them.
#include "core/machine/control_groups.h"

#include <gtest/gtest.h>

#include "tests/support/support.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

class Groups : public testing::Test {
 protected:
  void write(const std::string& path, const std::string& text) {
    fs::create_directories((folder_ / path).parent_path());
    test::write_bytes(folder_ / path, text + "\n");
  }
  void version_2(const std::string& group, const std::string& seen = "/") {
    write("proc/self/cgroup", "0::" + group);
    write("proc/self/mountinfo",
          "24 1 0:22 / /proc rw shared:5 - proc proc rw\n"
          "31 23 0:28 " +
              seen + " /sys/fs/cgroup rw,relatime shared:9 master:1 - cgroup2 cgroup2 rw,nsdelegate");
  }
  void version_1(const std::string& group) {
    write("proc/self/cgroup",
          "9:name=systemd:/\n4:memory:" + group + "\n3:cpuset:/\n2:cpu,cpuacct:" + group + "\n0::/");
    write("proc/self/mountinfo",
          "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
          "35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
          "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw");
  }
  ControlGroups groups() { return ControlGroups(folder_.path()); }
  test::TemporaryFolder folder_;
};

TEST_F(Groups, WithoutAnyThereIsNoLimit) {
  EXPECT_EQ(groups().cpu_quota(), 0.0);
  EXPECT_FALSE(groups().memory());
  EXPECT_EQ(groups().throttled_periods(), 0);
  version_2("/");
  EXPECT_FALSE(groups().memory()) << "the root has no files for it";
}

TEST_F(Groups, OfAJobBelowTheRootTheNearestLimitsCount) {
  version_2("/system.slice/job 7.scope/step");
  const std::string top = "sys/fs/cgroup/system.slice", job = top + "/job 7.scope", step = job + "/step";
  write(step + "/cpu.max", "max 100000");
  write(job + "/cpu.max", "150000 100000");
  write(top + "/cpu.max", "400000 100000");
  write(step + "/memory.max", "max");
  write(job + "/memory.max", "1000000");
  write(job + "/memory.current", "700000");
  write(job + "/memory.stat", "anon 500000\nfile 200000\ninactive_file 150000\nactive_file 50000");
  write(job + "/cpu.stat", "usage_usec 5\nnr_periods 9\nnr_throttled 4");
  write(top + "/memory.max", "100000000");
  EXPECT_DOUBLE_EQ(groups().cpu_quota(), 1.5);
  ASSERT_TRUE(groups().memory());
  EXPECT_EQ(groups().memory()->left_bytes, 500'000U) << "what is kept of files goes when room is needed";
  EXPECT_EQ(groups().memory()->limit_bytes, 1'000'000U);
  EXPECT_EQ(groups().throttled_periods(), 4);
  write(step + "/memory.high", "300000");
  write(step + "/memory.current", "100000");
  EXPECT_EQ(groups().memory()->left_bytes, 200'000U) << "above it nothing moves any more";
}

TEST_F(Groups, OfVersion1) {
  version_1("/slurm/uid_1000/job_7");
  const std::string cpu = "sys/fs/cgroup/cpu,cpuacct/slurm", memory = "sys/fs/cgroup/memory/slurm/uid_1000";
  write(cpu + "/cpu.cfs_quota_us", "50000");
  write(cpu + "/cpu.cfs_period_us", "100000");
  write(cpu + "/uid_1000/job_7/cpu.cfs_quota_us", "-1");
  write(cpu + "/uid_1000/job_7/cpu.cfs_period_us", "100000");
  write(cpu + "/cpu.stat", "nr_periods 9\nnr_throttled 3\nthrottled_time 8");
  write(memory + "/job_7/memory.limit_in_bytes", "9223372036854771712");
  write(memory + "/memory.limit_in_bytes", "2000000");
  write(memory + "/memory.usage_in_bytes", "2500000");
  write(memory + "/memory.stat", "inactive_file 1\ntotal_inactive_file 1000000\ntotal_active_file 0");
  EXPECT_DOUBLE_EQ(groups().cpu_quota(), 0.5);
  EXPECT_EQ(groups().throttled_periods(), 3);
  ASSERT_TRUE(groups().memory());
  EXPECT_EQ(groups().memory()->left_bytes, 500'000U);
  write(memory + "/memory.usage_in_bytes", "9000000");
  EXPECT_EQ(groups().memory()->left_bytes, 0U);
}

/// A container sees its own group at the top, whatever it is called outside.
TEST_F(Groups, OfAContainerWhatIsMountedCounts) {
  write("sys/fs/cgroup/cpu.max", "200000 100000");
  version_2("/docker/abc", "/docker/abc");
  EXPECT_DOUBLE_EQ(groups().cpu_quota(), 2.0);
  version_2("/../other", "/");
  EXPECT_DOUBLE_EQ(groups().cpu_quota(), 2.0);
  version_2("/elsewhere", "/docker/abc");
  EXPECT_DOUBLE_EQ(groups().cpu_quota(), 2.0);
}

}  // namespace
}  // namespace mlplab
