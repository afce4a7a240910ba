// The walls stand where docs/architecture.md says: includes go downward only, between rooms that are listed; tests
// mirror them. Each rule is tried on a small tree with a fault planted in it.
#include "tests/structure/rooms.h"

#include <gtest/gtest.h>

#include <fstream>

#include "core/base/error.h"
#include "tests/support/support.h"

namespace mlplab::test {
namespace {

namespace fs = std::filesystem;

const fs::path source = MLPLAB_SOURCE;

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

class PlantedTree : public testing::Test {
 protected:
  void SetUp() override {
    write("core/base/error.h", "#pragma once\n");
    write("core/compute/backend.h", "#pragma once\n#include \"core/base/error.h\"\n");
    write("core/compute/kernels/team.h", "#include \"core/compute/backend.h\"\n#include <vector>\n");
    write("gpu/device.h", "#include \"core/compute/backend.h\"\n");
    write("ui/theme/theme.h", "#pragma once\n");
    write("ui/train/page.h", "#include \"ui/theme/theme.h\"\n");
    write("ui/draw/page.h", "#include \"ui/theme/theme.h\"\n");
    write("ui/window.h", "#include \"ui/train/page.h\"\n#include \"ui/draw/page.h\"\n");
    write("app/window/main.cpp", "#include \"ui/window.h\"\n");
    write("docs/architecture.md",
          "Words.\n```rooms\ncore/base      errors\ncore/compute   backends\ngpu            devices\nui/theme       "
          "colours\nui/train ui/draw  pages\nui             the window\napp/window     mlplab\n```\nMore words.\n");
  }
  void write(const fs::path& file, const std::string& text) {
    fs::create_directories((folder_.path() / file).parent_path());
    std::ofstream(folder_.path() / file) << text;
  }
  std::vector<std::string> faults() const {
    return faults_of_tree(folder_.path(), read_rooms(folder_.path() / "docs/architecture.md"));
  }
  void expect_one_fault(const std::string& words) const {
    const std::vector<std::string> found = faults();
    ASSERT_EQ(found.size(), 1U) << joined(found);
    EXPECT_NE(found.front().find(words), std::string::npos) << found.front();
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(PlantedTree, IsFineAsItIs) { EXPECT_EQ(joined(faults()), ""); }

TEST_F(PlantedTree, AnArrowUpwardIsFound) {
  write("core/base/error.h", "// first\n#include \"core/compute/backend.h\"\n");  // and so a cycle
  expect_one_fault("core/base/error.h, line 2, includes core/compute/backend.h: core/base is above core/compute");
}

TEST_F(PlantedTree, AnArrowUpwardBesideTheFileIsFound) {
  write("core/base/error.h", "#include \"../compute/kernels/team.h\"\n");
  expect_one_fault("includes core/compute/kernels/team.h");
}

TEST_F(PlantedTree, PagesDoNotSeeEachOther) {
  write("ui/draw/page.h", "  #  include \"ui/train/page.h\"\n");
  expect_one_fault("ui/draw and ui/train do not see each other");
}

TEST_F(PlantedTree, APageDoesNotSeeTheWindow) {
  write("ui/draw/page.h", "#include \"ui/window.h\"\n");
  expect_one_fault("ui/draw is above ui in the list");
}

TEST_F(PlantedTree, TheWindowDoesNotSeeTheGpu) {
  write("ui/window.h", "#include \"gpu/device.h\"\n");
  expect_one_fault("ui must not see gpu");
}

TEST_F(PlantedTree, TheProgramDoesNotSeeItsTests) {
  write("core/compute/backend.h", "#include \"tests/support/support.h\"\n");
  expect_one_fault("the program does not know its tests");
}

/// No include shows such a cycle.
TEST_F(PlantedTree, ATypeFurtherDownThatIsOnlyDeclaredIsFound) {
  write("core/compute/backend.h", "struct Launch {\n  int ranks;\n};\nclass Kernel final : public Launch {\n};\n");
  write("core/compute/kernels/team.h", "struct Launch;\nclass Kernel;\nclass QWidget;\n");
  write("ui/draw/page.h", "struct Launch;\n");
  EXPECT_EQ(joined(faults()), "") << "of its own room, of one above, of another library";
  write("core/base/error.h", "namespace mlplab {\n\nstruct Launch;  // core/compute/backend.h\n}\n");
  expect_one_fault(
      "core/base/error.h, line 3, declares Launch, which is defined in core/compute/backend.h: core/base must not "
      "know");
}

TEST_F(PlantedTree, ANewRoomNeedsALine) {
  write("ui/lessons/page.h", "#pragma once\n");
  expect_one_fault("ui/lessons/page.h is in no room");
}

TEST_F(PlantedTree, ALineNeedsARoom) {
  write("docs/architecture.md",
        "```rooms\ncore/base  a\ncore/data  gone\ncore/compute  b\ngpu  c\nui/theme  d\nui/train ui/draw  e\nui  "
        "f\napp/window  g\n```\n");
  expect_one_fault("the list has the room core/data, the tree has not");
}

TEST_F(PlantedTree, APageWithoutAListIsAnError) {
  write("docs/architecture.md", "No list.\n");
  EXPECT_THROW(faults(), InputError);
}

TEST(Rooms, AreAsTheArchitecturePageSays) {
  EXPECT_EQ(joined(faults_of_tree(source, read_rooms(source / "docs/architecture.md"))), "")
      << "move the code, or change the order in docs/architecture.md where a better one is found";
}

TEST(Rooms, TestsMirrorThem) {
  for (const char* tree : {"core", "ui"}) {
    for (const auto& entry : fs::recursive_directory_iterator(source / "tests" / tree)) {
      if (!entry.is_directory()) continue;
      EXPECT_TRUE(fs::is_directory(source / fs::relative(entry.path(), source / "tests")))
          << entry.path() << " tests no folder of that name";
    }
  }
}

}  // namespace
}  // namespace mlplab::test
