// The versions of a kernel that were timed, a line of JSON each in its folder.
#include <algorithm>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/members.h"
#include "core/base/typed_number.h"
#include "core/workshop/device.h"
#include "core/workshop/timing.h"

namespace mlplab::workshop {
namespace {

constexpr std::size_t most_lines = 2000;  // that are compared one with the other

constexpr auto point_members = [](auto& file, auto& point) {
  file.count("n", point.n, 1);
  file.amount("time_s", point.time_s);
  file.amount("spread", point.spread);
};

constexpr auto version_members = [](auto& file, auto& version) {
  file.plain("date", version.date);
  file.plain("machine", version.machine);
  file.plain("kernel", version.fingerprint);
  file.list("points", version.points, point_members);
};

}  // namespace

std::vector<Version> read_versions(const Work& work) {
  const std::filesystem::path file = work.folder / versions_file;
  std::vector<Version> versions;
  if (!anything_at(file)) return versions;
  const std::string text = read_file(file);
  try {
    for (const std::string& line : parts_of(text, '\n'))
      if (!line.empty()) read_from(parse_json(line), versions.emplace_back(), version_members);
  } catch (const std::exception&) {
    throw InputError(say("%1 is no list of timed versions; remove it", file.string()));
  }
  return versions;
}

void keep_version(const Work& work, const OperationStudy& study) {
  Version version{date_stamp(), machine_of(work), work.fingerprint(), {}};
  for (const MeasuredOperation& point : study.points)
    if (point.variant == own_kernel && point.why_not.empty())
      version.points.push_back({point.n, point.time_s, point.spread});
  if (version.points.empty()) return;
  std::vector<Version> versions = read_versions(work);
  if (!versions.empty() && versions.back().fingerprint == version.fingerprint) versions.pop_back();
  versions.push_back(std::move(version));
  std::string text;
  for (const Version& one : versions) text += dump_json(json_of<nlohmann::ordered_json>(one, version_members)) + "\n";
  write_file_atomically(work.folder / versions_file, text);
}

std::vector<std::string> changed_lines(const std::string& before, const std::string& after) {
  std::vector<std::string> a = parts_of(before, '\n'), b = parts_of(after, '\n');
  if (a.size() > most_lines) a.resize(most_lines);
  if (b.size() > most_lines) b.resize(most_lines);
  // longest[i][j]: lines that a from i on and b from j on have in common.
  std::vector<std::vector<int>> longest(a.size() + 1, std::vector<int>(b.size() + 1, 0));
  for (std::size_t i = a.size(); i-- > 0;)
    for (std::size_t j = b.size(); j-- > 0;)
      longest[i][j] = a[i] == b[j] ? longest[i + 1][j + 1] + 1 : std::max(longest[i + 1][j], longest[i][j + 1]);
  std::vector<std::string> changed;
  for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      ++i, ++j;
    } else if (i < a.size() && (j == b.size() || longest[i + 1][j] >= longest[i][j + 1])) {
      changed.push_back("- " + a[i++]);
    } else {
      changed.push_back("+ " + b[j++]);
    }
  }
  return changed;
}

}  // namespace mlplab::workshop
