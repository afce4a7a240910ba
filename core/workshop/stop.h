// How a user ends what compiles or runs a kernel. A caller passes a Stop down; the waits ask it about ten times per
// second.
#pragma once

#include <functional>

#include "core/base/error.h"

namespace mlplab::workshop {

/// True: end now. Empty: nobody can.
using Stop = std::function<bool()>;

/// Thrown by the waits, after the process they waited for was ended.
struct Stopped : Error {
  Stopped();
};

}  // namespace mlplab::workshop
