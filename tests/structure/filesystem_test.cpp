// No question to the file system may end the program: those of std::filesystem throw where they get no error code (a
// link that leads round in a circle is enough). core/base/files.h has anything_at(), folder_at() and file_at().
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

constexpr std::array questions = {"exists",   "is_directory", "is_regular_file", "is_symlink",
                                  "is_empty", "file_size",    "canonical",       "equivalent",
                                  "space",    "read_symlink", "last_write_time", "symlink_status"};

/// The calls in `source` that have no error code, each from its name to its closing bracket.
std::vector<std::string> throwing_questions(const std::string& source) {
  std::vector<std::string> calls;
  for (const std::string_view room : {"fs::", "filesystem::"})
    for (const std::string_view question : questions) {
      const std::string begin = std::string(room) + std::string(question) + "(";
      for (std::size_t at = source.find(begin); at != std::string::npos; at = source.find(begin, at + 1)) {
        if (at > 0 && (std::isalnum(static_cast<unsigned char>(source[at - 1])) != 0)) continue;
        std::size_t end = at + begin.size();
        for (int depth = 1; depth > 0 && end < source.size(); ++end)
          depth += source[end] == '(' ? 1 : source[end] == ')' ? -1 : 0;
        const std::string call = source.substr(at, end - at);
        if (call.find("error") == std::string::npos && call.find("ignored") == std::string::npos &&
            call.find("status") == std::string::npos)
          calls.push_back(call);
      }
    }
  return calls;
}

TEST(FileSystem, AThrowingQuestionIsFound) {
  EXPECT_EQ(throwing_questions("if (fs::exists(folder / name(1))) return;"),
            std::vector<std::string>{"fs::exists(folder / name(1))"});
  EXPECT_EQ(throwing_questions("std::filesystem::file_size(path)").size(), 1U);
  EXPECT_TRUE(throwing_questions("fs::exists(path, error); fs::is_directory(a(b), ignored)").empty());
  EXPECT_TRUE(throwing_questions("fs::exists(fs::symlink_status(path, error))").empty());
}

TEST(FileSystem, NoQuestionThrows) {
  for (const char* room : {"core", "ui", "app", "gpu"})
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(fs::path(MLPLAB_SOURCE) / room))
      if (entry.path().extension() == ".cpp" || entry.path().extension() == ".h")
        for (const std::string& call : throwing_questions(read_file(entry.path())))
          ADD_FAILURE() << entry.path() << ": " << call;
}

}  // namespace
}  // namespace mlplab
