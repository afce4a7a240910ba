#include "core/run/team.h"

#include <algorithm>
#include <numeric>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/listed.h"
#include "core/base/names.h"
#include "core/base/typed_number.h"
#include "core/compute/backend_table.h"
#include "core/run/remote_host.h"

namespace mlplab {
namespace {

constexpr const char* field = "options.team";
constexpr int max_threads = 1024, max_share = 1'000'000;

constexpr Name<Shares> share_names[] = {{Shares::equal, "equal"}, {Shares::given, "given"}, {Shares::fitted, "fitted"}};

/// In the words of a team, of sweeps and of comparisons they do not stand for themselves.
constexpr std::string_view signs = ",+*@=()";

/// The number after the last '/'; nothing where another text stands there.
std::optional<int> last_number(const std::string& text) { return typed_whole<int>(text.substr(text.rfind('/') + 1)); }

/// Whether a member of this name could not be told from another one in words: by a sign, or a number after the last
/// '/', which is one of threads.
bool is_lost_in_words(const std::string& backend) {
  if (!names_family(backend)) return false;
  return backend.find_first_of(signs) != std::string::npos || last_number(backend);
}

void check_name(const std::string& backend) {
  if (is_lost_in_words(backend))
    throw UsageError(say("a team cannot name %1: the signs %2, and a number after the last /, say something else among "
                         "its members; rename the folder",
                         backend, ", + * @ = ( )"),
                     field);
}

int number_in(const std::string& text, const std::string& member, int least, int most) {
  const std::optional<int> number = typed_whole<int>(text);
  if (!number || *number < least || *number > most)
    throw UsageError(say("'%1' of the member '%2' must be a whole number from %3 to %4", text, member, least, most),
                     field);
  return *number;
}

/// Cuts what follows the last `mark` off `text`; '' where there is none.
std::string cut_after(std::string& text, char mark) {
  const std::size_t at = text.rfind(mark);
  if (at == std::string::npos) return {};
  std::string tail = text.substr(at + 1);
  text.resize(at);
  if (tail.empty()) tail = " ";  // which is no number, and is told as such
  return tail;
}

TeamMember parse_member(const std::string& text) {
  TeamMember member;
  std::string rest = text;
  if (rest.starts_with('[')) {
    const std::size_t end = rest.find(']');
    member.host = rest.substr(1, end == std::string::npos ? end : end - 1);
    rest.erase(0, end == std::string::npos ? end : end + 1);
  }
  const bool of_family = names_family(rest);
  if (const std::string count = cut_after(rest, '*'); !count.empty())
    member.count = number_in(count, text, 1, max_team_ranks);
  if (!of_family || last_number(rest))  // else it is of a path
    if (const std::string threads = cut_after(rest, '/'); !threads.empty())
      member.compute.options.workers = number_in(threads, text, 1, max_threads);
  if (of_family) {
    member.compute.backend = full_name(rest);
    return member;
  }
  if (const std::size_t open = rest.find('('); open != std::string::npos) {
    if (!rest.ends_with(')')) throw UsageError(say("the member '%1' has a '(' without its ')'", text), field);
    for (const std::string& option : parts_of(rest.substr(open + 1, rest.size() - open - 2), ';')) {
      const std::size_t equals = option.find('=');
      if (equals == std::string::npos)
        throw UsageError(say("an option of the member '%1' is NAME=VALUE, not '%2'", text, option), field);
      member.compute.options.values[option.substr(0, equals)] = option.substr(equals + 1);
    }
    rest.resize(open);
  }
  if (const std::string device = cut_after(rest, ':'); !device.empty())
    member.compute.options.values[device_option] = std::to_string(number_in(device, text, 0, max_threads));
  if (rest.empty())
    throw UsageError(say("a member of a team names its backend first, as in simd or cuda:0; '%1' does not", text),
                     field);
  member.compute.backend = rest;
  return member;
}

}  // namespace

int ranks_of(const std::vector<TeamMember>& members) {
  return std::accumulate(members.begin(), members.end(), 0, [](int sum, const TeamMember& m) { return sum + m.count; });
}

std::vector<int> weights_of(const Team& team) {
  std::vector<int> weights;
  switch (team.shares) {
    case Shares::equal:
      break;
    case Shares::given:
      for (const TeamMember& member : team.members)
        weights.insert(weights.end(), static_cast<std::size_t>(member.count), member.share);
      break;
    case Shares::fitted:
      if (team.fit) weights = team.fit->rows;
      break;
  }
  const bool equal = std::ranges::adjacent_find(weights, std::not_equal_to()) == weights.end();
  return equal ? std::vector<int>() : weights;
}

void validate(const Team& team) {
  long long ranks = 0, shares = 0;
  for (const TeamMember& member : team.members) {
    check_name(member.compute.backend);
    if (!member.host.empty() && !is_host_name(member.host))
      throw UsageError(say("'%1' is no name of a machine; they have letters, digits, dots and hyphens, no hyphen first",
                           member.host),
                       field);
    if (!member.host.empty() && (team.transport != mpi_transport || team.options.contains(hostfile_option)))
      throw UsageError(say("members are started on other machines by --transport mpi alone, without a hostfile"),
                       field);
    if (member.count < 1 || member.count > max_team_ranks)
      throw UsageError(say("a member of a team is 1 to %1 processes", max_team_ranks), field);
    if (member.share < 0 || member.share > max_share)
      throw UsageError(say("the share of %1 must be a whole number from 0 to %2", member.compute.backend, max_share),
                       field);
    ranks += member.count, shares += static_cast<long long>(member.count) * member.share;
  }
  if (ranks > max_team_ranks) throw UsageError(say("a team has at most %1 processes", max_team_ranks), field);
  if (!team.members.empty() && team.shares == Shares::given && shares == 0)
    throw UsageError(say("all shares are 0: some member has to compute"), field);
  if (team.members.empty() && team.shares == Shares::given)
    throw UsageError(say("given shares are those of members: name the members of the team"), field);
  if (!team.fit) return;
  const auto known = [&](std::size_t size) { return size == team.fit->rows.size(); };
  const bool rows = std::ranges::all_of(team.fit->rows, [](int n) { return n >= 0 && n <= max_share; }) &&
                    std::ranges::any_of(team.fit->rows, [](int n) { return n > 0; });
  if (!known(team.fit->fixed_s.size()) || !known(team.fit->row_s.size()) || !rows ||
      (!team.members.empty() && !known(static_cast<std::size_t>(ranks))))
    throw UsageError(say("the fitted shares are not those of this team"), field);
}

void check_names_in(const std::string& text) {
  constexpr std::size_t longest = 4096;  // of a path
  for (std::size_t at = 0; at < text.size(); ++at) {
    if ((at > 0 && std::string_view(",+=]").find(text[at - 1]) == std::string_view::npos) ||
        !names_family(text.substr(at, longest)))
      continue;
    for (std::size_t end = std::min(text.size(), at + longest); end > at; --end) {
      if (end < text.size() && signs.find(text[end]) == std::string_view::npos) continue;
      const std::string name = text.substr(at, end - at);
      if (is_lost_in_words(name) && is_in_family(name)) check_name(name);
    }
  }
}

std::vector<TeamMember> parse_members(const std::string& text) {
  check_names_in(text);
  std::vector<TeamMember> members;
  std::string list = text;
  std::ranges::replace(list, '+', ',');  // in a list of configurations, which has commas of its own
  for (const std::string& part : parts_of(list, ',')) members.push_back(parse_member(part));
  return members;
}

std::string to_string(const std::vector<TeamMember>& members) {
  std::string text;
  for (const TeamMember& member : members) {
    text += text.empty() ? "" : ",";
    if (!member.host.empty()) text += "[" + member.host + "]";
    text += member.compute.backend;
    std::string options;
    for (const auto& [name, value] : member.compute.options.values)
      if (name == device_option && typed_whole<int>(value))
        text += ":" + value;
      else
        options += (options.empty() ? "" : ";") + name + "=" + value;
    if (!options.empty()) text += "(" + options + ")";
    if (member.compute.options.workers > 0) text += "/" + std::to_string(member.compute.options.workers);
    if (member.count > 1) text += "*" + std::to_string(member.count);
  }
  return text;
}

void set_shares(Team& team, const std::string& text) {
  for (TeamMember& member : team.members) member.share = 1;
  team.fit.reset();
  if (text == "equal" || text == "fitted") {
    team.shares = text == "equal" ? Shares::equal : Shares::fitted;
    return;
  }
  const std::vector<std::string> parts = parts_of(text, ':');
  if (parts.size() != team.members.size())
    throw UsageError(say("the shares are equal, fitted, or a number for each of the %1 members, as 3:1; '%2' has %3",
                         team.members.size(), text, parts.size()),
                     field);
  team.shares = Shares::given;
  for (std::size_t i = 0; i < parts.size(); ++i)
    team.members[i].share = number_in(parts[i], team.members[i].compute.backend, 0, max_share);
}

std::string shares_in_words(const Team& team) {
  if (team.shares != Shares::given) return name_of(share_names, team.shares);
  return joined(team.members, ":", [](const TeamMember& member) { return std::to_string(member.share); });
}

nlohmann::json members_json(const Team& team) {
  nlohmann::json members = nlohmann::json::array();
  for (const TeamMember& member : team.members) {
    nlohmann::json one = {{"backend", member.compute.backend},
                          {"workers", member.compute.options.workers},
                          {"options", member.compute.options.values},
                          {"count", member.count}};
    if (!member.host.empty()) one["host"] = member.host;
    if (team.shares == Shares::given) one["share"] = member.share;
    members.push_back(std::move(one));
  }
  nlohmann::json json = {{"members", std::move(members)}, {"shares", name_of(share_names, team.shares)}};
  if (team.fit)
    json["fit"] = {{"fixed_s", team.fit->fixed_s}, {"row_s", team.fit->row_s}, {"exchange_s", team.fit->exchange_s},
                   {"alone_s", team.fit->alone_s}, {"best", team.fit->best},   {"rows", team.fit->rows}};
  return json;
}

void read_members(const nlohmann::json& json, Team& team) {
  JsonReader reader(json, to_say("the team"));
  std::vector<TeamMember> members;
  for (const nlohmann::json& one : reader.required<nlohmann::json>("members")) {
    JsonReader fields(one, to_say("a member of the team"));
    TeamMember member;
    member.compute.backend = full_name(fields.required<std::string>("backend"));
    member.compute.options.workers = fields.optional("workers", 0);
    member.compute.options.values = fields.optional("options", member.compute.options.values);
    member.host = fields.optional("host", member.host);
    member.count = fields.optional("count", 1);
    member.share = fields.optional("share", 1);
    fields.finish();
    members.push_back(std::move(member));
  }
  team.members = std::move(members);
  team.shares = value_of(share_names, reader.optional<std::string>("shares", "equal"), to_say("kind of shares"));
  team.fit.reset();
  if (const auto fit = reader.optional("fit", nlohmann::json()); !fit.is_null()) {
    JsonReader fields(fit, to_say("the fitted shares"));
    ShareFit read;
    read.fixed_s = fields.required<std::vector<double>>("fixed_s");
    read.row_s = fields.required<std::vector<double>>("row_s");
    read.exchange_s = fields.required<double>("exchange_s");
    read.alone_s = fields.required<double>("alone_s");
    read.best = fields.required<int>("best");
    read.rows = fields.required<std::vector<int>>("rows");
    fields.finish();
    team.fit = std::move(read);
  }
  reader.finish();
  validate(team);
}

void read_team_file(const std::filesystem::path& path, Team& team) {
  constexpr std::uintmax_t most_bytes = 1 << 20;
  const std::string text = read_file(path, most_bytes);
  const nlohmann::json json = parse_json_or_null(text);
  if (json.is_null()) throw InputError(say("%1 is no JSON file: %2", path.string(), why_not_json(text)));
  try {
    read_members(json, team);
    if (team.members.empty()) throw UsageError(say("it names no member"), field);
  } catch (const UsageError& error) {
    throw InputError(say("the team in %1: %2", path.string(), error.what()));
  }
}

}  // namespace mlplab
