// Kernels of lessons: begun in a folder of the class's own, and what a check or a timing of one is for the lesson's
// steps. Nothing here compiles or runs anything. To have lessons ask for one more kind of fault: its line in the table
// of lesson_kernel.cpp.
#pragma once

#include <filesystem>
#include <string>

#include "core/lessons/lesson_progress.h"
#include "core/workshop/check.h"

namespace mlplab {

inline constexpr const char* finds_nothing = "nothing";

/// A finding that checks of lessons may ask for, by the code of its fault: 'a race'. Throws UsageError with those there
/// are.
std::string finding_in_words(const std::string& code);

/// A new folder in `base` with the lesson's text, named after the kernel ('sum', or 'sum-2' where that is there).
/// Throws InputError.
workshop::Work begin_kernel(const LessonKernel& kernel, const std::filesystem::path& base);

/// A check that came to its end, for lessons. `fingerprint`: of the work as it was checked.
LessonEvent checked_event(const workshop::Work& work, const std::string& fingerprint, const workshop::Check& check);
/// A kernel that was timed.
LessonEvent timed_event(const workshop::Work& work, const std::string& fingerprint);

}  // namespace mlplab
