// The faults that a run of a kernel's calls shows.
#pragma once

#include <filesystem>

#include "core/workshop/check.h"

namespace mlplab::workshop {

/// Adds to `check` what is wrong in `run`, each kind once.
void judge(const Work& work, const Build& build, const std::filesystem::path& library, const std::vector<Call>& calls,
           const Limits& limits, const KernelRun& run, Check& check);

}  // namespace mlplab::workshop
