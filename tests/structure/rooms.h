// The rooms of the source tree and the includes between them. The order is read from docs/architecture.md, so that what
// is written there is what is checked.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mlplab::test {

/// Rooms that share a line share a rank and do not see each other.
struct Room {
  std::string folder;  // 'core/compute'
  int rank = 0;        // its line in the list; a room may include what has a lower one
};

/// The lines between '```rooms' and '```': folders, two spaces, what they hold. Throws InputError where there are none.
std::vector<Room> read_rooms(const std::filesystem::path& page);

/// The room of a file of the tree ('core/compute/kernels/team.h'), null where it is in none. A folder with no line of
/// its own belongs to the room around it, but for folders straight in a tree ('ui/lessons'): those need a line.
const Room* room_of(const std::vector<Room>& rooms, const std::string& file);

/// One sentence for each include that goes upward, for each type of such a room that is declared without an include,
/// sideways to a room of the same rank, or from one tree to another that it must not see, and for each file and each
/// room that has no counterpart. Empty where all is well.
std::vector<std::string> faults_of_tree(const std::filesystem::path& root, const std::vector<Room>& rooms);

}  // namespace mlplab::test
