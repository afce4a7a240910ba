// An entry that is a program of its own, as core/launch knows it: how it is started, and what it can compute.
#pragma once

#include <filesystem>
#include <string>

#include "core/compute/backend_table.h"
#include "core/launch/launch.h"
#include "core/run/run_spec.h"

namespace mlplab {

class ExternalProgram : public OtherProgram {
 public:
  /// The program to start for a run. `exchange` is a folder with the run's files (docs/file-formats.md). Throws
  /// BackendError.
  virtual Launch launch(const RunSpec& spec, const std::filesystem::path& exchange) const = 0;
  /// Why it cannot compute what `spec` asks for (a layer, a loss, an optimiser that it does not know), though it can
  /// run here; '' where it can.
  virtual std::string why_not(const RunSpec& spec) const = 0;
};

/// Null for a backend of this program.
inline const ExternalProgram* program_of(const BackendEntry& entry) {
  return static_cast<const ExternalProgram*>(entry.program.get());
}

}  // namespace mlplab
