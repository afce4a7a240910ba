#include "core/launch/processes/hostfile.h"

#include <unistd.h>

#include <algorithm>
#include <climits>
#include <sstream>

#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/run/remote_host.h"

namespace mlplab {
namespace {

constexpr std::uintmax_t max_hostfile_bytes = 1 << 20;
constexpr std::size_t longest_number = 6;

bool is_count(const std::string& word) {
  const bool named = word.starts_with("slots=") || word.starts_with("max_slots=") || word.starts_with("max-slots=");
  const std::string number = word.substr(word.find('=') + 1);
  return named && !number.empty() && number.size() <= longest_number &&
         number.find_first_not_of("0123456789") == std::string::npos;
}

std::string own_name() {
  char own[HOST_NAME_MAX + 1] = {};
  return ::gethostname(own, sizeof own - 1) == 0 ? own : "localhost";
}

}  // namespace

bool is_this_machine(const std::string& name) {
  return name == "localhost" || name == "127.0.0.1" || name == own_name();
}

Hostfile read_hostfile(const std::filesystem::path& path) {
  Hostfile hosts;
  std::istringstream lines(read_file(path, max_hostfile_bytes));
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string name, word;
    if (!(words >> name)) continue;
    if (!is_host_name(name))
      throw InputError(
          say("the hostfile %1, line %2: '%3' is no name of a machine; they have letters, digits, dots and hyphens, no "
              "hyphen first",
              path.string(), number, name));
    hosts.names.push_back(name);
    hosts.text += name;
    while (words >> word) {
      if (!is_count(word))
        throw InputError(
            say("the hostfile %1, line %2: '%3' is not understood; after a name there may be slots=N and max_slots=N",
                path.string(), number, word));
      hosts.text += " " + word;
    }
    hosts.text += "\n";
  }
  if (hosts.names.empty())
    throw InputError(say("the hostfile %1 names no machine; give it a line for each: NAME slots=N", path.string()));
  return hosts;
}

std::string hostfile_of(const RunSpec& spec) {
  if (!spec.team) return {};
  const auto found = spec.team->options.find(hostfile_option);
  return found == spec.team->options.end() ? "" : found->second;
}

std::vector<std::string> hosts_of_members(const RunSpec& spec) {
  std::vector<std::string> hosts;
  if (!spec.team || std::ranges::all_of(spec.team->members, [](const TeamMember& m) { return m.host.empty(); }))
    return hosts;
  // mpirun knows its own machine by one name only where ranks are placed one by one.
  for (const TeamMember& member : spec.team->members)
    hosts.insert(hosts.end(), static_cast<std::size_t>(member.count),
                 member.host.empty() || is_this_machine(member.host) ? own_name() : member.host);
  return hosts;
}

std::vector<std::string> remote_hosts_of(const RunSpec& spec) {
  if (!spec.host.empty()) return {spec.host};
  std::vector<std::string> names = hosts_of_members(spec);
  if (const std::string file = hostfile_of(spec); !file.empty()) names = read_hostfile(file).names;
  std::erase_if(names, is_this_machine);
  return names;
}

std::string hosts_to_agree_on(const RunSpec& spec) {
  std::vector<std::string> hosts = hosts_of_members(spec);
  std::erase_if(hosts, is_this_machine);
  std::ranges::sort(hosts);
  hosts.erase(std::ranges::unique(hosts).begin(), hosts.end());
  return joined(hosts, ",");
}

std::string in_words(const std::vector<std::string>& hosts) {
  constexpr std::size_t most = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, hosts.size()); ++i) text += (i == 0 ? "" : ", ") + hosts[i];
  return hosts.size() <= most ? text : say("%1 and %2 more", text, hosts.size() - most);
}

}  // namespace mlplab
