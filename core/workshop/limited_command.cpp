#include "core/workshop/limited_command.h"

#include "core/base/clock.h"
#include "core/base/language.h"
#include "core/machine/child_processes.h"
#include "core/machine/scratch_folder.h"

namespace mlplab::workshop {
namespace {

constexpr double most_s = 60.0;

}  // namespace

std::string as_typed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    const bool plain = word.find_first_of(" '\"$*&;()<>|\\") == std::string::npos;
    text += (text.empty() ? "" : " ") + (plain ? word : "'" + word + "'");
  }
  return text;
}

Stopped::Stopped() : Error(Failure::other, say("it was stopped")) {}

CommandResult run_limited(const std::vector<std::string>& words, const Stop& stop) {
  // The shell sets the limits and becomes the program: a kernel's text may make a compiler grow without end.
  ChildCommand command;
  // untranslated: a shell's
  const char* limits = "ulimit -c 0; ulimit -t 60; ulimit -v 6000000; ulimit -f 400000; exec \"$@\"";
  command.words = {"/bin/sh", "-c", limits, "sh"};
  command.words.insert(command.words.end(), words.begin(), words.end());
  const ScratchFolder scratch = ScratchFolder::in(temporary_folder());  // a compiler that is killed leaves its files
  command.environment = {{"LC_ALL", "C"}, {"TMPDIR", scratch.path().string()}};
  ChildProcesses child({command}, {&scratch});
  const double end_s = now_s() + most_s;
  bool in_time = true;
  while (!child.over() && in_time) {
    child.wait(100);
    if (stop && stop()) throw Stopped();  // and the child is killed
    in_time = now_s() < end_s;
  }
  CommandResult result;
  result.text = child.errors();
  if (!in_time) {
    result.how_it_ended = say("it took longer than %1 s", static_cast<int>(most_s));
  } else if (child.ends().empty()) {
    result.how_it_ended = say("it did not start");
  } else {
    result.ok = !child.ends().front().failed();
    if (!result.ok) result.how_it_ended = child.ends().front().sentence(words.front());
  }
  return result;
}

}  // namespace mlplab::workshop
