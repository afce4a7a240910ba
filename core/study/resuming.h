// A kept study that goes on: on the machine and the data that it began with, and on no other machine unasked.
#pragma once

#include <string>
#include <vector>

#include "core/run/run_spec.h"

namespace mlplab {

/// Throws InputError where `difference` is not '': that of the machine before anything runs, of the device once a run
/// has reported it. `what` is the study in a sentence: 'the sweep in FOLDER'.
void refuse_difference(const std::string& what, const std::string& difference);
/// Throws InputError where a kept run and a new one are not of the same data.
void refuse_other_data(const std::string& what, const std::string& source, const std::string& kept_hash,
                       const std::string& hash);
/// Throws UsageError where the runs, which may be somebody else's, would start programs on other machines and
/// `hostfile` ('' for none) is not the file that lists them. `command` goes on with it: 'sweep --resume FOLDER'.
void confirm_hosts(const std::vector<RunSpec>& runs, const std::string& hostfile, const std::string& what,
                   const std::string& command);

}  // namespace mlplab
