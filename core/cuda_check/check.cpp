#include "core/cuda_check/check.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/cuda_check/run_command.h"
#include "core/cuda_check/translate.h"
#include "core/data/load.h"
#include "core/machine/child_processes.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

/// Not optimised: a load or store of the source is one of the program, at its line.
const std::vector<std::string> watched_options{"-std=c++17",
                                               "-O0",
                                               "-g",
                                               "-fno-omit-frame-pointer",
                                               "-fsanitize=thread",
                                               "-fsanitize=bounds",
                                               "-fsanitize-coverage=trace-pc,trace-cmp",
                                               "-Wno-unknown-pragmas",
                                               "-include",
                                               "cuda_runtime.h",
                                               "-x",
                                               "c++"};
const std::vector<std::string> harness_options{"-std=c++20", "-O1", "-g"};

std::vector<std::string> compilation(const HostCuda& cuda, const std::vector<std::string>& options,
                                     const fs::path& source, const fs::path& object) {
  std::vector<std::string> words{"g++", "-Wall", "-fdiagnostics-color=never", "-no-pie", "-fno-pie"};
  words.insert(words.end(), options.begin(), options.end());
  for (const fs::path& headers : cuda.headers) words.insert(words.end(), {"-isystem", headers.string()});
  words.insert(words.end(), {"-c", source.string(), "-o", object.string()});
  return words;
}

}  // namespace

HostCuda find_host_cuda() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  HostCuda cuda;
  cuda.library = (program / MLPLAB_HOST_CUDA_LIBRARY).lexically_normal();
  if (!file_at(cuda.library))
    throw InputError(say("the part of the program that runs CUDA without a GPU is not at %1", cuda.library.string()));
  // Installed: resources/cuda. Built: in the source tree, beside resources/.
  const fs::path resources = find_resources();
  for (const fs::path& folder : {resources / "cuda", resources / "../gpu"}) {
    if (!folder_at(folder / "host_check/words")) continue;
    cuda.headers = {(folder / "host_check/words").lexically_normal(), (folder / "host_cuda/words").lexically_normal()};
    return cuda;
  }
  throw InputError(say("CUDA's headers for students are not at %1", (resources / "cuda").string()));
}

CudaBuild prepare_cuda_build(const CudaRun& run) {
  const HostCuda cuda = find_host_cuda();
  CudaBuild build{{}, run.folder / "checked", run.folder / "report.jsonl"};
  std::vector<std::string> link{"g++", "-no-pie"};
  const auto object = [&] { return run.folder / ("part" + std::to_string(link.size()) + ".o"); };
  for (const fs::path& source : run.watched) {
    const fs::path translated = object().replace_extension(".cpp");
    write_file_atomically(translated, translate_cuda(read_file(source), source.string()), false);
    build.commands.push_back(compilation(cuda, watched_options, translated, object()));
    // Headers beside the file are found as if it were compiled where it is.
    build.commands.back().insert(build.commands.back().end(), {"-iquote", fs::absolute(source).parent_path().string()});
    link.push_back(object().string());
  }
  for (const fs::path& source : run.beside) {
    build.commands.push_back(compilation(cuda, harness_options, source, object()));
    link.push_back(object().string());
  }
  link.insert(link.end(), {cuda.library.string(), "-o", build.program.string()});
  build.commands.push_back(std::move(link));
  return build;
}

CudaCheck check_cuda(const CudaRun& run) {
  if (find_program("g++").empty())
    throw BackendError(say("there is no g++, which compiles programs to be checked: install it"));
  const CudaBuild build = prepare_cuda_build(run);
  CudaCheck check;
  for (const std::vector<std::string>& command : build.commands) {
    const CommandEnd end = run_command("g++", command, run.limit_s);
    check.compiler += end.errors;
    if (end.failed) return check;
  }
  check.built = true;
  std::vector<std::string> words{build.program.string()};
  words.insert(words.end(), run.arguments.begin(), run.arguments.end());
  std::error_code error;
  fs::remove(build.report, error);
  CommandEnd end = run_command(build.program.filename().string(), words, run.limit_s,
                               {{"MLPLAB_CUDA_REPORT", build.report.string()}});
  check.output = std::move(end.output), check.errors = std::move(end.errors);
  check.how_it_ended = std::move(end.how), check.too_long = end.too_long;
  if (file_at(build.report)) check.report = read_cuda_report(build.program, build.report);
  return check;
}

}  // namespace mlplab
