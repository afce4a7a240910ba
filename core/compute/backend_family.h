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
  /// Whether something of that name is on this machine. Runs nothing.
  std::function<bool(const std::string& name)> is_there;
  /// Tells the code apart that `backend`, one of the family, computes with: another text for another kernel.
  std::function<std::string(const Backend& backend)> code;
};

const std::vector<BackendFamily>& backend_families();
/// Whether `name` is of a family, and so no team and no backend with options, whatever characters it has.
bool names_family(const std::string& name);
/// Whether `name` is of a family that has something of that name here.
bool is_in_family(const std::string& name);
/// 'workshop:/home/ana/mine' for 'workshop:mine': as the entry of a family is called; another name as it is.
std::string full_name(const std::string& name);
/// BackendFamily::code of a backend called `name`; '' where it is of no family, for its code is the program's own.
std::string code_of(const std::string& name, const Backend& backend);

}  // namespace mlplab
