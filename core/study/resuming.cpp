#include "core/study/resuming.h"

#include <filesystem>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/launch/processes/hostfile.h"

namespace mlplab {

void refuse_difference(const std::string& what, const std::string& difference) {
  if (!difference.empty())
    throw InputError(say("%1 was measured with %2; such times do not mix, so begin a new one here", what, difference));
}

void refuse_other_data(const std::string& what, const std::string& source, const std::string& kept_hash,
                       const std::string& hash) {
  if (kept_hash != hash)
    throw InputError(say("the data set %1 has changed since %2 began; begin a new one", source, what));
}

void confirm_hosts(const std::vector<RunSpec>& runs, const std::string& hostfile, const std::string& what,
                   const std::string& command) {
  const auto same_file = [](const std::string& a, const std::string& b) {
    return std::filesystem::absolute(a).lexically_normal() == std::filesystem::absolute(b).lexically_normal();
  };
  for (const RunSpec& run : runs) {
    const std::vector<std::string> hosts = remote_hosts_of(run);
    const std::string own = hostfile_of(run);
    if (hosts.empty() || (!hostfile.empty() && same_file(hostfile, own))) continue;
    if (own.empty())
      throw UsageError(say("%1 starts programs on %2, as a team in it says: begin it anew", what, in_words(hosts)));
    throw UsageError(say("%1 starts programs on %2, as its hostfile says; to let it: mlplab-cli %3 --hostfile %4", what,
                         in_words(hosts), command, own));
  }
}

}  // namespace mlplab
