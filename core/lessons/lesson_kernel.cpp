#include "core/lessons/lesson_kernel.h"

#include <algorithm>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/typed_number.h"
#include "core/lessons/lesson_parts.h"
#include "core/workshop/cuda_counts.h"

namespace mlplab {
namespace {

constexpr std::size_t most_kernels = 10, most_kernel_lines = 200, longest_kernel_line = 200, longest_kernel_name = 40;

struct AskedFinding {
  const char *code, *words;
};

constexpr AskedFinding asked_findings[] = {{finds_nothing, to_say("nothing: it is right")},
                                           {"compile", to_say("an error of the compiler")},
                                           {"wrong", to_say("a wrong number")},
                                           {"unwritten", to_say("numbers that nobody wrote")},
                                           {"address", to_say("an access outside of an array")},
                                           {"out-of-range", to_say("an index out of range")},
                                           {"race", to_say("a race")},
                                           {"race-blocks", to_say("a race between blocks")},
                                           {"barrier-missed", to_say("a barrier that some threads never meet")},
                                           {"leak", to_say("memory that is left behind")},
                                           {"time", to_say("a loop without end")}};

/// A source without what stands behind '//', where the hints of a new kernel are.
std::string without_comments(const std::string& source) {
  std::string code;
  for (const std::string& line : parts_of(source, '\n')) code += line.substr(0, line.find("//")) + "\n";
  return code;
}

LessonEvent event_of(LessonAct act, const workshop::Work& work, const std::string& fingerprint) {
  LessonEvent event;
  event.act = act;
  event.page = "workshop";
  event.kernel =
      KernelEvent{.task = work.task->name, .language = work.language->name, .text = without_comments(fingerprint)};
  return event;
}

}  // namespace

std::string finding_in_words(const std::string& code) {
  const auto found = std::ranges::find_if(asked_findings, [&](const AskedFinding& one) { return code == one.code; });
  if (found != std::end(asked_findings)) return say(found->words);
  throw UsageError(
      say("a lesson knows no finding '%1'; valid are %2", code, joined(asked_findings, ", ", &AskedFinding::code)));
}

workshop::Work begin_kernel(const LessonKernel& kernel, const std::filesystem::path& base) {
  std::string text;
  for (const std::string& line : kernel.text) text += line + "\n";
  make_folder(base);
  return workshop::new_work(workshop::find_task(kernel.task), workshop::find_language(kernel.language),
                            free_path(base, kernel.name), text);
}

LessonEvent checked_event(const workshop::Work& work, const std::string& fingerprint, const workshop::Check& check) {
  LessonEvent event = event_of(LessonAct::workshop_checked, work, fingerprint);
  for (const workshop::Fault& fault : check.faults) event.kernel->faults.push_back(fault.code);
  if (check.right()) event.kernel->faults.emplace_back(finds_nothing);
  if (check.counts) event.kernel->sectors_ratio = workshop::sectors_ratio(*check.counts);
  return event;
}

LessonEvent timed_event(const workshop::Work& work, const std::string& fingerprint) {
  return event_of(LessonAct::workshop_timed, work, fingerprint);
}

namespace lesson_parts {
namespace {

std::vector<std::string> read_lines(JsonReader& reader) {
  auto lines = reader.optional("text", std::vector<std::string>());
  demand(lines.size() <= most_kernel_lines, say("'text' of a kernel has more than %1 lines", most_kernel_lines));
  for (const std::string& line : lines) {
    short_text(line, say("a line of a kernel"), longest_kernel_line, false);
    demand(line.find('\n') == std::string::npos, say("a line of a kernel has the end of a line in it"));
  }
  return lines;
}

}  // namespace

std::vector<LessonKernel> read_kernels(const nlohmann::json& json) {
  demand(json.is_array() && json.size() <= most_kernels, say("'kernels' is a list of at most %1", most_kernels));
  std::vector<LessonKernel> kernels;
  for (const nlohmann::json& one : json) {
    JsonReader reader(one, to_say("a kernel"));
    LessonKernel kernel;
    kernel.name = plain_name(reader.required<std::string>("name"), quoted("name"));
    demand(kernel.name.size() <= longest_kernel_name,
           say("%1 has more than %2 bytes", quoted("name"), longest_kernel_name));
    demand(std::ranges::find(kernels, kernel.name, &LessonKernel::name) == kernels.end(),
           say("two kernels are called '%1'", kernel.name));
    kernel.task = workshop::find_task(reader.required<std::string>("task")).name;
    kernel.language = workshop::find_language(reader.required<std::string>("language")).name;
    kernel.text = read_lines(reader);
    reader.finish();
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

nlohmann::ordered_json kernels_json(const std::vector<LessonKernel>& kernels) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const LessonKernel& kernel : kernels) {
    list.push_back({{"name", kernel.name}, {"task", kernel.task}, {"language", kernel.language}});
    if (!kernel.text.empty()) list.back()["text"] = kernel.text;
  }
  return list;
}

}  // namespace lesson_parts
}  // namespace mlplab
