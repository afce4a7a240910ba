#include "core/launch/processes/hostfile.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "core/base/files.h"
#include "core/base/language.h"

namespace mlplab {
namespace {

constexpr std::uintmax_t max_hostfile_bytes = 1 << 20;
constexpr std::size_t longest_host_name = 253;  // of the domain name system
constexpr std::size_t longest_number = 6;

bool is_name(const std::string& word) {
  return !word.empty() && word.size() <= longest_host_name && word.front() != '-' &&
         std::ranges::all_of(word, [](unsigned char c) {
           return c < 0x80 && (std::isalnum(c) != 0 || c == '.' || c == '-' || c == '_');
         });
}

bool is_count(const std::string& word) {
  const bool named = word.starts_with("slots=") || word.starts_with("max_slots=") || word.starts_with("max-slots=");
  const std::string number = word.substr(word.find('=') + 1);
  return named && !number.empty() && number.size() <= longest_number &&
         number.find_first_not_of("0123456789") == std::string::npos;
}

bool is_this_machine(const std::string& name) {
  char own[longest_host_name + 1] = {};
  ::gethostname(own, sizeof own - 1);
  return name == "localhost" || name == "127.0.0.1" || name == own;
}

}  // namespace

Hostfile read_hostfile(const std::filesystem::path& path) {
  Hostfile hosts;
  std::istringstream lines(read_file(path, max_hostfile_bytes));
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string name, word;
    if (!(words >> name)) continue;
    if (!is_name(name))
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

std::vector<std::string> remote_hosts_of(const RunSpec& spec) {
  if (!spec.host.empty()) return {spec.host};
  const std::string file = hostfile_of(spec);
  if (file.empty()) return {};
  std::vector<std::string> names = read_hostfile(file).names;
  std::erase_if(names, is_this_machine);
  return names;
}

std::string in_words(const std::vector<std::string>& hosts) {
  constexpr std::size_t most = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, hosts.size()); ++i) text += (i == 0 ? "" : ", ") + hosts[i];
  return hosts.size() <= most ? text : say("%1 and %2 more", text, hosts.size() - most);
}

}  // namespace mlplab
