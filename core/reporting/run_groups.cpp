// The name of an entry's group, and the figures of a group.
#include "core/reporting/run_groups.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "core/base/language.h"
#include "core/reporting/run_values.h"
#include "core/statistics/statistics.h"

namespace mlplab {
namespace {

using Entries = std::vector<const NotebookEntry*>;

struct Label {
  std::string key, title;
};

constexpr const char* repeats = "repeats";
constexpr char between_values = '\x1f';

Label kind_label(const NotebookEntry& entry) { return {"kind " + to_string(entry.kind), in_words(entry.kind)}; }

Label day_label(const NotebookEntry& entry) {
  const std::string day = entry.when.substr(0, std::string("2026-11-21").size());
  return {day, day};
}

Label tags_label(const NotebookEntry& entry) {
  const std::string tags = tags_text(entry.notes.tags);
  return {tags, tags.empty() ? say("no tag") : tags};
}

struct PlainWay {
  const char* id;
  const char* title;
  Label (*label)(const NotebookEntry& entry);
};

constexpr std::array<PlainWay, 3> plain_ways{
    {{"kind", to_say("kind"), kind_label}, {"day", to_say("day"), day_label}, {"tags", to_say("tags"), tags_label}}};

bool has_settings(const NotebookEntry& entry) {
  return entry.kind == EntryKind::run && entry.state != EntryState::unreadable && entry.spec != nullptr;
}

std::vector<const RunSpec*> specs_of(const Entries& entries) {
  std::vector<const RunSpec*> specs;
  for (const NotebookEntry* entry : entries)
    if (has_settings(*entry)) specs.push_back(entry->spec.get());
  return specs;
}

/// [runs with settings]
std::vector<Label> labels_by_setting(const std::string& way, const std::vector<const RunSpec*>& specs) {
  std::vector<Label> labels;
  const std::optional<RunValues> setting = values_in(way, specs);
  if (!setting) return labels;
  for (const RunValue& value : setting->values)
    labels.push_back(value.known ? Label{value.key, setting->title + " " + value.words}
                                 : Label{{between_values}, say("%1: no value", setting->title)});
  return labels;
}

/// [runs with settings]: the values in which the runs differ, but for the seed. What the table of settings does not
/// have tells runs apart, too: these get a number.
std::vector<Label> labels_of_repeats(const std::vector<const RunSpec*>& specs) {
  std::vector<Label> labels(specs.size());
  for (const RunValues& setting : differing_settings(specs)) {
    if (setting.id == "seed") continue;
    for (std::size_t run = 0; run < specs.size(); ++run) {
      const RunValue& value = setting.values[run];
      labels[run].key += between_values + (value.known ? value.key : std::string(1, between_values));
      if (value.known) labels[run].title += (labels[run].title.empty() ? "" : ", ") + setting.title + " " + value.words;
    }
  }
  std::map<std::string, std::vector<RunSpec>> variants;
  for (std::size_t run = 0; run < specs.size(); ++run) {
    Label& label = labels[run];
    if (label.title.empty()) label.title = say("equal settings");
    std::vector<RunSpec>& known = variants[label.key];
    const auto equal = [&](RunSpec& other) {
      other.seed = specs[run]->seed;
      return other == *specs[run];
    };
    const auto at = static_cast<std::size_t>(std::ranges::find_if(known, equal) - known.begin());
    if (at == known.size()) known.push_back(*specs[run]);
    if (at > 0) {
      label.key += between_values + std::to_string(at + 1);
      label.title += " (" + std::to_string(at + 1) + ")";
    }
  }
  return labels;
}

/// [entries]; empty where there is no such way.
std::vector<Label> labels_of(const Entries& entries, const std::string& way) {
  std::vector<Label> labels;
  if (const auto plain = std::ranges::find(plain_ways, way, &PlainWay::id); plain != plain_ways.end()) {
    for (const NotebookEntry* entry : entries) labels.push_back(plain->label(*entry));
    return labels;
  }
  const std::vector<const RunSpec*> specs = specs_of(entries);
  const std::vector<Label> of_runs = way == repeats ? labels_of_repeats(specs) : labels_by_setting(way, specs);
  if (of_runs.size() != specs.size()) return {};
  for (std::size_t run = 0; const NotebookEntry* entry : entries) {
    if (has_settings(*entry))
      labels.push_back(of_runs[run++]);
    else
      labels.push_back(entry->kind == EntryKind::run ? Label{"unreadable", in_words(EntryState::unreadable)}
                                                     : kind_label(*entry));
  }
  return labels;
}

GroupFigure figure_of(const std::vector<double>& values) {
  if (values.empty()) return {};
  const auto [low, high] = std::ranges::minmax(values);
  return {.runs = values.size(), .median = median(values), .low = low, .high = high};
}

void fill(RunGroup& group, const Entries& entries) {
  std::vector<double> accuracies, times_s;
  for (const std::size_t member : group.members) {
    const NotebookEntry& entry = *entries[member];
    if (entry.kind != EntryKind::run) continue;
    ++group.runs;
    if (entry.state != EntryState::done) continue;
    ++group.complete;
    if (entry.accuracy_test && std::isfinite(*entry.accuracy_test)) accuracies.push_back(*entry.accuracy_test);
    if (entry.epochs_done > 0 && std::isfinite(entry.time_s)) times_s.push_back(entry.time_s / entry.epochs_done);
  }
  group.accuracy_test = figure_of(accuracies);
  group.epoch_time_s = figure_of(times_s);
}

}  // namespace

std::vector<GroupWay> ways_to_group(const Entries& entries) {
  std::vector<GroupWay> ways;
  for (const PlainWay& way : plain_ways) ways.push_back({way.id, say(way.title)});
  ways.push_back({repeats, say("repeats: all settings but the seed")});
  for (const RunValues& setting : differing_settings(specs_of(entries))) ways.push_back({setting.id, setting.title});
  return ways;
}

std::vector<RunGroup> groups_of(const Entries& entries, const std::string& way) {
  std::vector<RunGroup> groups;
  std::map<std::string, std::size_t> places;
  const std::vector<Label> labels = labels_of(entries, way);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto [place, is_new] = places.emplace(labels[i].key, groups.size());
    if (is_new)
      groups.push_back(
          {.key = labels[i].key, .title = labels[i].title, .members = {}, .accuracy_test = {}, .epoch_time_s = {}});
    groups[place->second].members.push_back(i);
  }
  for (RunGroup& group : groups) fill(group, entries);
  return groups;
}

}  // namespace mlplab
