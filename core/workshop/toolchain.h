// The compiler of a language, as kernels and the processes that they run in are compiled with it: limited in time and
// memory, its messages by line. What is compiled once for all kernels is kept in the user's cache. What takes a Stop
// throws Stopped.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/workshop/limited_command.h"
#include "core/workshop/work.h"

namespace mlplab::workshop {

struct CompilerMessage {
  std::string kind;  // 'error', 'warning'
  std::string file;  // its name, without folders
  int line = 0, column = 0;
  std::string text;
};

struct Compiled {
  bool ok = false;
  std::vector<std::string> commands;  // as they could be typed
  std::vector<CompilerMessage> messages;
  std::string fault;  // where it failed without a message at a line: in words
  /// Why it failed, for who does not see the messages; '' where it did not.
  std::string why_not() const;
};

/// '' or why this language's kernels cannot be compiled here, with the package.
std::string why_not_compile(const Language& language);

/// `work`'s kernel as a library in `folder`/NAME, with its object beside it. Throws BackendError: no compiler here, one
/// that does not know a sanitizer. InputError: the source cannot be read.
Compiled compile_kernel(const Work& work, const Build& build, const std::filesystem::path& folder,
                        const std::filesystem::path& library, const Stop& stop = {});
/// The process for kernels of this build, compiled where it is not yet there. Throws BackendError.
std::filesystem::path process_for(const Language& language, const Build& build, const Stop& stop = {});

/// An object with the main program `source` of resources/workshop, which calls the task's function. Throws
/// BackendError.
std::filesystem::path caller_for(const Language& language, const Task& task, const std::string& source,
                                 const Stop& stop = {});
/// A header that declares the task's function: a kernel's file that defines another one is refused.
std::filesystem::path declaration_file(const Task& task);
/// '' or that the linker misses the task's function.
std::string why_no_function(const Work& work, const std::string& linker_text);

/// $XDG_CACHE_HOME/mlplab/workshop, else ~/.cache/mlplab/workshop; made where it is not there. Throws InputError.
std::filesystem::path cache_folder();

/// The source line of a place in a library ('kernel.cpp', 12), as far as it is in `source`; 0 where it is not known.
int line_of(const std::filesystem::path& library, std::uint64_t offset, const std::filesystem::path& source);

/// The messages in what GCC says, of all files.
std::vector<CompilerMessage> messages_in(const std::string& text);

}  // namespace mlplab::workshop
