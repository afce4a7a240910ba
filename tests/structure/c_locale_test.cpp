// Qt sets the user's locale, in which C's functions write 1,5 and read 1.5 as 1: coordinates of an SVG, names of
// devices that runs are compared by. Numbers are written by core/base/numbers.h and read by std::from_chars or
// typed_number.h.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/files.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

/// The lines that write a fraction with a format of printf, or read one with a function that follows the locale.
std::vector<std::string> faults_in(const std::string& source) {
  static const std::regex of_locale(R"(%[-+ #0-9.*]*l?[aefgAEFG]\b.*["]|\b(strtod|strtof|stod|stof|atof|sscanf)\()");
  std::vector<std::string> found;
  std::istringstream lines(source);
  for (std::string line; std::getline(lines, line);) {
    const bool prints = line.find("printf(") != std::string::npos;
    if ((prints || line.find('%') == std::string::npos) && std::regex_search(line, of_locale)) found.push_back(line);
  }
  return found;
}

TEST(CLocale, AFaultIsFound) {
  EXPECT_EQ(faults_in("  std::snprintf(text, sizeof text, \"%.2f\", value);\n").size(), 1U);
  EXPECT_EQ(faults_in("  std::snprintf(text, 9, \"%*e J\", 3, value);\n").size(), 1U);
  EXPECT_EQ(faults_in("  const double x = std::stod(text);\n  double y = strtod(text, nullptr);\n").size(), 2U);
  EXPECT_TRUE(faults_in("  std::snprintf(id, sizeof id, \"%04x:%02x\", a, b);\n").empty());
  EXPECT_TRUE(faults_in("  say(\"%1 of %2\", a, b);  // 5 % faster\n").empty());
}

TEST(CLocale, NoneIsInWhatAWindowRuns) {
  for (const char* room : {"core", "ui", "gpu"})
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(fs::path(MLPLAB_SOURCE) / room)) {
      const fs::path& path = entry.path();
      if (path.extension() == ".cpp" || path.extension() == ".h")
        for (const std::string& line : faults_in(read_file(path))) ADD_FAILURE() << path << ": " << line;
    }
}

}  // namespace
}  // namespace mlplab
