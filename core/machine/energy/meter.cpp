#include "core/machine/energy/meter.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/files.h"
#include "core/base/language.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr double joules_per_uj = 1e-6;
constexpr const char* counter_name = "energy_uj";
constexpr const char* range_name = "max_energy_range_uj";

std::optional<std::uint64_t> counter_of(const SmallFile& file) {
  std::uint64_t value = 0;
  const char* const end = file.text.data() + file.text.size();
  const auto [rest, error] = std::from_chars(file.text.data(), end, value);
  const bool whole = error == std::errc() && std::all_of(rest, end, [](char c) { return c == '\n' || c == ' '; });
  return file.error == 0 && whole ? std::optional(value) : std::nullopt;
}

class PowercapMeter : public EnergyMeter {
 public:
  PowercapMeter(std::string scope, fs::path counter, std::uint64_t first, std::uint64_t range, ReadSmallFile read)
      : scope_(std::move(scope)), counter_(std::move(counter)), last_(first), range_(range), read_(std::move(read)) {}

  std::string scope() const override { return scope_; }

  double joules() override {
    const std::optional<std::uint64_t> now = counter_of(read_(counter_));
    // A counter that goes back has wrapped; one without a known range, or beyond it, was set back by somebody.
    lost_ = lost_ || !now || (*now < last_ && last_ > range_);
    if (lost_) return std::numeric_limits<double>::quiet_NaN();
    sum_uj_ += *now >= last_ ? *now - last_ : range_ - last_ + *now;
    last_ = *now;
    return static_cast<double>(sum_uj_) * joules_per_uj;
  }

 private:
  std::string scope_;
  fs::path counter_;
  std::uint64_t last_, range_, sum_uj_ = 0;
  ReadSmallFile read_;
  bool lost_ = false;  // for good: what was missed is not known
};

struct Domain {
  fs::path folder;
  std::string name;  // 'package-0', 'dram'
};

std::string domain_name(const fs::path& folder, const ReadSmallFile& read) {
  std::string name = read(folder / "name").text;
  name.erase(std::find(name.begin(), name.end(), '\n'), name.end());
  return name;
}

/// Those of intel-rapl-mmio last: they count what others count already, or what nobody else does.
std::vector<Domain> domains_in(const fs::path& folder, const ReadSmallFile& read) {
  std::vector<Domain> domains;
  for (const fs::path& entry : entries_in(folder))
    if (std::string name = domain_name(entry, read); !name.empty()) domains.push_back({entry, std::move(name)});
  const auto second = [](const Domain& domain) {
    return domain.folder.filename().string().find("mmio") != std::string::npos;
  };
  std::ranges::stable_sort(domains, {}, second);
  return domains;
}

/// 'package 0', 'memory of package 0'; '' for a domain inside or around others.
std::string scope_of(const Domain& domain, const ReadSmallFile& read) {
  const auto words = [](std::string package) {
    std::ranges::replace(package, '-', ' ');
    return package;
  };
  if (domain.name.starts_with("package")) return words(domain.name);
  if (domain.name != "dram") return {};
  // 'intel-rapl:0:1' lies in 'intel-rapl:0'.
  const std::string folder = domain.folder.filename().string();
  const std::string package = domain_name(domain.folder.parent_path() / folder.substr(0, folder.rfind(':')), read);
  return package.starts_with("package") ? "memory of " + words(package) : "memory";
}

std::string why_none(const fs::path& folder, bool virtual_machine) {
  if (virtual_machine)
    return say("this virtual machine has no energy meter: its host shows it none in %1", folder.string());
  return say(
      "this machine shows no energy meter in %1; where its processor has one (RAPL), to load its driver: sudo modprobe "
      "intel_rapl_msr",
      folder.string());
}

std::string why_unreadable(const std::string& scope, const fs::path& counter, int error) {
  const std::string file = counter.string(), what = energy_scope_in_words(scope);
  if (error == EACCES || error == EPERM)
    return say("%1 is readable by root only: %2; to allow it until the next start of the machine: sudo chmod a+r %2",
               what, file);
  if (error != 0) return say("%1 cannot be read: %2: %3", what, file, std::strerror(error));
  return say("%1 is not measured: %2 does not hold a whole number", what, file);
}

}  // namespace

std::string energy_scope_in_words(const std::string& scope) {
  if (scope == "memory") return say("memory");
  for (const std::string_view words : {to_say("package %1"), to_say("memory of package %1"), to_say("GPU board %1")})
    if (const std::string_view begin = words.substr(0, words.find('%')); scope.starts_with(begin))
      return say(words, scope.substr(begin.size()));
  return scope;
}

// Linux only in effect: elsewhere there is no such folder.

SmallFile read_small_file(const fs::path& path) {
  SmallFile file;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return {{}, errno};
  std::array<char, 4096> bytes{};
  const ssize_t count = ::read(descriptor, bytes.data(), bytes.size());
  if (count < 0)
    file.error = errno;
  else
    file.text.assign(bytes.data(), static_cast<std::size_t>(count));
  ::close(descriptor);
  return file;
}

fs::path powercap_folder() {
  const char* const named = std::getenv("MLPLAB_POWERCAP");
  return named != nullptr && *named != '\0' ? named : "/sys/class/powercap";
}

bool in_virtual_machine() {
  std::ifstream cpu("/proc/cpuinfo");
  for (std::string line; std::getline(cpu, line) && !line.empty();)  // of the first processor
    if (line.starts_with("flags")) return line.find(" hypervisor") != std::string::npos;
  return false;
}

EnergyMeters open_powercap(const fs::path& folder, bool virtual_machine, const ReadSmallFile& read) {
  EnergyMeters opened;
  std::set<std::string> counted;
  for (const Domain& domain : domains_in(folder, read)) {
    const std::string scope = scope_of(domain, read);
    if (scope.empty() || counted.contains(scope)) continue;
    const fs::path counter = domain.folder / counter_name;
    const SmallFile file = read(counter);
    const std::optional<std::uint64_t> first = counter_of(file);
    counted.insert(scope);
    if (!first) {
      opened.missing.push_back(why_unreadable(scope, counter, file.error));
      continue;
    }
    const std::uint64_t range = counter_of(read(domain.folder / range_name)).value_or(0);
    opened.meters.push_back(std::make_unique<PowercapMeter>(scope, counter, *first, range, read));
  }
  if (counted.empty()) opened.missing.push_back(why_none(folder, virtual_machine));
  return opened;
}

}  // namespace mlplab
