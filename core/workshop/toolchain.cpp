#include "core/workshop/toolchain.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/mixed_hash.h"
#include "core/base/typed_number.h"
#include "core/data/load.h"
#include "core/machine/child_processes.h"
#include "core/machine/scratch_folder.h"
#include "core/workshop/device.h"
#include "core/workshop/limited_command.h"

namespace mlplab::workshop {
namespace {

namespace fs = std::filesystem;

std::string hex(std::uint64_t value) {
  char digits[17] = {};
  std::to_chars(digits, digits + 16, value, 16);
  return digits;
}

/// A name for what is compiled from this text.
std::string key_of(const std::string& text) {
  std::uint64_t hash = empty_hash;
  for (const char c : text) hash = mixed(hash, static_cast<unsigned char>(c));
  return hex(hash);
}

void append(std::vector<std::string>& all, const std::vector<std::string>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

/// The compiler and its version, asked for once.
std::string version_of(const std::string& compiler) {
  static std::map<std::string, std::string> known;
  const auto [found, is_new] = known.try_emplace(compiler);
  if (is_new) found->second = run_limited({compiler, "--version"}).text;
  return found->second;
}

/// Compiles `words` … -o FILE where FILE is not yet in the cache: under another name first, so that two programs may do
/// so at once. The compiler, which is here, is the first word.
fs::path in_cache(const std::string& name, const std::string& what, std::vector<std::string> words,
                  const std::vector<std::string>& after, const Stop& stop) {
  const std::string compiler = words.front();
  const std::string ending = std::ranges::find(words, "-c") == words.end() ? "" : ".o";  // nvcc goes by it
  const fs::path file = cache_folder() / (name + "-" + key_of(what + as_typed(words) + version_of(compiler)) + ending);
  if (file_at(file)) return file;
  const ScratchFolder scratch = ScratchFolder::in(cache_folder());
  const fs::path unfinished = scratch.path() / file.filename();
  append(words, {"-o", unfinished.string()});
  append(words, after);
  const CommandResult compiled = run_limited(words, stop);
  if (!compiled.ok)
    throw BackendError(say("%1 could not compile what checks kernels (%2): %3", compiler, as_typed(words),
                           compiled.text.empty() ? compiled.how_it_ended : compiled.text.substr(0, 600)));
  fs::rename(unfinished, file);
  return file;
}

std::string declaration_of(const Task& task) { return "extern \"C\" " + signature(task) + ";\n"; }

/// Calls the kernel with arrays and sizes, whatever its signature.
std::string call_text(const Task& task) {
  std::string text = declaration_of(task);
  text += "extern \"C\" void mlplab_call(void* const* a, const int* s) {\n  ";  // untranslated: C++
  text += task.name + "(";
  for (std::size_t i = 0; i < task.sizes.size(); ++i) text += "s[" + std::to_string(i) + "], ";
  for (std::size_t i = 0; i < task.parameters.size(); ++i) {
    const Parameter& parameter = task.parameters[i];
    text += std::string("static_cast<") + (parameter.is_output ? "" : "const ") +
            (parameter.is_whole ? "int*" : "float*") + ">(a[" + std::to_string(i) + "])";
    text += i + 1 < task.parameters.size() ? ", " : ");\n}\n";
  }
  text += "#ifdef _OPENMP\nextern \"C\" void omp_set_num_threads(int);\n";                          // untranslated: C++
  text += "extern \"C\" void mlplab_set_threads(int threads) { omp_set_num_threads(threads); }\n";  // untranslated: C++
  return text + "#endif\n";
}

fs::path in_cache_as_text(const std::string& name, const std::string& ending, const std::string& text) {
  fs::path file = cache_folder() / (name + "-" + key_of(text) + ending);
  if (!file_at(file)) write_file_atomically(file, text, false);
  return file;
}

/// Those in resources/workshop that the processes are made of.
std::string shared_headers() {
  std::string all;
  for (const char* header : {"arrays.h", "confine.h", "device.h", "exchange.h", "given.h", "landlock.h"})
    all += read_file(find_resources() / "workshop" / header);
  return all;
}

/// The flags of a kernel in this build. A sanitizer's build has its own level of optimisation, so that lines are right.
std::vector<std::string> flags_of(const Work& work, const Build& build) {
  std::vector<std::string> flags = build.usual_flags;
  if (build.on_device && !first_gpu().capability.empty()) flags.push_back("-arch=sm_" + first_gpu().capability);
  for (const std::string& flag : work.flags)
    if (build.on_device && flag.starts_with("-W")) {
      flags.push_back("-Xcompiler=" + flag);  // a warning of g++'s, which nvcc calls
    } else if (build.sources.size() == 1 && !build.sanitized) {
      flags.push_back(flag);
    } else if (!flag.starts_with("-O")) {
      flags.push_back(flag);
    }
  append(flags, build.flags);
  append(flags, build.kernel_flags);
  return flags;
}

void demand_compiler(const Language& language) {
  if (const std::string why = why_not_compile(language); !why.empty()) throw BackendError(why);
}

std::string compiler_for(const Language& language, const Build& build) {
  if (!build.on_device) {
    demand_compiler(language);
    return language.compiler;
  }
  if (nvcc().empty()) throw BackendError(why_no_nvcc());
  return nvcc();
}

/// Linked with the kernel: mlplab_call, and the build's own sources.
std::vector<std::string> objects_beside(const Work& work, const Build& build, const std::string& compiler,
                                        const Stop& stop) {
  const auto compiled = [&](const std::string& name, const std::string& what, std::vector<std::string> words) {
    append(words, flags_of(work, build));
    return in_cache(name, what, std::move(words), {}, stop).string();
  };
  const std::string call = call_text(*work.task);
  std::vector<std::string> objects = {compiled(
      "call", call,
      {compiler, "-x", build.on_device ? "cu" : "c++", in_cache_as_text("call", ".cpp", call).string(), "-c"})};
  for (const std::string& name : build.library_sources) {
    const fs::path source = find_resources() / "workshop" / name;
    objects.push_back(
        compiled(source.stem().string(), shared_headers() + read_file(source), {compiler, source.string(), "-c"}));
  }
  return objects;
}

/// 'kernel.cu(12): error: …' or '… warning #177-D: …', as nvcc writes, as GCC does: 'kernel.cu:12:0: error: …'.
std::string with_colons(const std::string& line) {
  const std::size_t end = line.find("): "), begin = line.rfind('(', end);
  if (end == std::string::npos || begin == std::string::npos) return line;
  const std::string number = line.substr(begin + 1, end - begin - 1);
  if (!typed_whole<int>(number)) return line;
  std::string said = line.substr(end + 3);
  const std::size_t text = said.find(": "), code = said.find(" #");
  if (code < text && text != std::string::npos) said.erase(code, text - code);
  return line.substr(0, begin) + ":" + number + ":0: " + said;
}

}  // namespace

std::string why_not_compile(const Language& language) {
  if (!find_program(language.compiler).empty()) return {};
  return say("kernels in %1 are compiled with %2, which is not here; install the package %3", say(language.title),
             language.compiler, language.package);
}

fs::path cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  fs::path base;
  if (cache != nullptr && *cache == '/') {
    base = cache;
  } else if (home != nullptr && *home == '/') {
    base = fs::path(home) / ".cache";
  } else {
    throw InputError(say("neither HOME nor XDG_CACHE_HOME names a folder for compiled kernels; set one of them"));
  }
  const fs::path folder = base / "mlplab" / "workshop";
  make_folder(folder);
  return folder;
}

fs::path process_for(const Language& language, const Build& build, const Stop& stop) {
  demand_compiler(language);
  const fs::path sources = find_resources() / "workshop";
  std::string what;
  std::vector<std::string> words = {language.compiler, "-std=c++17", "-O1", "-g", "-rdynamic"};
  append(words, build.flags);
  what += shared_headers();
  for (const std::string& source : build.sources) {
    what += read_file(sources / source);
    words.push_back((sources / source).string());
  }
  return in_cache("process-" + build.id, what, words, {"-ldl", "-lrt", "-lpthread"}, stop);
}

fs::path declaration_file(const Task& task) { return in_cache_as_text("declaration", ".h", declaration_of(task)); }

fs::path caller_for(const Language& language, const Task& task, const std::string& source, const Stop& stop) {
  demand_compiler(language);
  const fs::path harness = find_resources() / "workshop" / source;
  const std::string text = "#include \"" + harness.string() + "\"\n" + call_text(task);
  const fs::path file = in_cache_as_text("caller", ".cpp", text);
  return in_cache("caller-" + task.name, text + shared_headers() + read_file(harness),
                  {language.compiler, "-std=c++20", "-O1", "-g", "-fno-pie", "-c", file.string()}, {}, stop);
}

std::string why_no_function(const Work& work, const std::string& linker_text) {
  if (linker_text.find("`" + work.task->name + "'") == std::string::npos) return {};
  return say("%1 defines no function %2; the task is to write: %3", work.source().filename().string(), work.task->name,
             signature(*work.task));
}

Compiled compile_kernel(const Work& work, const Build& build, const fs::path& folder, const fs::path& library,
                        const Stop& stop) {
  const std::string compiler = compiler_for(*work.language, build);
  work.fingerprint();  // throws where the source cannot be read
  const std::vector<std::string> flags = flags_of(work, build);
  const fs::path object = folder / ("kernel-" + build.id + ".o");
  std::vector<std::string> words = {compiler};
  append(words, flags);
  if (!build.on_device) words.push_back("-fdiagnostics-color=never");
  append(words,
         {"-include", declaration_file(*work.task).string(), "-c", work.source().string(), "-o", object.string()});
  Compiled compiled{.commands = {as_typed(words)}};
  CommandResult result = run_limited(words, stop);
  compiled.messages = messages_in(result.text);
  if (result.ok) {
    // Not with the flags of OpenMP: which of its libraries is meant is the build's.
    std::vector<std::string> link = {compiler, "-shared", object.string()};
    append(link, objects_beside(work, build, compiler, stop));
    append(link, {"-o", library.string()});
    append(link, build.flags);
    append(link, build.link_flags);
    compiled.commands.push_back(as_typed(link));
    result = run_limited(link, stop);
    if (!result.ok) compiled.fault = why_no_function(work, result.text);
  }
  compiled.ok = result.ok;
  const bool said = std::ranges::any_of(compiled.messages, [](const auto& m) { return m.kind != "warning"; });
  if (!compiled.ok && compiled.fault.empty() && !said)
    compiled.fault = result.text.empty() ? result.how_it_ended : result.text.substr(0, 1000);
  return compiled;
}

std::string Compiled::why_not() const {
  if (ok) return {};
  return fault.empty() ? say("the compiler refuses it") : fault;
}

int line_of(const fs::path& library, std::uint64_t offset, const fs::path& source) {
  if (offset == 0 || find_program("addr2line").empty()) return 0;
  const CommandResult found = run_limited({"addr2line", "-i", "-e", library.string(), "0x" + hex(offset)});
  for (const std::string& line : parts_of(found.text, '\n')) {  // inlined functions first
    if (!line.starts_with(source.string() + ":")) continue;
    const std::string number = line.substr(source.string().size() + 1);
    if (const auto whole = typed_whole<int>(number.substr(0, number.find(' ')))) return *whole;
  }
  return 0;
}

std::vector<CompilerMessage> messages_in(const std::string& text) {
  std::vector<CompilerMessage> messages;
  for (const std::string& said : parts_of(text, '\n')) {
    const std::string line = with_colons(said);
    for (const char* kind : {"fatal error", "error", "warning"}) {
      const std::size_t at = line.find(std::string(": ") + kind + ": ");
      if (at == std::string::npos) continue;
      const std::vector<std::string> place = parts_of(line.substr(0, at), ':');
      CompilerMessage message{.kind = kind, .text = line.substr(at + std::string(kind).size() + 4)};
      if (message.kind == "fatal error") message.kind = "error";
      if (place.size() >= 3) {
        message.line = typed_whole<int>(place[place.size() - 2]).value_or(0);
        message.column = typed_whole<int>(place.back()).value_or(0);
      }
      message.file = fs::path(place.front()).filename().string();
      messages.push_back(message);
      break;
    }
  }
  return messages;
}

}  // namespace mlplab::workshop
