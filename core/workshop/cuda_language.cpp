// CUDA: a kernel's file is linked with what watches its loads and stores (core/cuda_check), run on the host, confined
// like the others, held against the program's own loops and counted. Where there is a GPU, what was right there is
// compiled by nvcc and run on it, too, and can then be timed and trained with.
#include <algorithm>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/cuda_check/check.h"
#include "core/machine/scratch_folder.h"
#include "core/workshop/check.h"
#include "core/workshop/cuda_counts.h"
#include "core/workshop/device.h"
#include "core/workshop/kept_check.h"
#include "core/workshop/language.h"
#include "core/workshop/limited_command.h"
#include "resources/workshop/given.h"

namespace mlplab::workshop {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t shown_bytes = 2'000;

const Build& watched_build(const Work& work) { return work.language->builds.front(); }

/// Flags that say what the source means; how it is optimised is not the student's to choose, for lines would be wrong.
void add_flags(const Work& work, std::vector<std::string>& command) {
  for (const std::string& flag : work.flags) {
    if (!flag.starts_with("-D") && !flag.starts_with("-W"))
      throw InputError(say("%1 has the flag '%2', but kernels in CUDA are checked with -D and -W only; remove it",
                           (work.folder / work_file).string(), flag));
    command.push_back(flag);
  }
}

/// The program in the folder, or a fault in `check`.
std::optional<CudaBuild> built(const Work& work, const fs::path& folder, const Stop& stop, Check& check) {
  const Build& build = watched_build(work);
  const std::string name = work.source().filename().string();
  const auto refuse = [&](const std::string& why, int line = 0) {
    check.faults.push_back({"compile", why, line, build.id});
    return std::nullopt;
  };
  work.fingerprint();  // throws where the source cannot be read
  find_host_cuda();    // or where this program's own part is missing
  const fs::path caller = caller_for(*work.language, *work.task, "cuda_harness.cpp", stop);
  CudaBuild cuda;
  try {
    cuda = prepare_cuda_build({.watched = {work.source()}, .folder = folder});
  } catch (const InputError& error) {
    const std::string why = error.what(), file = work.source().string() + ", ";  // the fault names the file itself
    return refuse(why.starts_with(file) ? why.substr(file.size()) : why);
  }
  std::vector<std::string>& compile = cuda.commands.front();
  compile.insert(compile.end(), {"-include", declaration_file(*work.task).string()});
  add_flags(work, compile);
  cuda.commands.back().push_back(caller.string());
  for (const std::vector<std::string>& command : cuda.commands) check.commands.push_back(as_typed(command));
  const CommandResult compiled = run_limited(compile, stop);
  check.messages = messages_in(compiled.text);
  if (!compiled.ok) {
    const auto error = std::ranges::find(check.messages, "error", &CompilerMessage::kind);
    if (error != check.messages.end()) return refuse(say("the compiler refuses it"), error->line);
    return refuse(compiled.text.empty() ? compiled.how_it_ended : compiled.text.substr(0, shown_bytes));
  }
  const CommandResult linked = run_limited(cuda.commands.back(), stop);
  if (linked.ok) return cuda;
  if (const std::string why = why_no_function(work, linked.text); !why.empty()) return refuse(why);
  return refuse(linked.text.empty() ? linked.how_it_ended : linked.text.substr(0, shown_bytes));
}

void add_finding(const Work& work, const CudaFinding& finding, const Limits& limits, Check& check) {
  const int line = line_in(work, finding.at);
  if (!is_fault(finding)) {
    const std::string sentence = sentence_of(finding);
    check.notes.push_back(line > 0 ? say("line %1: %2", line, sentence) : sentence);
  } else if (finding.code == "told-to-end") {
    const std::string sentence = say("the kernel has not come to its end within %1", duration(limits.time_s));
    check.faults.push_back({"time", sentence, line, watched_build(work).id});
  } else {
    check.faults.push_back(
        {finding.code, sentence_of(finding), line, watched_build(work).id, line_in(work, finding.other)});
  }
}

/// Empty where the process was ended before it could write a whole one.
CudaReport report_of(const CudaBuild& cuda, const KernelRun& run) {
  const fs::path report = cuda.program.string() + mlplab_workshop::report_ending;
  try {
    return read_cuda_report(cuda.program, report);
  } catch (const InputError&) {
    if (run.ended) throw;
    return {};
  }
}

/// Without the call in which the process ended: a finding says why it did.
KernelRun without_end(KernelRun run) {
  run.calls.resize(run.done());
  run.ended = true;
  return run;
}

void check_on_host(const Work& work, const CheckOptions& options, const fs::path& folder,
                   const std::vector<Call>& calls, Check& check) {
  const Build& build = watched_build(work);
  tell(options, say("compiling: %1", say(build.title)));
  const std::optional<CudaBuild> cuda = built(work, folder, options.limits.stop, check);
  if (!cuda) return;
  check.compiled = true;
  const fs::path process = process_for(*work.language, build, options.limits.stop);
  tell(options, say("running: %1", say(build.title)));
  const KernelRun run = run_kernel(build, process, cuda->program, calls, *work.task, options.limits);
  check.output = run.output.substr(0, shown_bytes);
  check.counts = report_of(*cuda, run);
  for (const CudaFinding& finding : check.counts->findings) add_finding(work, finding, options.limits, check);
  const bool says_why = !check.faults.empty() && run.head.confined != 0;
  judge(work, build, cuda->program, calls, options.limits, says_why ? without_end(run) : run, check);
  check.looked.push_back(build.id);
  if (check.right() && check.counts->accesses.empty())
    check.notes.push_back(say("no kernel touched memory of the device: the host has computed it all"));
}

/// The library with which it passes on the GPU is kept.
void check_on_gpu(const Work& work, const CheckOptions& options, const fs::path& folder, const std::vector<Call>& calls,
                  Check& check) {
  const Build& build = timed_build(*work.language);
  const std::string fingerprint = work.fingerprint();
  const fs::path library = folder / "kernel-gpu.so";
  tell(options, say("compiling: %1", say(build.title)));
  const Compiled compiled = compile_kernel(work, build, folder, library, options.limits.stop);
  check.commands.insert(check.commands.end(), compiled.commands.begin(), compiled.commands.end());
  if (!compiled.ok) {
    check.messages.insert(check.messages.end(), compiled.messages.begin(), compiled.messages.end());
    add_compile_fault(compiled, build, check);
    return;
  }
  tell(options, say("running: %1", say(build.title)));
  try {
    const fs::path process = process_for(*work.language, build, options.limits.stop);
    judge(work, build, library, calls, options.limits,
          run_kernel(build, process, library, calls, *work.task, options.limits), check);
  } catch (const BackendError& error) {  // what the host found stands
    check.notes.push_back(say("not run on the GPU: %1", error.what()));
    return;
  }
  if (!check.right()) return;
  check.looked.push_back(build.id);
  keep_check(work, fingerprint, library);
}

Check check_cuda_kernel(const Work& work, const CheckOptions& options) {
  Check check;
  const ScratchFolder scratch = ScratchFolder::in(temporary_folder());
  const std::vector<CheckCase> cases = check_cases(*work.task);
  check.cases = cases.size();
  std::vector<Call> calls;
  for (const CheckCase& one : cases) calls.push_back({&one, 0});
  check_on_host(work, options, scratch.path(), calls, check);
  if (check.right() && why_no_gpu().empty()) check_on_gpu(work, options, scratch.path(), calls, check);
  return check;
}

std::string why_not_timed() {
  const std::string why = why_no_gpu();
  if (why.empty()) return {};
  return say(
      "kernels in CUDA run here without a GPU, watched at each load and store: they can be checked and counted, "
      "but not timed or trained with (%1)",
      why);
}

}  // namespace

Language cuda_language() {
  Language language;
  language.name = "cuda";
  language.title = "CUDA";
  language.ending = ".cu";
  language.compiler = "g++";
  language.package = "g++";
  Build build;
  build.id = "host";
  build.title = to_say("on the host, each load and store watched");
  build.sources = {"confined_run.cpp"};
  build.calls = 1;
  language.builds = {build, gpu_build()};
  language.why_not_timed = why_not_timed;
  language.hints = {
      to_say("neighbouring threads on neighbouring numbers: a warp then needs few sectors"),
      to_say("numbers that several threads of a block need in shared memory, with __syncthreads() before others read "
             "them and before they are written again"),
      to_say("no more device memory and copies than the function needs")};
  language.unseen = {to_say("shapes and numbers that it does not try"),
                     to_say("how long it takes, and what caches and registers of a GPU would save"),
                     to_say("memory of the device that is not given back"),
                     to_say("an index with a pointer that falls into another array")};
  language.check = check_cuda_kernel;
  return language;
}

}  // namespace mlplab::workshop
