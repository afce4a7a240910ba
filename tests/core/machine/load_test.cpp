// The meter of what is busy: on a made-up /proc, and on this machine with work of a known amount.
#include "core/machine/load.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "core/base/clock.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

class MadeProc : public testing::Test {
 protected:
  void task(int process, int thread, const std::string& name, const std::string& cpu_ns, const std::string& children) {
    const fs::path folder = proc_ / std::to_string(process) / "task" / std::to_string(thread);
    fs::create_directories(folder);
    test::write_bytes(folder / "comm", name + "\n");
    test::write_bytes(folder / "schedstat", cpu_ns + " 5 7\n");
    test::write_bytes(folder / "children", children);
  }
  void memory(int process, int resident_pages, int shared_pages) {
    fs::create_directories(proc_ / std::to_string(process));
    test::write_bytes(proc_ / std::to_string(process) / "statm",
                      "9999 " + std::to_string(resident_pages) + " " + std::to_string(shared_pages) + " 1 0 1 0\n");
  }
  void stat(const std::string& text) { test::write_bytes(proc_ / "stat", text); }
  test::TemporaryFolder folder_;
  fs::path proc_ = folder_.path();
};

TEST_F(MadeProc, CountsTheTreeOfProcessesWithItsThreads) {
  stat("cpu  0 0 0 0\ncpu0 100 0 0 100 0 0 0 0\n");
  task(10, 10, "mlplab", "0", "20 ");
  task(10, 11, "worker", "0", "");
  task(20, 20, "rank with ) in it", "0", "");
  task(30, 30, "somebody else", "0", "");
  memory(10, 100, 40);
  memory(20, 50, 30);
  LoadMeter meter(proc_, 10);
  ASSERT_EQ(meter.why_not(), "");
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  task(10, 11, "worker", "1000000000000", "");
  task(20, 20, "rank with ) in it", "2000000000000", "");
  task(30, 30, "somebody else", "9000000000000", "");
  stat("cpu  0 0 0 0\ncpu0 175 0 0 125 0 0 0 0\n");
  const LoadReading load = meter.read();
  EXPECT_EQ(load.processes, 2);
  EXPECT_EQ(load.threads, 3);
  ASSERT_EQ(load.busiest.size(), 2U) << "a thread that did not compute is none of the busiest";
  EXPECT_EQ(load.busiest[0].name, "rank with ) in it");
  EXPECT_EQ(load.busiest[0].process, 20);
  EXPECT_EQ(load.busiest[1].thread, 11);
  EXPECT_NEAR(load.run_cpus * load.window_s, 3000.0, 1.0) << "seconds of both, and of nobody else";
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  EXPECT_EQ(load.memory_bytes, (60 + 20 + 40) * page) << "what is shared counts once";
  if (!load.cpus.empty() && load.cpus[0] == 0) {
    EXPECT_DOUBLE_EQ(load.busy.at(0), 0.75);
  }
}

TEST_F(MadeProc, TakesTicksWhereNanosecondsAreNotCounted) {
  stat("cpu0 1 0 0 1 0 0 0 0\n");
  task(10, 10, "a (b) c", "0", "");
  fs::remove(proc_ / "10/task/10/schedstat");
  const auto ticks = [&](int user, int system) {
    test::write_bytes(proc_ / "10/task/10/stat", "10 (a (b) c) R 1 1 1 0 -1 4 1 1 1 1 " + std::to_string(user) + " " +
                                                     std::to_string(system) + " 0 0 20 0\n");
  };
  ticks(0, 0);
  LoadMeter meter(proc_, 10);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ticks(300, 100);
  const LoadReading load = meter.read();
  EXPECT_NEAR(load.run_cpus * load.window_s, 400.0 / static_cast<double>(sysconf(_SC_CLK_TCK)), 1e-6);
}

TEST(LoadReading, AddsUpTheThreadsOfEachMember) {
  LoadReading load;
  load.busiest = {{7, 7, "rank 10 simd", 0.5},
                  {5, 5, "rank 2 openmp", 0.9},
                  {5, 6, "rank 2 openmp", 0.25},
                  {3, 3, "mlplab-cli", 0.1}};
  const std::vector<std::pair<std::string, double>> expected = {{"rank 2 openmp", 1.15}, {"rank 10 simd", 0.5}};
  EXPECT_EQ(load.members(), expected);
  while (load.busiest.size() < LoadReading::max_busiest) load.busiest.push_back({5, 9, "rank 2 openmp", 0.01});
  EXPECT_TRUE(load.members().empty()) << "there may be more threads than are kept";
}

TEST_F(MadeProc, SaysWhyThereIsNothingToRead) {
  EXPECT_EQ(LoadMeter(proc_ / "absent", 10).why_not(), (proc_ / "absent/stat").string() + " cannot be read");
  stat("cpu0 1 0 0 1 0 0 0 0\n");
  LoadMeter meter(proc_, 77);  // a process that is gone
  EXPECT_EQ(meter.read().processes, 0);
}

TEST(LoadMeter, SeesAThreadThatComputes) {
  if (!fs::exists("/proc/self/task")) GTEST_SKIP() << "skipped: no /proc";
  std::atomic<bool> over = false;
  LoadMeter meter;
  std::thread busy([&] {
    while (!over) {
    }
  });
  const double began_s = now_s();
  while (now_s() - began_s < 0.3) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  const LoadReading load = meter.read();
  over = true;
  busy.join();
  EXPECT_GE(load.processes, 1);
  EXPECT_GE(load.threads, 2);
  ASSERT_FALSE(load.busiest.empty());
  EXPECT_EQ(load.busiest[0].process, ::getpid());
  EXPECT_NE(load.busiest[0].thread, ::getpid()) << "the busy one is not the main thread, which slept";
  EXPECT_GT(load.run_cpus, 0.0);
  EXPECT_LT(load.run_cpus, 2.5);
  EXPECT_EQ(load.cpus.size(), load.busy.size());
  EXPECT_FALSE(load.cpus.empty());
  EXPECT_GT(load.memory_bytes, 1'000'000U);
  EXPECT_GT(load.cost_cpus, 0.0);
}

}  // namespace
}  // namespace mlplab
