// Another machine that a run is computed on, as --on names it: [USER@]NAME[:PROGRAM].
#pragma once

#include <string>

namespace mlplab {

struct RemoteHost {
  std::string address;  // what ssh is told: 'ada@server', or a name of the user's ssh configuration
  std::string program = "mlplab-cli";
};

/// Letters, digits and '._-', no hyphen first: nothing that could be taken for an option.
bool is_host_name(const std::string& name);
/// Throws UsageError (field 'host') for what is no such name: letters, digits and '._-' only, so that nothing in it can
/// be taken for an option of ssh or a word of the shell over there.
RemoteHost parse_host(const std::string& text);

}  // namespace mlplab
