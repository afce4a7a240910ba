#include <cstdlib>
#include <vector>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/language.h"
#include "core/launch/event_limit.h"
#include "core/launch/external/trainer_file.h"
#include "core/machine/child_processes.h"

namespace mlplab {
namespace {

/// The last line of `text` that says something.
std::string last_line(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  const std::size_t begin = text.rfind('\n');
  return begin == std::string::npos ? text : text.substr(begin + 1);
}

/// The messages of resources/trainers/check.py where something is missing, for translation.
constexpr const char* reasons_of_checks[] = {
    to_say("%1 is %2; the trainers need 3.9 or newer"),
    to_say("%1 has no %2; install it (%3)"),
    to_say("the PyTorch of %1 was built without CUDA; install a build with it (pip install torch)"),
    to_say("no CUDA device: the driver was not found (libcuda.so.1)"),
    to_say("no CUDA device: the driver found none (error %1)"),
};

/// '' where the variable it names is not set. A relative path in the file begins at the file's folder; what a variable
/// says is the user's own, of the folder they are in.
std::string program_of(const std::string& word, const TrainerFile& file) {
  if (!word.starts_with('$')) {
    const std::string program = expand(word, file, {});
    return program.find('/') == std::string::npos ? program : (file.path.parent_path() / program).string();
  }
  const char* value = std::getenv(word.c_str() + 1);
  return value == nullptr ? std::string() : value;
}

TrainerCheck ask(const std::filesystem::path& program, const TrainerFile& file, double limit_s) {
  TrainerCheck result{.program = program, .device = program.string(), .why_not = {}};
  if (file.check.empty()) return result;
  ChildCommand command{{program.string()}, {}, /*streams=*/true, {}};
  for (const std::string& word : file.check) command.words.push_back(expand(word, file, {}));
  for (const auto& [name, value] : file.environment) command.environment[name] = expand(value, file, {});
  ChildProcesses child({command});
  const double begin_s = now_s();
  bool answered = false;
  while (!child.over()) {
    child.wait(50);
    if (const auto lines = child.take_lines(); !lines.empty() && !answered) {
      answered = true;
      result.device = shortened(lines.front(), EventLimit::max_text);
    }
    if (now_s() - begin_s > limit_s) {
      result.why_not = say("%1 did not answer within %2 s", program.string(), static_cast<int>(limit_s));
      return result;
    }
  }
  if (child.ends().empty() || !child.ends().front().failed()) return result;
  // A user's own check is quoted as it is.
  result.why_not = say_again(shortened(last_line(child.errors()), EventLimit::max_text), reasons_of_checks);
  if (result.why_not.empty()) result.why_not = child.ends().front().sentence(program.string());
  return result;
}

}  // namespace

TrainerCheck check_trainer(const TrainerFile& file, double limit_s) {
  TrainerCheck last;
  std::string missing;
  for (const std::string& word : file.programs) {
    try {
      const std::string name = program_of(word, file);
      if (name.empty()) continue;
      const std::filesystem::path program = find_program(name);
      if (program.empty()) {
        if (missing.empty()) missing = name;
      } else {
        TrainerCheck result = ask(program, file, limit_s);
        if (result.why_not.empty()) return result;
        last = std::move(result);
      }
      if (word.starts_with('$')) break;  // a user who names a program wants that one and no other
    } catch (const std::exception& error) {
      last.why_not = error.what();
    }
  }
  if (last.why_not.empty())
    last.why_not = say("the program %1 was not found; install it, or put it where PATH looks", missing);
  return last;
}

}  // namespace mlplab
