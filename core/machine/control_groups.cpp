// The formats are those of cgroups(7), proc(5) and the kernel's cgroup-v1 and cgroup-v2 documents.
#include "core/machine/control_groups.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

namespace mlplab {
namespace {

namespace fs = std::filesystem;

/// Where a hierarchy is mounted, and which of its groups is seen there.
struct Mount {
  fs::path group, folder;
  bool v2 = false;
  std::string options;  // of version 1: its controllers
};

/// Blanks in paths are '\040' there.
std::string without_escapes(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '\\' && i + 3 < text.size();
    plain +=
        escape ? static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + (text[i + 3] - '0')) : text[i];
    if (escape) i += 3;
  }
  return plain;
}

std::vector<Mount> mounts_of(const fs::path& root) {
  std::vector<Mount> mounts;
  std::ifstream table(root / "proc/self/mountinfo");
  for (std::string line; std::getline(table, line);) {
    std::istringstream fields(line);
    std::string number, parent, device, group, folder, word, kind, source, options;
    fields >> number >> parent >> device >> group >> folder;
    while (fields >> word && word != "-") {
    }
    if (!(fields >> kind >> source >> options) || (kind != "cgroup" && kind != "cgroup2")) continue;
    mounts.push_back({without_escapes(group), root / fs::path(without_escapes(folder)).relative_path(),
                      kind == "cgroup2", "," + options + ","});
  }
  return mounts;
}

/// The file's first number; `none` where it has none, as 'max'.
double number_in(const fs::path& file, double none) {
  double value = 0.0;
  return std::ifstream(file) >> value ? value : none;
}

/// The number behind `name` in a file of names and numbers.
double named_number(const fs::path& file, const std::string& name) {
  std::ifstream lines(file);
  std::string found;
  for (double value = 0.0; lines >> found >> value;)
    if (found == name) return value;
  return 0.0;
}

}  // namespace

ControlGroups::ControlGroups(const fs::path& root) {
  const std::vector<Mount> mounts = mounts_of(root);
  // `group`: as the kernel names it; what is mounted may begin below the top, and then shows no more.
  const auto add = [&](Folders& folders, const std::string& controller, const fs::path& group) {
    const auto mount = std::ranges::find_if(mounts, [&](const Mount& m) {
      return m.v2 == controller.empty() && (m.v2 || m.options.find("," + controller + ",") != std::string::npos);
    });
    if (mount == mounts.end()) return;
    fs::path below = group.lexically_relative(mount->group);
    if (below.empty() || *below.begin() == "..") below = ".";
    fs::path folder = (mount->folder / below).lexically_normal();
    if (!folder.has_filename()) folder = folder.parent_path();
    for (;; folder = folder.parent_path()) {
      folders.push_back({folder, mount->v2});
      if (folder == mount->folder || folder == folder.parent_path()) break;
    }
  };
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const fs::path group = line.substr(second + 1);
    const bool v2 = controllers == ",,";
    if (v2 || controllers.find(",cpu,") != std::string::npos) add(cpu_, v2 ? "" : "cpu", group);
    if (v2 || controllers.find(",memory,") != std::string::npos) add(memory_, v2 ? "" : "memory", group);
  }
}

double ControlGroups::cpu_quota() const {
  double least = 0.0;
  for (const Folder& folder : cpu_) {
    double quota_us = 0.0, period_us = 0.0;
    if (folder.v2) {  // 'max 100000', or microseconds of each period
      std::ifstream line(folder.path / "cpu.max");
      if (!(line >> quota_us >> period_us)) continue;
    } else {
      quota_us = number_in(folder.path / "cpu.cfs_quota_us", -1.0);
      period_us = number_in(folder.path / "cpu.cfs_period_us", 0.0);
    }
    if (quota_us <= 0.0 || period_us <= 0.0) continue;
    least = least == 0.0 ? quota_us / period_us : std::min(least, quota_us / period_us);
  }
  return least;
}

long long ControlGroups::throttled_periods() const {
  double periods = 0.0;
  for (const Folder& folder : cpu_) periods += named_number(folder.path / "cpu.stat", "nr_throttled");
  return static_cast<long long>(periods);
}

std::optional<GroupMemory> ControlGroups::memory() const {
  constexpr double none = std::numeric_limits<double>::infinity();
  constexpr double unlimited = 1e18;  // version 1 has a number for 'no limit', all pages that there could be
  std::optional<GroupMemory> least;
  for (const Folder& folder : memory_) {
    const auto value = [&](const char* name, double otherwise) { return number_in(folder.path / name, otherwise); };
    // Above `high` a group is not killed but held up, until it hardly moves.
    const double limit = folder.v2 ? std::min(value("memory.max", none), value("memory.high", none))
                                   : value("memory.limit_in_bytes", none);
    if (limit >= unlimited) continue;
    const std::string total = folder.v2 ? "" : "total_";
    const double files = named_number(folder.path / "memory.stat", total + "inactive_file") +
                         named_number(folder.path / "memory.stat", total + "active_file");  // pages that can go
    const double used = value(folder.v2 ? "memory.current" : "memory.usage_in_bytes", 0.0);
    const double left = std::max(0.0, limit - std::max(0.0, used - files));
    if (!least || left < static_cast<double>(least->left_bytes))
      least = GroupMemory{static_cast<std::size_t>(left), static_cast<std::size_t>(limit)};
  }
  return least;
}

}  // namespace mlplab
