// Meters that count joules since some time: of processors (powercap.h), of a GPU's board (gpu/nvml.h). To add one:
// derive from EnergyMeter and open it where powercap's are opened.
#pragma once

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

}  // namespace mlplab
