// A program of the system (compiler, addr2line) run to its end within limits of time, memory and size of files.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace mlplab::workshop {

/// How a user ends what compiles or runs a kernel: a caller passes a Stop down, and the waits ask it about ten times
/// per second. True: end now. Empty: nobody can.
using Stop = std::function<bool()>;

/// Thrown by the waits, after the process they waited for was ended.
struct Stopped : Error {
  Stopped();
};

struct CommandResult {
  bool ok = false;           // it ended with 0
  std::string text;          // all that it said
  std::string how_it_ended;  // in words, where it did not
};

/// The command as it could be typed.
std::string as_typed(const std::vector<std::string>& words);
/// Throws BackendError where the program is not there. Stopped.
CommandResult run_limited(const std::vector<std::string>& words, const Stop& stop = {});

}  // namespace mlplab::workshop
