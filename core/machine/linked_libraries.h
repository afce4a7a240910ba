// The libraries that the running program is linked with: what About names. To add one: its line in the table.
#pragma once

#include <string>
#include <vector>

namespace mlplab {

struct LinkedLibrary {
  std::string name, version, licence;  // '' for a version that the file does not tell
};

/// Those loaded into this process that the table knows, and those that are compiled in; in the order of the table, each
/// once. The system's own (C library, loader, drivers, what libraries load in turn) are not named.
std::vector<LinkedLibrary> linked_libraries();

/// The line of the table for a file's name, as 'libopenblas.so.0'; '' where there is none.
std::string linked_library_name(const std::string& file);

}  // namespace mlplab
