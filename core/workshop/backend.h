// At work: a backend 'workshop:FOLDER' that is `sequential` with one product of the student's own. The table of
// backends does not list it; a name of this form is looked up here. Nothing is run before a backend is made, and then
// only a library that passed its check on this machine (kept_check.h).
#pragma once

#include <string>

#include "core/compute/backend_table.h"
#include "core/workshop/work.h"

namespace mlplab::workshop {

/// For Backends::families.
BackendFamily workshop_backends();

/// The name of a folder's backend: 'workshop:FOLDER'.
std::string backend_name(const std::filesystem::path& folder);
/// '' or why no kernel of this task and language can train, checked or not.
std::string why_never_trains(const Work& work);

}  // namespace mlplab::workshop
