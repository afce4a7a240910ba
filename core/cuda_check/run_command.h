// One command run to its end, with a limit of time and of what it may print.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace mlplab {

struct CommandEnd {
  std::string output, errors;
  bool failed = false, too_long = false;  // too_long: ended by us, for its time or its output
  std::string how;                        // 'g++ ended with code 1'; '' where it did not fail
};

/// `name` of the command in `how`. Throws BackendError: it cannot be started.
CommandEnd run_command(const std::string& name, const std::vector<std::string>& words, double limit_s,
                       const std::map<std::string, std::string>& environment = {});

}  // namespace mlplab
