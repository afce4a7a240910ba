// The peak of a tree of processes: on a made-up /proc with known numbers, and on this machine.
#include "core/machine/peak_memory.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <memory>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/machine/child_processes.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kib = 1 << 10, mib = 1 << 20;

class MadeProcesses : public testing::Test {
 protected:
  void process(int id, int parent, const std::string& words) {
    fs::create_directories(folder(id));
    test::write_bytes(folder(id) / "stat",
                      std::to_string(id) + " (a ) b) S " + std::to_string(parent) + " 1 1 0 -1 4 1\n");
    test::write_bytes(folder(id) / "cmdline", words);
  }
  void memory(int id, int most_kib, int files_kib, int shared_kib) {
    test::write_bytes(folder(id) / "status",
                      "Name:\ta VmHWM: 9 kB\nGroups:\t \nVmHWM:\t   " + std::to_string(most_kib) + " kB\nRssFile:\t" +
                          std::to_string(files_kib) + " kB\nRssShmem:\t" + std::to_string(shared_kib) + " kB\n");
  }
  fs::path folder(int id) const { return proc_ / std::to_string(id); }
  test::TemporaryFolder made_;
  fs::path proc_ = made_.path();
};

TEST_F(MadeProcesses, PeaksOfTheTreeAreAddedUpAndWhatTheyShareCountsOnce) {
  process(10, 1, "mlplab sweep");
  memory(10, 100'000, 20'000, 10'000);
  process(30, 20, "mlplab rank");
  memory(30, 50'000, 25'000, 15'000);
  process(20, 10, "mlplab sweep");  // a fork of 10, which has its pages
  memory(20, 100'000, 20'000, 10'000);
  test::write_bytes(folder(20) / "smaps_rollup",
                    "00400000-7ff0 ---p 00000000 00:00 0 [rollup]\nRss: 90000 kB\nPrivate_Clean: 1000 kB\n"
                    "Private_Dirty: 4000 kB\n");
  process(40, 1, "somebody else");
  memory(40, 900'000, 0, 0);
  PeakMemory peak(proc_, 10);
  peak.look();
  EXPECT_EQ(peak.bytes(), (70'000 + 5'000 + 10'000 + 40'000) * kib);
  memory(30, 80'000, 25'000, 15'000);
  process(50, 10, "new");
  memory(50, 1'000'000, 0, 0);
  peak.look_again();
  fs::remove_all(folder(50));
  test::write_bytes(folder(30) / "status", "Name:\tit has ended\n");
  memory(10, 101'000, 20'000, 10'000);
  EXPECT_EQ(peak.bytes(), (71'000 + 5'000 + 40'000 + 40'000) * kib) << "what it had is known from the look before";
  for (const int gone : {20, 30}) fs::remove_all(folder(gone));
  EXPECT_EQ(peak.bytes(), (71'000 + 5'000 + 40'000 + 40'000) * kib);
}

TEST_F(MadeProcesses, OfOneProcessItIsItsMark) {
  process(10, 1, "mlplab");
  memory(10, 100'000, 60'000, 0);
  PeakMemory peak(proc_, 10);
  peak.look();
  memory(10, 100'000, 5'000, 0);  // a file was unmapped
  EXPECT_EQ(peak.bytes(), 100'000 * kib);
}

TEST_F(MadeProcesses, AMarkOfBeforeIsNotTheRuns) {
  process(10, 1, "mlplab");
  memory(10, 100'000, 0, 0);
  fs::create_directory(folder(10) / "clear_refs");  // it cannot be written
  PeakMemory peak(proc_, 10);
  EXPECT_FALSE(peak.bytes()) << "some earlier run's, or this one's: nobody knows";
  memory(10, 100'001, 0, 0);
  EXPECT_EQ(peak.bytes(), 100'001 * kib);
  EXPECT_FALSE(PeakMemory(proc_, 11).bytes()) << "there is no such process";
  EXPECT_FALSE(PeakMemory(proc_ / "nowhere", 10).bytes()) << "as where there is no /proc";
}

/// Takes so much, and gives it back to the system.
void take_and_return(std::int64_t bytes) {
  void* taken = ::mmap(nullptr, static_cast<std::size_t>(bytes), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  ASSERT_NE(taken, MAP_FAILED);
  ::munmap(taken, static_cast<std::size_t>(bytes));
}

TEST(PeakMemory, HasNothingOfWhatRanBefore) {
  take_and_return(300 * mib);
  PeakMemory quiet;
  const std::optional<std::int64_t> without = quiet.bytes();
  if (!without) GTEST_SKIP() << "skipped: the system does not put the mark back";
  PeakMemory peak;
  take_and_return(100 * mib);
  const std::int64_t with = peak.bytes().value_or(0);
  EXPECT_GT(with, *without + 90 * mib);
  EXPECT_LT(with, *without + 120 * mib) << "300 MiB were before";
}

TEST(PeakMemory, FreedBlocksAreReturnedBeforeItBegins) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
  GTEST_SKIP() << "skipped: another allocator";
#endif
  const std::int64_t before = PeakMemory().bytes().value_or(0);
  std::vector<std::unique_ptr<std::string>> blocks(200'000);
  for (std::unique_ptr<std::string>& block : blocks) block = std::make_unique<std::string>(500, 'x');
  const std::unique_ptr<std::string> last = std::make_unique<std::string>(500, 'x');  // the heap's end stays in use
  blocks.clear();
  blocks.shrink_to_fit();
  EXPECT_LT(PeakMemory().bytes().value_or(0), before + 50 * mib) << "100 MB are free, and some run's no more";
}

TEST(PeakMemory, CountsWhatThisProgramHasStarted) {
  PeakMemory peak;
  const std::int64_t own = peak.bytes().value_or(0);
  {
    ChildProcesses child({{.words = {"sh", "-c",
                                     "held=$(head -c 60000000 /dev/zero | tr '\\0' x); echo ready; read word; "
                                     "echo ${#held}"},
                           .environment = {},
                           .streams = true}});
    const double start_s = now_s();
    while (child.take_lines().empty() && !child.over() && now_s() < start_s + 60.0) child.wait(50);
    ASSERT_FALSE(child.over());
    peak.look();
  }
  const std::int64_t with = peak.bytes().value_or(0);
  EXPECT_GT(with, own + 55 * mib);
  EXPECT_LT(with, own + 500 * mib);
}

}  // namespace
}  // namespace mlplab
