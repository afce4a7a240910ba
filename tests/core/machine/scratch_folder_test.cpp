// Scratch folders: what is removed and by whom. That a killed run leaves nothing is in tests/core/launch.
#include "core/machine/scratch_folder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "core/base/error.h"
#include "core/machine/child_processes.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

std::string this_machine() {
  char name[256] = {};
  ::gethostname(name, sizeof name - 1);
  return name;
}

/// As a killed program leaves it.
fs::path planted(const fs::path& parent, const std::string& name, const std::string& machine = this_machine()) {
  const fs::path folder = parent / name;
  fs::create_directories(folder / "inner/more");
  test::write_bytes(folder / ".used", machine);
  test::write_bytes(folder / "inner/more/file", "x");
  return folder;
}

TEST(ScratchFolder, GoesWithEverythingInIt) {
  const test::TemporaryFolder parent;
  fs::path path;
  {
    const ScratchFolder folder = ScratchFolder::in(parent.path());
    path = folder.path();
    fs::create_directories(path / "a/b");
    for (int i = 0; i < 300; ++i) test::write_bytes(path / "a/b" / std::to_string(i), "x");
    fs::create_symlink(parent.path(), path / "link");
  }
  EXPECT_FALSE(fs::exists(path));
  EXPECT_TRUE(fs::exists(parent.path())) << "links are not followed";
}

/// A process that is killed closes its descriptors one by one: its children may see theirs end, and be gone, some time
/// before the supervisor sees the process go.
TEST(ScratchFolder, GoesWithAProcessWhoseChildrenEndedBeforeIt) {
  const test::TemporaryFolder parent;
  const int code = test::in_fork([&] {
    const ScratchFolder folder = ScratchFolder::in(parent.path());
    ChildProcesses children({{.words = {"true"}, .environment = {}, .streams = false, .descriptors = {}}}, {&folder});
    while (!children.over()) children.wait(100);
    std::this_thread::sleep_for(std::chrono::milliseconds(200));  // the supervisor is done with the child long since
    ::_exit(7);                                                   // no destructor: as SIGKILL
    return 0;
  });
  EXPECT_EQ(code, 7);
  constexpr int most = 2000;
  for (int i = 0; i < most && !std::filesystem::is_empty(parent.path()); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_TRUE(std::filesystem::is_empty(parent.path()));
}

TEST(ScratchFolder, DeadOnesAreClearedAndNothingElseIs) {
  const test::TemporaryFolder parent;
  const fs::path dead = planted(parent.path(), "mlplab-run-a1B2c3");
  const ScratchFolder live = ScratchFolder::in(parent.path());
  const ScratchFolder exact(parent / "mlplab-run-exact0");
  const std::vector<fs::path> others = {planted(parent.path(), "mlplab-run-longer-name"),
                                        planted(parent.path(), "other-run-a1B2c3"),
                                        parent / "mlplab-run-nobody",
                                        planted(parent.path(), "mlplab-run-remote", "another machine"),
                                        parent / "mlplab-run-afile0",
                                        parent / "mlplab-run-alink0"};
  fs::create_directory(others[2]);  // being made: its lock is not there yet
  test::write_bytes(others[4], "x");
  fs::create_symlink(others[1], others[5]);
  clear_dead_scratch(parent.path());
  EXPECT_FALSE(fs::exists(dead));
  EXPECT_TRUE(fs::exists(live.path()));
  EXPECT_TRUE(fs::exists(exact.path()));
  for (const fs::path& other : others) EXPECT_TRUE(fs::exists(other)) << other;
  EXPECT_TRUE(fs::exists(others[1] / "inner/more/file")) << "behind a link";
  clear_dead_scratch(parent / "none");
}

TEST(ScratchFolder, WhereNoneCanBeIsASentence) {
  const test::TemporaryFolder parent;
  EXPECT_THROW(ScratchFolder::in(parent / "none"), InputError);
  EXPECT_THROW(ScratchFolder(parent.path()), InputError) << "it is there already";
  EXPECT_TRUE(fs::exists(parent.path()));
  EXPECT_THROW(check_room(parent.path(), std::uintmax_t{1} << 60, "make room"), InputError);
  EXPECT_NO_THROW(check_room(parent.path(), 1, "make room"));
}

}  // namespace
}  // namespace mlplab
