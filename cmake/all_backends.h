// Every backend of this build, for set_backends() at the beginning of a program. The function is generated
// (cmake/backends.cmake) and in the library mlplab_backends.
#pragma once

#include "core/compute/backends.h"

namespace mlplab {

Backends all_backends();

}  // namespace mlplab
