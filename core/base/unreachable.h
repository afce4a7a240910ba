// For the end of a `switch` that has a case for every value of an enumeration, and no `default`. A value without its
// case is an error of the compiler (-Werror=switch), so no new kind can fall into the code of another one.
#pragma once

namespace mlplab {

[[noreturn]] inline void unreachable() { __builtin_unreachable(); }

}  // namespace mlplab
