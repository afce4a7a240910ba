#include "core/workshop/stages.h"

#include <algorithm>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/workshop/device.h"

namespace mlplab::workshop {
namespace {

/// Faults that say that the outputs are wrong or not there; all others are a sanitizer's, or the watched threads'.
bool is_of_numbers(const Fault& fault) {
  constexpr const char* codes[] = {"not_loaded", "time",          "memory",    "output", "crash",
                                   "outside",    "input_written", "unwritten", "wrong"};
  return std::ranges::find(codes, fault.code) != std::end(codes);
}

Stage stage_of(const std::string& title, std::size_t faults, bool looked, const std::string& words_if_passed,
               const std::string& why_not = {}) {
  using State = Stage::State;
  if (faults > 0) return {title, State::failed, mlplab::count_of(static_cast<long long>(faults), "fault")};
  if (looked) return {title, State::passed, words_if_passed};
  return {title, State::not_looked, why_not.empty() ? say("not looked at") : say("not looked at: %1", why_not)};
}

Stage compiled_stage(const Check& check) {
  const auto warnings = std::ranges::count(check.messages, "warning", &CompilerMessage::kind);
  const auto errors = std::ranges::count(check.messages, "error", &CompilerMessage::kind);
  const std::string title = say("Compiled");
  if (check.compiled)
    return {title, Stage::State::passed,
            warnings > 0 ? mlplab::count_of(warnings, "warning") : say("without a warning")};
  return {title, Stage::State::failed, errors > 0 ? mlplab::count_of(errors, "error") : mlplab::count_of(1, "error")};
}

}  // namespace

std::vector<Stage> stages(const Work& work, const Check& check) {
  std::vector<Stage> all = {compiled_stage(check)};
  const std::vector<Build>& builds = work.language->builds;
  const auto faults = [&](const std::string& build, bool of_numbers) {
    return static_cast<std::size_t>(std::ranges::count_if(check.faults, [&](const Fault& fault) {
      const bool told_above = fault.code == "compile" && build == builds.front().id;
      return !told_above && fault.build == build && is_of_numbers(fault) == of_numbers;
    }));
  };
  const auto looked = [&](const std::string& build) {
    return std::ranges::find(check.looked, build) != check.looked.end();
  };
  const std::string calls =
      say("%1 agree with the program's own loops", mlplab::count_of(static_cast<long long>(check.cases), "call"));
  all.push_back(stage_of(say("Right"), faults(builds.front().id, true), looked(builds.front().id), calls));
  for (const Build& build : builds) {
    const bool is_first = &build == &builds.front();
    const std::size_t found = faults(build.id, false) + (is_first ? 0 : faults(build.id, true));
    if (!is_first || check.counts || found > 0)
      all.push_back(stage_of(say(build.title), found, looked(build.id), say("no fault found"),
                             build.on_device ? why_no_gpu() : std::string()));
  }
  if (check.counts)
    all.push_back(stage_of(say("Counted"), 0, !check.counts->accesses.empty(),
                           say("%1 loads and stores", check.counts->accesses.size())));
  return all;
}

}  // namespace mlplab::workshop
