// The languages of the workshop. To add one: its file beside this one with its function, and its line in language.cpp:
// what a kernel's file is called, how it is compiled, and how it is checked. C++ and OpenMP share
// compiled_language.cpp. A plain version of each task with the language's ending lies in resources/workshop/plain.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace mlplab::workshop {

struct Check;
struct CheckOptions;
struct Work;

/// One way to compile a kernel, and the process that it then runs in.
struct Build {
  std::string id;     // 'plain', 'addresses', 'races': in files
  std::string title;  // to_say()
  std::vector<std::string> usual_flags = {"-std=c++20", "-g", "-fPIC", "-Wall"};  // of the kernel, before the folder's
  std::vector<std::string> flags;                 // of the compiler, for the kernel and for the process
  std::vector<std::string> kernel_flags;          // for the kernel alone
  std::vector<std::string> link_flags;            // of the kernel's library
  std::vector<std::string> sources;               // of the process, in resources/workshop
  std::vector<std::string> library_sources = {};  // linked with the kernel, from there too
  bool on_device = false;                         // by nvcc, for a GPU
  bool fixed_addresses = false;                   // it needs its memory where it expects it (ThreadSanitizer)
  bool sanitized = false;                         // arrays are blocks of the allocator, whose surroundings it watches
  std::vector<int> threads = {0};                 // that each case is run with; 0: as many as the kernel takes
  int calls = 3;                                  // of each case
};

struct Language {
  std::string name;                      // as in --language
  std::string title;                     // to_say()
  std::string ending;                    // of the kernel's file: '.cpp'
  std::string compiler;                  // a program to be found in PATH
  std::string package;                   // that it is in
  std::vector<std::string> usual_flags;  // in a new folder, where they may be changed
  std::vector<Build> builds;             // for check; timed_build() is what is timed and trained with
  bool sets_threads = false;             // its kernels have threads, whose number the process chooses
  std::vector<std::string> hints;        // (optional) to_say(): what to try, in place of the task's
  /// (optional) '' or what is missing here for its kernels to be timed and trained with. Default: nothing.
  std::function<std::string()> why_not_timed = [] { return std::string(); };
  /// The faults that its checks cannot see, to_say().
  std::vector<std::string> unseen;
  std::function<Check(const Work&, const CheckOptions&)> check;
};

/// The build that is timed and trained with: for a device where the language has one, else the first.
const Build& timed_build(const Language& language);

const std::vector<Language>& languages();
/// Throws UsageError with those there are.
const Language& find_language(const std::string& name);

// The languages.
Language cpp_language();
Language openmp_language();
Language cuda_language();

}  // namespace mlplab::workshop
