#include "core/study/finding.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "core/base/figures.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"
#include "core/base/typed_number.h"

namespace mlplab {

namespace {

/// '0.6' or '0.6 to 0.9': with `digits`, or whole.
struct Range {
  double low, high;
  std::string number(int digits) const {
    const auto shown = [digits](double value) {
      return digits > 0 ? significant(value, digits) : std::to_string(std::llround(value));
    };
    const std::string first = shown(low), last = shown(high);
    return first == last ? first : say("%1 to %2", first, last);
  }
  /// '3 periods', '3 to 5 periods'
  std::string count(std::string (*counted)(long long)) const {
    const std::string last = counted(std::llround(high));
    return std::llround(low) == std::llround(high) ? last : say("%1 to %2", std::to_string(std::llround(low)), last);
  }
};

struct Entry {
  Finding::Code code;
  const char* name;                   // in files
  const char* words;                  // '%1' is the number, '%2' what it is of
  int digits;                         // of the number; 0: whole
  std::string (*counted)(long long);  // what the number counts; null: nothing
  std::string (*of)(long long);       // what `of` counts; null: nothing
  bool disturbs;
};

std::string threads(long long n) { return count_of(n, "thread"); }
std::string cores(long long n) { return count_of(n, "core"); }
std::string cpus(long long n) { return count_of(n, "CPU"); }
std::string thermal_events(long long n) { return count_of(n, "thermal event"); }
std::string periods(long long n) { return count_of(n, "period"); }

const Entry entries[] = {
    {Finding::oversubscribed, "oversubscribed", to_say("%1 on %2: oversubscribed, they take turns"), 0, threads, cores,
     false},
    {Finding::others_busy, "others-busy", to_say("other programs kept %1 of %2 busy: close them and repeat"), 2,
     nullptr, cpus, true},
    {Finding::stolen, "stolen", to_say("the hypervisor took %1 of %2 away: a shared host"), 2, nullptr, cpus, true},
    {Finding::hot, "hot", to_say("the processor slowed down to stay cool (%1)"), 0, thermal_events, nullptr, true},
    {Finding::quota, "quota", to_say("the container's quota of processor time ran out (%1)"), 0, periods, nullptr,
     true},
    {Finding::nice, "nice", to_say("this program was started with nice %1: all others go first; start it without"), 0,
     nullptr, nullptr, false},
    {Finding::governor, "governor",
     to_say("the frequency governor is '%1': the clock follows the load; 'performance' gives steadier times"), 0,
     nullptr, nullptr, false},
    {Finding::too_short, "too-short", to_say("all its runs together were too short to judge for other programs"), 0,
     nullptr, nullptr, false},
};

const Entry* entry_of(Finding::Code code) {
  const auto found = std::ranges::find(entries, code, &Entry::code);
  return found == std::end(entries) ? nullptr : found;
}

std::string words_of(const Finding& finding, const Range& range) {
  const Entry* entry = entry_of(finding.code);
  if (entry == nullptr || (!finding.text.empty() && finding.code != Finding::governor)) return finding.text;
  const std::string first = !finding.text.empty()       ? finding.text
                            : entry->counted != nullptr ? range.count(entry->counted)
                                                        : range.number(entry->digits);
  const std::string second = entry->of != nullptr ? entry->of(finding.of) : std::string();
  const std::vector<TextArgument> arguments = {first, second};
  return say_with(entry->words, arguments);
}

/// The texts for %1, %2 of the English `words` in `text`; nothing where `text` does not match them.
std::optional<std::vector<std::string>> arguments_in(std::string_view text, std::string_view words) {
  std::vector<std::string> found;
  for (;;) {
    const std::size_t mark = words.find('%');
    const std::string_view before = words.substr(0, mark);
    if (mark == std::string_view::npos) return text == before ? std::optional(found) : std::nullopt;
    if (!text.starts_with(before)) return std::nullopt;
    text.remove_prefix(before.size());
    words.remove_prefix(mark + 2);  // '%1'
    const std::string_view next = words.substr(0, words.find('%'));
    const std::size_t end = next.empty() ? text.size() : text.find(next);
    if (end == std::string_view::npos) return std::nullopt;
    found.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

/// 2 of '2 CPUs' or '2'.
std::optional<double> number_at(const std::string& text) { return typed_number(text.substr(0, text.find(' '))); }

/// The finding that an earlier version wrote as this sentence, in English or in the language that is set.
Finding of_sentence(const std::string& sentence) {
  for (const Entry& entry : entries) {
    auto found = arguments_in(sentence, entry.words);
    if (!found) found = arguments_in(sentence, say(entry.words, "%1", "%2"));
    if (!found) continue;
    Finding finding{.code = entry.code};
    if (entry.code == Finding::governor) finding.text = found->at(0);
    const auto value = found->empty() || !finding.text.empty() ? std::optional(0.0) : number_at(found->at(0));
    const auto of = found->size() < 2 ? std::optional(0.0) : number_at(found->at(1));
    if (!value || !of) break;
    finding.value = *value;
    finding.of = static_cast<int>(*of);
    return finding;
  }
  // Before 2026-11-25 it was of workers.
  const bool workers = sentence.ends_with(": oversubscribed, the workers take turns");  // untranslated: files
  return {.code = workers ? Finding::oversubscribed : Finding::said, .text = sentence};
}

}  // namespace

bool is_disturbance(const Finding& finding) {
  const Entry* entry = entry_of(finding.code);
  return entry != nullptr && entry->disturbs;
}

std::string in_words(const Finding& finding) { return words_of(finding, {finding.value, finding.value}); }

std::vector<std::string> in_words(const std::vector<Finding>& findings) {
  return mapped(findings, [](const Finding& finding) { return in_words(finding); });
}

std::vector<std::string> merged_in_words(const std::vector<std::vector<Finding>>& runs) {
  struct Kind {
    Finding first;
    Range range;
    int runs = 0;
  };
  std::vector<Kind> kinds;
  for (const std::vector<Finding>& run : runs)
    for (const Finding& finding : run) {
      auto kind = std::ranges::find_if(kinds, [&](const Kind& one) {
        return one.first.code == finding.code && one.first.of == finding.of && one.first.text == finding.text;
      });
      if (kind == kinds.end()) kind = kinds.insert(kind, {finding, {finding.value, finding.value}});
      kind->range = {std::min(kind->range.low, finding.value), std::max(kind->range.high, finding.value)};
      ++kind->runs;
    }
  std::vector<std::string> words;
  for (const Kind& kind : kinds) {
    const std::string text = words_of(kind.first, kind.range);
    const bool all = kind.runs == static_cast<int>(runs.size());
    words.push_back(all ? text : text + " (" + count_of(kind.runs, "run") + ")");
  }
  return words;
}

std::vector<Finding> with_said(const std::vector<std::string>& said, const std::vector<Finding>& found) {
  std::vector<Finding> all;
  for (const std::string& text : said) all.push_back({.text = text});
  all.insert(all.end(), found.begin(), found.end());
  return all;
}

void to_json(nlohmann::json& json, const Finding& finding) {
  const Entry* entry = entry_of(finding.code);
  if (entry == nullptr) {
    json = finding.text;
    return;
  }
  json = {{"finding", entry->name}};
  if (finding.text.empty()) json["value"] = finding.value;
  if (entry->of != nullptr) json["of"] = finding.of;
  if (!finding.text.empty()) json["text"] = finding.text;
}

void from_json(const nlohmann::json& json, Finding& finding) {
  if (json.is_string()) {
    finding = of_sentence(json.get<std::string>());
    return;
  }
  const auto name = json.at("finding").get<std::string>();
  const auto entry = std::ranges::find_if(entries, [&](const Entry& one) { return name == one.name; });
  if (entry == std::end(entries)) {  // of a later version
    finding = {.text = name};
    return;
  }
  finding = {.code = entry->code, .text = json.value("text", std::string())};
  if (json.contains("value")) finding.value = read_amount(json, "value");
  if (entry->of != nullptr) finding.of = read_count<int>(json, "of");
}

void add_findings(std::vector<Finding>& found, const std::vector<Finding>& now) {
  for (const Finding& one : now)
    if (one.code == Finding::said || std::ranges::find(found, one.code, &Finding::code) == found.end())
      found.push_back(one);
}

}  // namespace mlplab
