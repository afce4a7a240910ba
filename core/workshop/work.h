// A folder of the workshop: a kernel's file and workshop.json, which says of what task and in what language it is.
// Nothing here compiles or runs anything.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/workshop/language.h"
#include "core/workshop/task.h"

namespace mlplab::workshop {

inline constexpr const char* work_file = "workshop.json";

struct Work {
  std::filesystem::path folder;  // absolute
  const Task* task = nullptr;
  const Language* language = nullptr;
  std::vector<std::string> flags;  // of the compiler, from the file
  std::filesystem::path source() const;
  /// All that decides how the kernel computes, as text: task, language, flags and source. Throws InputError.
  std::string fingerprint() const;
};

/// The version of the task that is right and slow, in resources/workshop/plain.
Work plain_work(const Task& task, const std::string& language = "cpp");

/// Makes FOLDER with the signature, a plain version that is right and slow, and a note on what to try, in the language
/// that was set. `kernel` (optional) stands in place of the plain version. Throws InputError: it is there and not
/// empty, or cannot be written.
Work new_work(const Task& task, const Language& language, const std::filesystem::path& folder,
              const std::string& kernel = {});
/// Throws InputError: no folder of the workshop, a task or language that is not known, flags that are not allowed.
Work open_work(const std::filesystem::path& folder);

/// '' or why a kernel may not be compiled with it: flags that choose code (-O3, -march=native, -ffast-math) are
/// allowed.
std::string why_no_flag(const std::string& flag);

}  // namespace mlplab::workshop
