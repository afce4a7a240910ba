#include "core/lessons/lesson_progress.h"

#include <algorithm>
#include <set>

#include "core/base/json.h"
#include "core/base/language.h"

namespace mlplab {

std::optional<std::string> setting_of(const RunSpec& spec, const std::string& name) {
  const nlohmann::json whole(spec);
  const nlohmann::json* at = &whole;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    const auto found = at->is_object() ? at->find(name.substr(begin, end - begin)) : at->end();
    if (!at->is_object() || found == at->end()) return {};
    at = &*found;
    if (end == name.size()) return dump_json(*at);
    begin = end + 1;
  }
}

namespace {

bool is_asked_for(const LessonCheck& check, const LessonKernel& kernel, const KernelEvent& done) {
  if (done.task != kernel.task || done.language != kernel.language) return false;
  if (done.text.find(check.keeps) == std::string::npos) return false;
  if (!check.finds.empty() && std::ranges::find(done.faults, check.finds) == done.faults.end()) return false;
  return check.sectors_at_most == 0.0 || (done.sectors_ratio > 0.0 && done.sectors_ratio <= check.sectors_at_most);
}

}  // namespace

LessonProgress::LessonProgress(Lesson lesson) : lesson_(std::move(lesson)), states_(lesson_.steps.size()) {
  if (lesson_.steps.empty()) throw UsageError(say("a lesson needs a step"));
}

bool LessonProgress::asks_for_guess(const std::string& page) const {
  const auto asks = [&](const LessonStep& step) {
    return step.check && step.check->act == LessonAct::guess_entered &&
           (step.check->page.empty() || step.check->page == page);
  };
  return std::any_of(lesson_.steps.begin(), lesson_.steps.begin() + step_ + 1, asks);
}

const LessonKernel* LessonProgress::kernel() const {
  if (!current().check) return nullptr;
  const auto found = std::ranges::find(lesson_.kernels, current().check->kernel, &LessonKernel::name);
  return found == lesson_.kernels.end() ? nullptr : &*found;
}

void LessonProgress::set_step(int step) {
  if (!can_go(step)) return;
  step_ = step;
  count_values();
}

void LessonProgress::count_values() {
  const auto& check = current().check;
  if (!check || check->act != LessonAct::setting_varied) return;
  std::set<std::string> values;
  for (const RunSpec& spec : ended_)
    if (const auto value = setting_of(spec, check->setting)) values.insert(*value);
  State& state = states_[static_cast<std::size_t>(step_)];
  state.seen = static_cast<int>(values.size());
  state.done = state.done || state.seen >= check->times;
}

bool LessonProgress::tell(const LessonEvent& event) {
  if (event.act == LessonAct::run_ended && event.spec) ended_.push_back(*event.spec);
  State& state = states_[static_cast<std::size_t>(step_)];
  const auto& check = current().check;
  if (!check || state.done) return false;
  if (check->act == LessonAct::setting_varied) {
    count_values();
    return state.done;
  }
  if (check->act != event.act) return false;
  if (!check->page.empty() && check->page != event.page) return false;
  if (check->act == LessonAct::accuracy && !(event.value >= check->at_least)) return false;
  if (!check->kernel.empty() && (!kernel() || !event.kernel || !is_asked_for(*check, *kernel(), *event.kernel)))
    return false;
  ++state.seen;
  state.done = state.seen >= check->times;
  return state.done;
}

}  // namespace mlplab
