// Kernels that passed their check, kept in the user's cache with the library that was checked: what is timed and
// trained with is exactly that. A folder that came from elsewhere has nothing here, and cannot bring it along.
#pragma once

#include <filesystem>
#include <string>

#include "core/workshop/work.h"

namespace mlplab::workshop {

/// `fingerprint`: of the work when it was compiled into `library`, which is copied. Throws InputError.
void keep_check(const Work& work, const std::string& fingerprint, const std::filesystem::path& library);
void forget_check(const Work& work);
/// '' or why the kernel cannot be trained with: it was not checked here, was wrong, or has changed since. Runs nothing.
std::string why_not_checked(const Work& work);
/// The library that was checked. Throws BackendError where there is none that is the work's as it is now.
std::filesystem::path checked_library(const Work& work);

}  // namespace mlplab::workshop
