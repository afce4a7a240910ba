// People's texts are never patterns: in tr("%1 of %2").arg(name).arg(count) a name '50%2' would take the count's place.
// Texts go into one arg(), which replaces all at once.
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

/// By these an argument is taken for a text of people's: of a run, a class, a file, a network, a trainer.
constexpr std::array texts_of_people = {"fromStd", "title(", "name(", ".name", "title)", "name)"};

/// The calls in `source` after which another replaces what they left, each from its name to its closing bracket.
std::vector<std::string> chained_texts(const std::string& source) {
  constexpr std::string_view call = ".arg(", blank = " \n";
  std::vector<std::string> found;
  for (std::size_t at = source.find(call); at != std::string::npos; at = source.find(call, at + 1)) {
    std::size_t end = at + call.size();
    for (int depth = 1; depth > 0 && end < source.size(); ++end)
      depth += source[end] == '(' ? 1 : source[end] == ')' ? -1 : 0;
    const std::size_t next = source.find_first_not_of(blank, end);
    if (next == std::string::npos || source.compare(next, call.size(), call) != 0) continue;
    const std::string text = source.substr(at, end - at);
    for (const std::string_view sign : texts_of_people)
      if (text.find(sign) != std::string::npos) {
        found.push_back(text);
        break;
      }
  }
  return found;
}

TEST(ChainedText, IsFound) {
  EXPECT_EQ(chained_texts("tr(\"%1, %2\").arg(run.name)\n    .arg(3)"), std::vector<std::string>{".arg(run.name)"});
  EXPECT_EQ(chained_texts(".arg(title(run), 4).arg(\"x\")").size(), 1U);
  EXPECT_TRUE(chained_texts(".arg(3).arg(run.name)").empty()) << "nothing follows it";
  EXPECT_TRUE(chained_texts(".arg(title(run), QString::number(3)); b.arg(4)").empty());
}

TEST(ChainedText, NoneIsInTheWindow) {
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(fs::path(MLPLAB_SOURCE) / "ui"))
    if (entry.path().extension() == ".cpp")
      for (const std::string& text : chained_texts(read_file(entry.path())))
        ADD_FAILURE() << entry.path() << ": " << text;
}

}  // namespace
}  // namespace mlplab
