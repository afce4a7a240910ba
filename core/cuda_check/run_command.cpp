#include "core/cuda_check/run_command.h"

#include "core/base/clock.h"
#include "core/machine/child_processes.h"

namespace mlplab {

CommandEnd run_command(const std::string& name, const std::vector<std::string>& words, double limit_s,
                       const std::map<std::string, std::string>& environment) {
  constexpr std::size_t most_output = std::size_t{1} << 20U;
  constexpr double patience_s = 2.0;  // for its last words, once it was told to end
  ChildProcesses child({{.words = words, .environment = environment, .streams = true}});
  CommandEnd end;
  const double begin = now_s();
  bool told = false;
  while (!child.over()) {
    child.wait(50);
    for (const std::string& line : child.take_lines())
      if (end.output.size() < most_output) (end.output += line) += '\n';
    const double past_s = now_s() - begin;
    if (!told && (past_s > limit_s || end.output.size() >= most_output)) child.terminate(), told = end.too_long = true;
    if (past_s > limit_s + patience_s) child.kill();
  }
  end.errors = child.errors();
  for (const ChildEnd& each : child.ends())
    if (each.failed()) end.failed = true, end.how = each.sentence(name);
  return end;
}

}  // namespace mlplab
