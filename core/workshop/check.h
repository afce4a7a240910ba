// Is a kernel right? Compiled and run in each of its language's builds, it is held against the program's own loops.
// Code of a folder runs here, because the user asked for it, and nowhere else without having passed.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/cuda_check/report.h"
#include "core/workshop/run_kernel.h"
#include "core/workshop/toolchain.h"
#include "core/workshop/work.h"

namespace mlplab::workshop {

struct CheckOptions {
  Limits limits;
  /// (optional) Told what begins, in words: 'compiling: as it is timed'.
  std::function<void(const std::string&)> progress = {};
};

/// One fault of a kernel. `code`: 'compile', 'not_loaded', 'time', 'memory', 'output', 'crash', 'address', 'undefined',
/// 'race', 'outside', 'input_written', 'leak', 'unwritten', 'wrong'; of CUDA also 'gpu' and those of core/cuda_check.
struct Fault {
  std::string code;
  std::string sentence;  // in words, with the element, the values and the case, but without line and build
  int line = 0;          // of the kernel's source; 0: not known
  std::string build;     // Build::id
  int other_line = 0;    // of a race: where the other access is
};

struct WrongElement {
  std::string element;  // 'c[3, 0]'
  std::string where;    // the case, in words
  Difference difference;
};

struct Check {
  bool compiled = false;
  std::vector<std::string> commands;
  std::vector<CompilerMessage> messages;
  std::vector<Fault> faults;
  std::optional<WrongElement> wrong;    // the first one
  std::optional<WrongElement> largest;  // of the largest wrong output, for its map
  std::vector<std::string> notes;       // what could not be looked at here
  std::optional<CudaReport> counts;     // of CUDA: what a GPU would pay, over all calls
  std::string output;                   // what the kernel itself printed: its beginning
  std::size_t cases = 0;
  std::vector<std::string> looked;  // Build::id of those that looked at them; why others could not is in the notes
  bool right() const { return compiled && faults.empty(); }
};

/// Throws BackendError: no compiler, no process that could be confined. InputError: a source that cannot be read.
/// Stopped where limits.stop asks for it. Where it is right, its library is kept for training (kept_check.h).
Check check_work(const Work& work, const CheckOptions& options = {});

/// As check_work(), for languages whose kernels are compiled by GCC into a library (Language::check).
Check check_compiled(const Work& work, const CheckOptions& options);
/// That it does not compile in this build, at the line of the first message.
void add_compile_fault(const Compiled& compiled, const Build& build, Check& check);
/// Adds to `check` the faults that a run of a kernel's calls shows, each kind once (judge.cpp).
void judge(const Work& work, const Build& build, const std::filesystem::path& library, const std::vector<Call>& calls,
           const Limits& limits, const KernelRun& run, Check& check);
/// Tells options.progress, where there is one.
void tell(const CheckOptions& options, const std::string& words);

}  // namespace mlplab::workshop
