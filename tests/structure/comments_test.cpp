// Comments are sentences: who does what, or what holds. One that begins with 'Of', 'The same', 'What' or 'Whoever'
// hides its subject, and is read twice. Functions have names that a search finds: run(), train(), not go().
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/files.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 6> hidden_subjects = {"Of ",   "The same ", "Likewise ",
                                                             "What ", "Who ",      "Whoever "};

/// The lines of `source` that begin a comment with one of these, and those that call or declare a go().
std::vector<std::string> riddles(const std::string& source) {
  std::vector<std::string> found;
  for (std::size_t begin = 0; begin < source.size();) {
    const std::size_t end = std::min(source.find('\n', begin), source.size());
    const std::string line = source.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t first = line.find_first_not_of(' ');
    if (first == std::string::npos) continue;
    const std::size_t text = line.compare(first, 4, "/// ") == 0  ? first + 4
                             : line.compare(first, 3, "// ") == 0 ? first + 3
                                                                  : std::string::npos;
    bool hidden = false;
    if (text != std::string::npos)
      for (const std::string_view word : hidden_subjects) hidden = hidden || line.compare(text, word.size(), word) == 0;
    const std::size_t call = line.find("go(");
    const bool goes = call != std::string::npos &&
                      (call == 0 || std::string_view(" .>:").find(line[call - 1]) != std::string_view::npos);
    if (hidden || goes) found.push_back(line);
  }
  return found;
}

TEST(Comments, ARiddleIsFound) {
  EXPECT_EQ(riddles(std::string("  /// ") + "Of a run that ended.\n").size(), 1U);
  EXPECT_EQ(riddles(std::string("// ") + "Whoever reads it.\nint x;  // of the point\n").size(), 1U);
  EXPECT_EQ(riddles("  RunEnded go() {\n  run.go();\n  cargo(3);\n  // it is to go (soon)\n").size(), 2U);
  EXPECT_TRUE(riddles("/// The run that ended. Offers nothing.\n").empty());
}

TEST(Comments, NoneIsInTheSources) {
  for (const char* room : {"core", "ui", "app", "gpu", "bench", "tests"})
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(fs::path(MLPLAB_SOURCE) / room)) {
      const fs::path& path = entry.path();
      if (path.filename() == "comments_test.cpp") continue;
      if (path.extension() == ".cpp" || path.extension() == ".h" || path.extension() == ".cu" ||
          path.extension() == ".cuh")
        for (const std::string& line : riddles(read_file(path))) ADD_FAILURE() << path << ": " << line;
    }
}

}  // namespace
}  // namespace mlplab
