// Runs whose program is killed, or finds no room: what they leave behind, and who removes it.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <thread>

#include "core/compute/backend_table.h"
#include "core/data/idx.h"
#include "core/launch/configurations.h"
#include "core/launch/processes/transport.h"
#include "core/machine/scratch_folder.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

/// A small data set that every process can read, and a run on it.
class KilledRuns : public testing::Test {
 protected:
  KilledRuns() {
    write_idx_folder(folder_ / "data", test::small_dataset(200, 60));
    spec_.data.source = (folder_ / "data").string();
  }
  test::TemporaryFolder folder_;
  RunSpec spec_ = test::small_spec();
};

class Killed : public KilledRuns, public testing::WithParamInterface<std::string> {
 protected:
  void SetUp() override {
    if (const std::string reason = find_configuration(GetParam()).why_not(); !reason.empty())
      GTEST_SKIP() << "skipped: " << reason;
  }
};

/// The temporary folder of what is started while it lives.
class TemporaryFilesIn {
 public:
  explicit TemporaryFilesIn(const std::filesystem::path& folder) : own_{{"TMPDIR", folder}} {
    std::filesystem::create_directories(folder);
  }

 private:
  test::Environment own_;
};

std::vector<std::string> train_words(const RunSpec& spec, const std::filesystem::path& out,
                                     const std::vector<std::string>& more) {
  std::vector<std::string> words = {"train",     "--data", spec.data.source, "--backend", configuration_name(spec),
                                    "--workers", "2",      "--network",      "36-16-4",   "--batch",
                                    "16",        "--out",  out.string()};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST_P(Killed, AKilledProgramLeavesNoFolder) {
  test::train_by(spec_, GetParam());
  const std::filesystem::path temporary = folder_ / "tmp", run = folder_ / "run";
  std::vector<std::vector<int>> ways = {{SIGKILL}};
  // Twice Ctrl-C is an order to go at once.
  if (GetParam() == "processes-shared") ways.insert(ways.end(), {{SIGHUP}, {SIGQUIT}, {SIGINT, SIGINT}});
  for (const std::vector<int>& signals : ways) {
    const TemporaryFilesIn moved(temporary);
    const int pid = test::start_cli(train_words(spec_, run, {"--epochs", "100000"}), folder_ / "log");
    while (!std::filesystem::exists(run / "checkpoint.safetensors") && test::running(pid))
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::vector<std::filesystem::path> used;
    for (const auto& entry : std::filesystem::directory_iterator(temporary)) {
      used.push_back(entry.path());
      used.push_back(shared_memory_folder / entry.path().filename());
    }
    ASSERT_EQ(used.size(), 2U) << test::read_bytes(folder_ / "log");
    for (const int signal : signals) ::kill(pid, signal);
    test::wait_for(pid);
    // The supervisor waits for the processes first, removes the folders and ends.
    const auto there = [](const std::filesystem::path& path) { return std::filesystem::exists(path); };
    for (int i = 0; i < 2'000 && (std::ranges::any_of(used, there) || !test::processes_with(spec_.data.source).empty());
         ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    for (const std::filesystem::path& path : used) EXPECT_FALSE(there(path)) << path << " after " << signals[0];
    EXPECT_TRUE(std::filesystem::is_empty(temporary));
    EXPECT_TRUE(test::processes_with(spec_.data.source).empty());
    std::filesystem::remove_all(run);
  }
}

TEST_F(KilledRuns, WhatAKilledSupervisorLeftTheNextStartRemoves) {
  test::train_by(spec_, "processes-shared");
  const TemporaryFilesIn moved(folder_ / "tmp");
  const int pid = test::start_cli(train_words(spec_, folder_ / "run", {"--epochs", "100000"}), folder_ / "log");
  while (!std::filesystem::exists(folder_ / "run/checkpoint.safetensors") && test::running(pid))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  std::ifstream children("/proc/" + std::to_string(pid) + "/task/" + std::to_string(pid) + "/children");
  int supervisor = 0;
  children >> supervisor;
  ASSERT_GT(supervisor, 0);
  ::kill(supervisor, SIGSTOP);  // so that it sees nothing of what follows
  ::kill(pid, SIGKILL);
  ::kill(supervisor, SIGKILL);
  test::wait_for(pid);
  ASSERT_FALSE(std::filesystem::is_empty(folder_ / "tmp"));
  const std::string words = "/proc/" + std::to_string(supervisor) + "/cmdline";  // empty once it has ended
  while (!test::read_bytes(words).empty()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  const test::Ran next =
      test::run_cli({"train", "--data", spec_.data.source, "--backend", "sequential", "--network", "36-4", "--batch",
                     "16", "--epochs", "1", "--out", (folder_ / "next").string()});
  EXPECT_EQ(next.code, 0) << next.err;
  EXPECT_TRUE(std::filesystem::is_empty(folder_ / "tmp"));
}

constexpr int no_disk = 77;  // where there can be no small disk

TEST_P(Killed, AFullTemporaryFolderIsASentence) {
  test::train_by(spec_, GetParam());
  const std::filesystem::path disk = folder_ / "disk", said = folder_ / "said";
  const int code = test::in_fork([&] {
    if (!test::mount_small_disk(disk, 64 << 10)) return no_disk;
    const TemporaryFilesIn moved(disk);
    const test::Ran ran = test::run_cli(train_words(spec_, folder_ / "run", {"--epochs", "1"}));
    test::write_bytes(said, ran.err);
    return ran.code;
  });
  if (code == no_disk) GTEST_SKIP() << "skipped: no file system can be mounted here";
  EXPECT_EQ(code, 3);
  EXPECT_NE(test::read_bytes(said).find("not enough room in " + disk.string()), std::string::npos)
      << test::read_bytes(said);
}

TEST(Mpi, FullSharedMemoryIsASentence) {
  if (const std::string reason = find_configuration("mpi").why_not(); !reason.empty())
    GTEST_SKIP() << "skipped: " << reason;
  const test::TemporaryFolder folder;
  write_idx_folder(folder / "data", test::small_dataset(200, 60));
  RunSpec spec = test::small_spec("mpi");
  spec.data.source = (folder / "data").string();
  const int code = test::in_fork([&] {
    if (!test::mount_small_disk(shared_memory_folder, 64 << 10)) return no_disk;
    const test::Ran ran = test::run_cli(train_words(spec, folder / "run", {"--epochs", "1"}));
    test::write_bytes(folder / "said", ran.err);
    return ran.code;
  });
  if (code == no_disk) GTEST_SKIP() << "skipped: no file system can be mounted here";
  EXPECT_EQ(code, 3);
  EXPECT_NE(test::read_bytes(folder / "said").find("not enough room in /dev/shm"), std::string::npos)
      << test::read_bytes(folder / "said");
}

std::vector<std::string> process_names() {
  std::vector<std::string> names;
  for (const Transport& transport : transports()) names.push_back(name_of_transport(transport.name));
  return names;
}

INSTANTIATE_TEST_SUITE_P(Transports, Killed, testing::ValuesIn(process_names()), [](const auto& tested) {
  std::string name = tested.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace mlplab
