// Meters that count joules since some time: of processors (below), of a GPU's board (gpu/nvml.h). To add one:
// derive from EnergyMeter and open it where powercap's are opened.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mlplab {

/// Each counts a part of the machine that no other one of a list counts.
class EnergyMeter {
 public:
  virtual ~EnergyMeter() = default;
  /// The part of the machine that the meter counts, as 'package 0', 'memory of package 0', 'GPU board 0': in English,
  /// as it is kept in files.
  virtual std::string scope() const = 0;
  /// The energy since the meter was opened, never less than before; NaN where it cannot be read (any more). Call it
  /// from one thread at a time, and at least twice in the time in which its counter wraps (a minute at full power is
  /// always enough).
  virtual double joules() = 0;
};

/// A meter's scope for people, in their language; what is none of those above as it is.
std::string energy_scope_in_words(const std::string& scope);

struct EnergyMeters {
  std::vector<std::unique_ptr<EnergyMeter>> meters;
  std::vector<std::string> missing;  // a sentence each: what cannot be read, why, and how to allow it
  std::string machine;  // the name of this one, where a run is on several: scopes are 'package 0 of node1' then
};

// The processors' own energy counters (RAPL), as Linux shows them: a folder per domain in /sys/class/powercap with
// `name`, `energy_uj` and `max_energy_range_uj` (Documentation/power/powercap/powercap.rst of the kernel).

struct SmallFile {
  std::string text;  // as much as there is up to 4 KiB
  int error = 0;     // errno, 0 where it was read
};
using ReadSmallFile = std::function<SmallFile(const std::filesystem::path&)>;
SmallFile read_small_file(const std::filesystem::path& path);

/// Where the meters of this machine lie: $MLPLAB_POWERCAP, else /sys/class/powercap.
std::filesystem::path powercap_folder();
/// Whether the processor says that it is one of a virtual machine.
bool in_virtual_machine();

/// A meter for each processor package and for the memory beside it, which no package counts. Domains inside a package
/// (core, uncore), the one around all (psys) and the second way to the same package (intel-rapl-mmio) are left out:
/// they would be counted twice. Never throws: what cannot be read is in `missing`.
EnergyMeters open_powercap(const std::filesystem::path& folder = powercap_folder(),
                           bool virtual_machine = in_virtual_machine(), const ReadSmallFile& read = read_small_file);

}  // namespace mlplab
