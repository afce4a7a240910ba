#include "core/workshop/words.h"

#include <algorithm>

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/base/printable.h"
#include "core/base/typed_number.h"
#include "core/workshop/cuda_counts.h"
#include "core/workshop/device.h"

namespace mlplab::workshop {
namespace {

std::string build_title(const Work& work, const std::string& id) {
  const auto found = std::ranges::find(work.language->builds, id, &Build::id);
  return found == work.language->builds.end() ? id : say(found->title);
}

void add_map(const Work& work, const WrongElement& wrong, std::vector<std::string>& lines) {
  const Difference& difference = wrong.difference;
  lines.push_back(say("wrong numbers of %1: %2 of %3 (%4); where they are (# wrong, . right):",
                      work.task->parameters[difference.parameter].name, difference.count(), difference.wrong.size(),
                      wrong.where));
  for (const std::string& row : difference.map()) lines.push_back("  " + row);
}

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

std::string in_words(const Work& work, const Fault& fault) {
  const std::string file = work.source().filename().string(), build = build_title(work, fault.build);
  if (fault.line > 0) return say("%1, line %2: %3 (%4)", file, fault.line, fault.sentence, build);
  return say("%1: %2 (%3)", file, fault.sentence, build);
}

std::string sentence_with_build(const Work& work, const Fault& fault) {
  return fault.sentence + " (" + build_title(work, fault.build) + ")";
}

std::string in_words(const CompilerMessage& message) {
  return message.file + ":" + std::to_string(message.line) + ":" + std::to_string(message.column) + ": " +
         message.kind + ": " + message.text;
}

std::string map_in_words(const Work& work, const WrongElement& wrong) {
  const Difference& difference = wrong.difference;
  std::size_t first_row = difference.rows(), last_row = 0, first_column = difference.columns(), last_column = 0;
  for (std::size_t place = 0; place < difference.wrong.size(); ++place) {
    if (!difference.wrong[place]) continue;
    const std::size_t row = place / difference.columns(), column = place % difference.columns();
    first_row = std::min(first_row, row), last_row = std::max(last_row, row);
    first_column = std::min(first_column, column), last_column = std::max(last_column, column);
  }
  return say("wrong numbers of %1: %2 of %3 (%4), in rows %5 to %6 and columns %7 to %8",
             work.task->parameters[difference.parameter].name, difference.count(), difference.wrong.size(), wrong.where,
             first_row, last_row, first_column, last_column);
}

std::vector<std::string> check_lines(const Work& work, const Check& check) {
  std::vector<std::string> lines = {
      say("%1 in %2: %3", work.task->name, say(work.language->title), work.folder.string())};
  if (!check.commands.empty()) lines.push_back("$ " + check.commands.front());
  for (const CompilerMessage& message : check.messages) lines.push_back(in_words(message));
  if (check.right() && check.looked.size() == 1)
    lines.push_back(say("right: %1 calls agree with the program's own loops", check.cases));
  else if (check.right())
    lines.push_back(say("right: %1 calls agree with the program's own loops, in each of %2 builds", check.cases,
                        check.looked.size()));
  for (const Fault& fault : check.faults) lines.push_back(say("wrong: %1", in_words(work, fault)));
  if (check.largest) add_map(work, *check.largest, lines);
  for (const std::string& note : check.notes) lines.push_back(say("note: %1", note));
  if (!check.output.empty()) {
    lines.push_back(say("the kernel printed:"));
    for (const std::string& line : parts_of(check.output, '\n'))
      if (!line.empty()) lines.push_back("  " + printable_line(line));
  }
  return lines;
}

nlohmann::ordered_json check_json(const Work& work, const Check& check) {
  nlohmann::ordered_json json = {{"folder", work.folder.string()},  {"task", work.task->name},
                                 {"language", work.language->name}, {"right", check.right()},
                                 {"compiled", check.compiled},      {"builds", check.looked.size()},
                                 {"commands", check.commands}};
  json["messages"] = nlohmann::ordered_json::array();
  for (const CompilerMessage& message : check.messages)
    json["messages"].push_back({{"kind", message.kind},
                                {"file", message.file},
                                {"line", message.line},
                                {"column", message.column},
                                {"text", message.text}});
  json["faults"] = nlohmann::ordered_json::array();
  for (const Fault& fault : check.faults)
    json["faults"].push_back({{"code", fault.code},
                              {"line", fault.line},
                              {"other_line", fault.other_line},
                              {"build", fault.build},
                              {"sentence", fault.sentence}});
  if (check.wrong) {
    const Difference& difference = check.wrong->difference;
    json["wrong"] = {{"element", check.wrong->element},
                     {"case", check.wrong->where},
                     {"shape", difference.shape},
                     {"expected", finite_or_null<nlohmann::ordered_json>(difference.expected)},
                     {"found", finite_or_null<nlohmann::ordered_json>(difference.found)}};
    const Difference& largest = check.largest->difference;
    json["map"] = {{"parameter", work.task->parameters[largest.parameter].name},
                   {"case", check.largest->where},
                   {"shape", largest.shape},
                   {"count", largest.count()},
                   {"of", largest.wrong.size()},
                   {"rows", largest.map()}};
  }
  if (check.counts) json["counts"] = counts_json(work, *check.counts);
  json["notes"] = check.notes;
  json["output"] = check.output;
  return json;
}

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
