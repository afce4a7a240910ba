#include "core/workshop/check.h"

#include "core/base/files.h"
#include "core/base/language.h"
#include "core/machine/scratch_folder.h"
#include "core/workshop/kept_check.h"

namespace mlplab::workshop {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t shown_output = 2'000;

/// Every case with every number of threads.
std::vector<Call> calls_of(const Build& build, const std::vector<CheckCase>& cases) {
  std::vector<Call> calls;
  for (const int threads : build.threads)
    for (const CheckCase& one : cases) calls.push_back({&one, threads});
  return calls;
}

/// False where the next builds would only show it again, as slowly.
bool goes_on(const Check& check) {
  for (const Fault& fault : check.faults)
    if (fault.code == "time" || fault.code == "memory" || fault.code == "output" || fault.code == "not_loaded")
      return false;
  return true;
}

}  // namespace

Check check_work(const Work& work, const CheckOptions& options) {
  forget_check(work);
  clear_dead_scratch();
  clear_dead_scratch(cache_folder());
  return work.language->check(work, options);
}

void add_compile_fault(const Compiled& compiled, const Build& build, Check& check) {
  const int line = compiled.messages.empty() ? 0 : compiled.messages.front().line;
  check.faults.push_back({"compile", compiled.why_not(), line, build.id});
}

void tell(const CheckOptions& options, const std::string& words) {
  if (options.progress) options.progress(words);
}

Check check_compiled(const Work& work, const CheckOptions& options) {
  Check check;
  const std::string fingerprint = work.fingerprint();
  const ScratchFolder scratch = ScratchFolder::in(temporary_folder());
  const std::vector<CheckCase> cases = check_cases(*work.task);
  check.cases = cases.size();
  fs::path kept;  // the library of the first build, which is the one to train with
  for (const Build& build : work.language->builds) {
    const fs::path library = scratch.path() / ("kernel-" + build.id + ".so");
    tell(options, say("compiling: %1", say(build.title)));
    const Compiled compiled = compile_kernel(work, build, scratch.path(), library, options.limits.stop);
    const bool is_first = kept.empty();
    if (is_first) {
      check.commands = compiled.commands;
      check.messages = compiled.messages;
    }
    if (!compiled.ok) {
      add_compile_fault(compiled, build, check);
      return check;
    }
    if (is_first) kept = library;
    check.compiled = true;
    const std::vector<Call> calls = calls_of(build, cases);
    const fs::path process = process_for(*work.language, build, options.limits.stop);
    tell(options, say("running: %1", say(build.title)));
    const KernelRun run = run_kernel(build, process, library, calls, *work.task, options.limits);
    if (is_first) check.output = run.output.substr(0, shown_output);
    const std::size_t notes = check.notes.size();
    judge(work, build, library, calls, options.limits, run, check);
    if (check.notes.size() == notes) check.looked.push_back(build.id);
    if (!goes_on(check)) break;
  }
  if (check.right()) keep_check(work, fingerprint, kept);
  return check;
}

}  // namespace mlplab::workshop
