// Figures of another program's run that nothing here measures or computes again: they are shown as what it says.
#pragma once

#include <string>

#include "core/run/run_spec.h"

namespace mlplab {

/// Whether the run is another program's: its device, training losses and training accuracies are what that says. True
/// of a backend that is not in the table, too: what is kept may be of a trainer that is not here.
bool is_another_programs(const RunSpec& spec);
/// `device`; in another program's run with the remark that this program reported it.
std::string device_in_words(const RunSpec& spec, const std::string& device);
/// The note beside the figures of another program's run, said once; '' for all others.
std::string claims_in_words(const RunSpec& spec);

}  // namespace mlplab
