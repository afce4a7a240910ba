// Checks of a lesson's steps as JSON.
#include <algorithm>
#include <cctype>

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/names.h"
#include "core/lessons/lesson_kernel.h"
#include "core/lessons/lesson_parts.h"
#include "core/lessons/lesson_progress.h"

namespace mlplab {
namespace {

constexpr Name<LessonAct> act_names[] = {{LessonAct::run_started, "run_started"},
                                         {LessonAct::run_ended, "run_ended"},
                                         {LessonAct::accuracy, "accuracy"},
                                         {LessonAct::setting_varied, "setting_varied"},
                                         {LessonAct::digit_drawn, "digit_drawn"},
                                         {LessonAct::guess_entered, "guess_entered"},
                                         {LessonAct::rate_searched, "rate_searched"},
                                         {LessonAct::speedup_measured, "speedup_measured"},
                                         {LessonAct::page_opened, "page_opened"},
                                         {LessonAct::profile_opened, "profile_opened"},
                                         {LessonAct::comparison_done, "comparison_done"},
                                         {LessonAct::workshop_checked, "workshop_checked"},
                                         {LessonAct::workshop_timed, "workshop_timed"}};

}  // namespace

std::string to_string(LessonAct act) { return name_of(act_names, act); }

namespace lesson_parts {
namespace {

constexpr std::size_t longest_name = 80;
constexpr int most_times = 100;
constexpr double most_sectors = 32.0;  // of each lane its own

/// The members of checks of the workshop.
void read_kernel_check(JsonReader& reader, const std::vector<LessonKernel>& kernels, LessonCheck& check) {
  check.kernel = plain_name(reader.required<std::string>("kernel"), quoted("kernel"));
  const auto kernel = std::ranges::find(kernels, check.kernel, &LessonKernel::name);
  demand(kernel != kernels.end(), say("'kernels' has no kernel '%1'", check.kernel));
  check.keeps = short_text(reader.optional("keeps", std::string()), quoted("keeps"), longest_name, false);
  if (check.act == LessonAct::workshop_timed) {
    const bool on_device = workshop::timed_build(workshop::find_language(kernel->language)).on_device;
    return demand(!on_device,
                  say("kernels in CUDA are timed where there is a GPU, so that a lesson cannot ask for it"));
  }
  check.finds = reader.required<std::string>("finds");
  finding_in_words(check.finds);  // throws for one that there is not
  check.sectors_at_most = reader.optional("sectors_at_most", 0.0);
  if (check.sectors_at_most == 0.0) return;
  demand(kernel->language == "cuda" && check.finds == finds_nothing,
         say("'sectors_at_most' is of a right kernel in CUDA"));
  demand(check.sectors_at_most >= 1.0 && check.sectors_at_most <= most_sectors,
         say("'sectors_at_most' is a number from 1 to 32, as 1.5"));
}

}  // namespace

void demand(bool right, const std::string& sentence) {
  if (!right) throw UsageError(sentence);
}

std::string quoted(const std::string& name) { return say("'%1'", name); }

std::string short_text(const std::string& text, const std::string& what, std::size_t longest, bool needed) {
  demand(!needed || !text.empty(), say("%1 is empty", what));
  demand(text.size() <= longest, say("%1 has more than %2 bytes", what, longest));
  for (const char c : text)
    demand(static_cast<unsigned char>(c) >= 0x20 || c == '\n', say("%1 has a control character in it", what));
  return text;
}

std::string plain_name(const std::string& name, const std::string& what) {
  const bool right = !name.empty() && name.size() <= longest_name && name.front() != '.' && name.back() != '.' &&
                     std::ranges::all_of(name, [](unsigned char c) {
                       return (c < 0x80 && std::isalnum(c)) || c == '_' || c == '-' || c == '.';
                     });
  demand(right, say("%1 is no name of letters, digits, '_', '-' and dots", what));
  return name;
}

int within(int value, const std::string& what, int least, int most) {
  demand(value >= least && value <= most, say("%1 must be from %2 to %3", what, least, most));
  return value;
}

LessonCheck read_check(const nlohmann::json& json, const std::vector<LessonKernel>& kernels) {
  JsonReader reader(json, to_say("a step's check"));
  LessonCheck check;
  check.act = value_of(act_names, reader.required<std::string>("what"), to_say("check"));
  if (check.act == LessonAct::accuracy) {
    check.at_least = reader.required<double>("at_least");
    demand(check.at_least > 0.0 && check.at_least <= 1.0,
           say("'at_least' is a fraction above 0 and at most 1, as 0.9"));
  }
  const bool varied = check.act == LessonAct::setting_varied;
  if (varied) {
    check.setting = plain_name(reader.required<std::string>("setting"), quoted("setting"));
    demand(setting_of(RunSpec(), check.setting).has_value(), say("a run has no setting '%1'", check.setting));
  }
  if (check.act == LessonAct::page_opened)
    check.page = plain_name(reader.required<std::string>("page"), quoted("page"));
  if (check.act == LessonAct::guess_entered && json.contains("page"))
    check.page = plain_name(reader.required<std::string>("page"), quoted("page"));
  if (check.act == LessonAct::workshop_checked || check.act == LessonAct::workshop_timed)
    read_kernel_check(reader, kernels, check);
  if (check.act != LessonAct::accuracy)
    check.times = within(reader.optional("times", varied ? 2 : 1), quoted("times"), varied ? 2 : 1, most_times);
  reader.finish();
  return check;
}

nlohmann::ordered_json check_json(const LessonCheck& check) {
  nlohmann::ordered_json json{{"what", to_string(check.act)}};
  if (check.act == LessonAct::accuracy) json["at_least"] = check.at_least;
  for (const auto& [name, text] :
       {std::pair("setting", check.setting), std::pair("page", check.page), std::pair("kernel", check.kernel),
        std::pair("finds", check.finds), std::pair("keeps", check.keeps)})
    if (!text.empty()) json[name] = text;
  if (check.sectors_at_most > 0.0) json["sectors_at_most"] = check.sectors_at_most;
  if (check.times != 1) json["times"] = check.times;
  return json;
}

}  // namespace lesson_parts
}  // namespace mlplab
