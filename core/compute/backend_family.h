// Backends whose names are made by the user, as workshop:FOLDER: no list has them, but they are found by name. To add a
// family: its function in cmake/all_backends.cpp.in.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/compute/backend_table.h"

namespace mlplab {

struct BackendFamily {
  std::string prefix;  // of the names: 'workshop:'
  /// Never throws and runs nothing; an entry that cannot run says why. Its name may be another way to write `name`.
  std::function<BackendEntry(const std::string& name)> entry;
};

const std::vector<BackendFamily>& backend_families();
/// Whether `name` is of a family, and so no team and no backend with options, whatever characters it has.
bool names_family(const std::string& name);

}  // namespace mlplab
