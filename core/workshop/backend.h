// At work: a backend 'workshop:FOLDER' that is `sequential` with one product of the student's own. The table of
// backends does not list it; a name of this form is looked up here. Nothing is run before a backend is made, and then
// only a library that passed its check on this machine (kept_check.h).
#pragma once

#include "core/compute/backend_family.h"

namespace mlplab::workshop {

/// For Backends::families.
BackendFamily workshop_backends();

}  // namespace mlplab::workshop
