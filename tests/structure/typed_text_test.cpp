// Typed numbers are read in one place, core/base/typed_number.h: another reader takes '0x10' for 16, '1,5' for 1, or
// what the system's locale says. The files below read texts that no one types: they may use the library's readers.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/files.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr std::array readers = {"stoi(",     "stol(", "stoll(",  "stoul(",  "stoull(",  "stof(",       "stod(",
                                "strtol(",   "atoi(", "strtod(", "strtof(", "strtoul(", "from_chars(", ".toInt(&",
                                ".toLong(&", "atof(", "atol(",   "sscanf(", ".toInt()", ".toUInt(",    ".toDouble(&"};

/// With what each reads: /proc and /sys, names of files and nodes, its own numbers and words, values of Qt's settings
/// and lists, which hold numbers.
constexpr std::array others = {
    "core/base/numbers.cpp",       // digits of its own
    "core/base/typed_number.cpp",  // the parser
    "core/data/csv_images.cpp",    // pixels of files
    "core/study/find_lr.cpp",      // a number of its own, rounded
    "core/study/noise_guard.cpp",  // sentences of kept files
    "core/study/sweep/sweep_store.cpp",
    "core/study/warnings.cpp",
    "core/machine/energy/meter.cpp",  // /sys
    "core/machine/load.cpp",          // /proc
    "core/machine/peak_memory.cpp",   // /proc
    "core/notebook/trash.cpp",        // names of files
    "core/reporting/table.cpp",       // whether a cell is a number
    "core/run/epoch_states.cpp",      // names of files
    "core/run/event.cpp",             // lines of logs
    "app/cli/classify.cpp",           // whether a class is called by a number
    "app/cli/live_line.cpp",          // the terminal's COLUMNS
    "gpu/device.cpp",                 // words of the driver
    "ui/charts/chart_axes.cpp",       // whether a name is a number
    "ui/network/network_image.cpp",   // names of nodes
};

/// `source` without what it says in comments and of values that Qt keeps as numbers (lists' items, settings, models).
std::vector<std::string> readers_in(const std::string& source) {
  std::vector<std::string> found;
  for (const std::string_view reader : readers)
    for (std::size_t at = source.find(reader); at != std::string::npos; at = source.find(reader, at + 1)) {
      const std::size_t begin = source.rfind('\n', at) + 1;
      const std::string line = source.substr(begin, std::min(source.find('\n', at), source.size()) - begin);
      const bool comment = line.find("//") < at - begin;
      const bool kept_number =
          line.find("urrentData()") != std::string::npos || line.find("ettings") != std::string::npos ||
          line.find("property(") != std::string::npos || line.find("value.toInt()") != std::string::npos;
      const bool whole_name =
          at == 0 || (std::isalnum(static_cast<unsigned char>(source[at - 1])) == 0 && source[at - 1] != '_');
      if (!comment && !kept_number && (whole_name || reader.starts_with('.'))) found.push_back(line);
    }
  return found;
}

TEST(TypedText, AnotherReaderIsFound) {
  EXPECT_EQ(readers_in("int a = std::stoi(text);").size(), 1U);
  EXPECT_EQ(readers_in("const int a = text.toInt(&ok);").size(), 1U);
  EXPECT_EQ(readers_in("  const long b = std::strtol(text, nullptr, 10);").size(), 1U);
  EXPECT_TRUE(readers_in("typed_whole<int>(text); box->currentData().toInt(); // stoi(").empty());
}

TEST(TypedText, IsReadInOnePlace) {
  for (const char* room : {"core", "ui", "app", "gpu"})
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(fs::path(MLPLAB_SOURCE) / room)) {
      const std::string name = fs::relative(entry.path(), MLPLAB_SOURCE).generic_string();
      if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
      if (std::ranges::find(others, name) != others.end()) continue;
      for (const std::string& line : readers_in(read_file(entry.path()))) ADD_FAILURE() << name << ": " << line;
    }
}

}  // namespace
}  // namespace mlplab
