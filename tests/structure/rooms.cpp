#include "tests/structure/rooms.h"

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "core/base/error.h"
#include "core/base/files.h"

namespace mlplab::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* trees[] = {"core", "gpu", "ui", "app"};

std::string tree_of(const std::string& path) { return path.substr(0, path.find('/')); }

bool is_tree(const std::string& name) { return std::ranges::find(trees, name) != std::end(trees); }

bool is_source(const fs::path& file) {
  const std::string ending = file.extension();
  return ending == ".h" || ending == ".cpp" || ending == ".cu" || ending == ".cuh";
}

/// app → ui → core ← gpu; the terminal program also climbs the GPU's ladder.
bool may_see(const std::string& from, const std::string& to) {
  if (from == to || to == "core" || from == "app") return true;
  return false;
}

void judge_include(const std::vector<Room>& rooms, const std::string& file, int line, const std::string& target,
                   std::vector<std::string>& faults) {
  const std::string where = file + ", line " + std::to_string(line) + ", includes " + target + ": ";
  if (tree_of(target) == "tests") {
    faults.push_back(where + "the program does not know its tests");
    return;
  }
  const Room* from = room_of(rooms, file);
  const Room* to = room_of(rooms, target);
  if (from == nullptr || to == nullptr || from == to) return;  // files in no room are a fault of their own
  if (!may_see(tree_of(file), tree_of(target)))
    faults.push_back(where + tree_of(file) + " must not see " + tree_of(target));
  else if (from->rank == to->rank)
    faults.push_back(where + from->folder + " and " + to->folder + " do not see each other");
  else if (from->rank < to->rank)
    faults.push_back(where + from->folder + " is above " + to->folder + " in the list");
}

/// A type's name, and the headers that define a type of that name.
using Definitions = std::map<std::string, std::vector<std::string>>;

void add_definitions(const fs::path& root, const std::string& file, Definitions& definitions) {
  static const std::regex definition(R"(^\s*(?:class|struct)\s+(\w+)\b[^;()]*\{)");
  std::istringstream text(read_file(root / file));
  std::smatch match;
  for (std::string line; std::getline(text, line);)
    if (std::regex_search(line, match, definition)) definitions[match[1].str()].push_back(file);
}

/// A declaration without a definition (`struct RunSpec;`) is as much of a dependency as an include.
void judge_declarations(const fs::path& root, const std::vector<Room>& rooms, const std::string& file,
                        const Definitions& definitions, std::vector<std::string>& faults) {
  static const std::regex declaration(R"(^\s*(?:class|struct)\s+(\w+)\s*;)");
  const Room* from = room_of(rooms, file);
  if (from == nullptr) return;
  std::istringstream text(read_file(root / file));
  std::string line;
  for (int number = 1; std::getline(text, line); ++number) {
    std::smatch match;
    if (!std::regex_search(line, match, declaration)) continue;
    const auto defined = definitions.find(match[1].str());
    if (defined == definitions.end()) continue;  // another library's
    const auto is_seen = [&](const std::string& header) {
      const Room* to = room_of(rooms, header);
      return to == nullptr || to == from || (may_see(tree_of(file), tree_of(header)) && to->rank < from->rank);
    };
    if (std::ranges::any_of(defined->second, is_seen)) continue;
    faults.push_back(file + ", line " + std::to_string(number) + ", declares " + match[1].str() +
                     ", which is defined in " + defined->second.front() + ": " + from->folder + " must not know it");
  }
}

void judge_file(const fs::path& root, const std::vector<Room>& rooms, const std::string& file,
                std::vector<std::string>& faults) {
  static const std::regex include(R"(^\s*#\s*include\s*\"([^\"]+)\")");
  std::istringstream text(read_file(root / file));
  std::string line;
  for (int number = 1; std::getline(text, line); ++number) {
    std::smatch match;
    if (!std::regex_search(line, match, include)) continue;
    const fs::path beside = fs::path(file).parent_path() / match[1].str();
    const bool relative = fs::exists(root / beside);
    judge_include(rooms, file, number, relative ? beside.lexically_normal().string() : match[1].str(), faults);
  }
}

}  // namespace

std::vector<Room> read_rooms(const fs::path& page) {
  std::istringstream text(read_file(page));
  std::vector<Room> rooms;
  std::string line;
  while (std::getline(text, line) && line != "```rooms") {
  }
  for (int rank = 0; std::getline(text, line) && line != "```"; ++rank) {
    std::istringstream folders(line.substr(0, line.find("  ")));
    for (std::string folder; folders >> folder;) rooms.push_back({folder, rank});
  }
  if (rooms.empty()) throw InputError(page.string() + " has no list of rooms (a block that begins with ```rooms)");
  return rooms;
}

const Room* room_of(const std::vector<Room>& rooms, const std::string& file) {
  const Room* best = nullptr;
  for (const Room& room : rooms) {
    const bool inside = file.starts_with(room.folder + "/");
    const bool whole_tree = is_tree(room.folder);
    if (!inside || (whole_tree && file.find('/', room.folder.size() + 1) != std::string::npos)) continue;
    if (best == nullptr || room.folder.size() > best->folder.size()) best = &room;
  }
  return best;
}

std::vector<std::string> faults_of_tree(const fs::path& root, const std::vector<Room>& rooms) {
  std::vector<std::string> faults;
  std::set<std::string> used;
  std::vector<std::string> files;
  Definitions definitions;
  for (const char* tree : trees) {
    if (!fs::exists(root / tree)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / tree)) {
      if (!entry.is_regular_file() || !is_source(entry.path())) continue;
      const std::string file = fs::relative(entry.path(), root).string();
      const Room* room = room_of(rooms, file);
      if (room == nullptr)
        faults.push_back(file + " is in no room of the list");
      else
        used.insert(room->folder);
      judge_file(root, rooms, file, faults);
      files.push_back(file);
      if (entry.path().extension() == ".h") add_definitions(root, file, definitions);
    }
  }
  for (const std::string& file : files) judge_declarations(root, rooms, file, definitions, faults);
  for (const Room& room : rooms)
    if (!used.contains(room.folder)) faults.push_back("the list has the room " + room.folder + ", the tree has not");
  std::ranges::sort(faults);
  return faults;
}

}  // namespace mlplab::test
