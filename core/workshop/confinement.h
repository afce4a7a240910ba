// Whether this system can confine a kernel's process, asked without starting one (resources/workshop/confine.h does
// it, and refuses to run where it fails).
#pragma once

#include <string>

namespace mlplab::workshop {

/// '' or why kernels cannot be run here, in one sentence without a full stop.
std::string why_not_confined();

}  // namespace mlplab::workshop
