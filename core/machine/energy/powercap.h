// The processors' own energy counters (RAPL), as Linux shows them: a folder a domain in /sys/class/powercap with
// `name`, `energy_uj` and `max_energy_range_uj` (Documentation/power/powercap/powercap.rst of the kernel).
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "core/machine/energy/meter.h"

namespace mlplab {

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
