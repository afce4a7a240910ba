// Scratch folders: what is removed and by whom. That a killed run leaves nothing is in tests/core/launch.
#include "core/machine/scratch_folder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/machine/remove_tree.h"
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
