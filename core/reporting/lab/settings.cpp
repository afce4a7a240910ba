// Settings and machines as rows of words, and the words that several sections share.
#include "core/run/settings.h"

#include <algorithm>
#include <cctype>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/reporting/lab/draft.h"
#include "core/run/configuration.h"
#include "core/statistics/few_repeats.h"

namespace mlplab {
namespace {

constexpr const char* commit_row = "commit";

std::string backend_words(const RunSpec& spec) {
  const Configuration configuration = configuration_of(spec);
  std::string text = configuration.name;
  for (const auto& [name, value] : configuration.options) text += ", " + name + "=" + value;
  return text;
}

/// All digits of a number; a choice by its name in files.
std::string setting_words(const Setting& setting, const RunSpec& spec) {
  return std::string(setting.path) == "data.source" ? title_of(spec.data) : text_of(setting, spec);
}

void add_text(SettingRows& rows, const nlohmann::json& host, const char* member, const std::string& title) {
  const auto found = host.find(member);
  if (found == host.end()) return;
  const std::string text = found->is_string() ? found->get<std::string>() : dump_json(*found);
  if (!text.empty()) rows.emplace_back(title, text);
}

const std::string* value_of_setting(const SettingRows& rows, const std::string& name) {
  const auto found = std::ranges::find(rows, name, [](const auto& row) { return row.first; });
  return found == rows.end() ? nullptr : &found->second;
}

/// All that both say is the same, and both say which build of the program it was: runs and sweeps keep a different lot.
bool same_machine(const SettingRows& a, const SettingRows& b) {
  if (a == b) return true;
  if (value_of_setting(a, commit_row) == nullptr || value_of_setting(b, commit_row) == nullptr) return false;
  return std::ranges::all_of(a, [&](const auto& row) {
    const std::string* other = value_of_setting(b, row.first);
    return other == nullptr || *other == row.second;
  });
}

}  // namespace

void ReportDraft::doubt(const std::string& of, const std::string& sentence) {
  std::string text = capital(of) + ": " + with_full_stop(sentence);
  if (std::ranges::find(uncertain, text) == uncertain.end()) uncertain.push_back(std::move(text));
}

void ReportDraft::doubt_cell(const std::string& of, const Cell& cell) {
  if (cell.counted == 1) doubt(of, say("it rests on a single run, whose spread is not known"));
  const Interval& speed = cell.speed.interval;
  if (cell.speed.spreads() && !is_difference(speed))
    doubt(of, say("its difference from the baseline is within noise (%1 to %2×)", significant(speed.low),
                  significant(speed.high)));
}

void ReportDraft::add_machine(const EntryName& of, ReportMachine machine) {
  for (ReportMachine& known : machines) {
    if (!same_machine(known.rows, machine.rows)) continue;
    for (auto& row : machine.rows)
      if (value_of_setting(known.rows, row.first) == nullptr) known.rows.push_back(std::move(row));
    known.of.push_back(of.text);
    return;
  }
  machine.of = {of.text};
  machines.push_back(std::move(machine));
}

SettingRows settings_of(const RunSpec& spec, bool with_backend) {
  SettingRows rows;
  if (with_backend) {
    rows.emplace_back(say("backend"), backend_words(spec));
    rows.emplace_back(say("workers asked for"),
                      workers_asked(spec) > 0 ? std::to_string(workers_asked(spec)) : say("all that there are"));
  }
  rows.emplace_back(say("network"), spec.model.name());
  rows.emplace_back(say("weights and biases"), std::to_string(spec.model.parameter_count()));
  for (const Setting& setting : settings()) {
    const bool left_out = (setting.off != nullptr || setting.only_where_set) && is_usual(setting, spec);
    const std::string text = setting_words(setting, spec);
    if (matters(setting, spec) && !left_out && !text.empty()) rows.emplace_back(say(setting.title), text);
  }
  return rows;
}

ReportMachine machine_of_run(const std::filesystem::path& folder) {
  SettingRows rows;
  try {
    const nlohmann::json host = parse_json(read_file(folder / "host.json", 1 << 20));
    if (!host.is_object()) throw InputError("it is not an object");  // untranslated: caught below
    add_text(rows, host, "cpu", say("processor"));
    const std::string processor = rows.empty() ? "" : rows.front().second;
    add_text(rows, host, "physical_cores", say("physical cores"));
    add_text(rows, host, "logical_cpus", say("logical processors"));
    if (host.contains("instruction_sets") && host["instruction_sets"].is_array()) {
      std::string sets;
      for (const nlohmann::json& set : host["instruction_sets"])
        if (set.is_string()) sets += (sets.empty() ? "" : ", ") + set.get<std::string>();
      rows.emplace_back(say("instruction sets"), sets);
    }
    if (host.contains("memory_gib") && host["memory_gib"].is_number())
      rows.emplace_back(say("memory"), significant(host["memory_gib"].get<double>()) + " GiB");
    add_text(rows, host, "governor", say("frequency governor"));
    add_text(rows, host, "os", say("system"));
    add_text(rows, host, "compiler", say("compiler"));
    add_text(rows, host, "build_flags", say("compiled with"));
    add_text(rows, host, "version", "MLP Lab");
    add_text(rows, host, "commit", commit_row);
    return {.processor = processor, .rows = std::move(rows)};
  } catch (const std::exception&) {
    return {.processor = {},
            .rows = {{say("processor"), say("not known: the run's host.json is missing or cannot be read")}}};
  }
}

ReportMachine machine_of_study(const MeasuredMachine& machine) {
  SettingRows rows;
  const auto add = [&](const std::string& title, const std::string& text) {
    if (!text.empty()) rows.emplace_back(title, text);
  };
  add(say("processor"), machine.cpu.empty() ? say("not known") : machine.cpu);
  add(say("cores"), machine.cores_in_words());
  if (machine.cpu_quota && *machine.cpu_quota > 0.0)
    add(say("quota of the container"), say("%1 processors", exact(*machine.cpu_quota)));
  add(say("frequency governor"), machine.governor);
  add(say("system"), machine.os);
  add(say("compiler"), machine.compiler);
  add(say("compiled with"), machine.build_flags);
  add("MLP Lab", machine.version);
  add(commit_row, machine.commit);
  return {.processor = machine.cpu, .rows = std::move(rows)};
}

ReportTable report_table(const std::string& name, TableInTwoForms table) {
  return {.name = name, .caption = {}, .shown = std::move(table.shown), .exact = std::move(table.exact)};
}

ReportTable settings_table(const SettingRows& rows, const std::string& caption) {
  ReportTable table{.name = {}, .caption = caption, .shown = {{say("setting"), say("value")}, {}}, .exact = {}};
  for (const auto& [name, value] : rows) table.shown.rows.push_back({name, value});
  return table;
}

void name_work(ReportSection& section, const std::string& work) {
  const std::string sentence = say("Trained on %1.", work);
  for (auto& part : section.parts) {
    auto* table = std::get_if<ReportTable>(&part);
    auto* chart = std::get_if<ReportChart>(&part);
    if (chart == nullptr && (table == nullptr || table->name.empty())) continue;  // settings are no figures
    std::string& caption = chart != nullptr ? chart->caption : table->caption;
    caption = with_full_stop(caption) + " " + sentence;
  }
}

void add_published_doubts(ReportSection& section, const PublishedStudy& study, const PublishedParts& parts) {
  std::vector<std::string> doubts = doubts_of(study, parts);
  if (doubts.empty()) return;
  section.parts.emplace_back(ReportParagraph{say("What is doubtful in the published figures:")});
  section.parts.emplace_back(ReportList{std::move(doubts)});
}

void add_reading(ReportSection& section, std::vector<std::string> sentences) {
  if (sentences.empty()) return;
  section.parts.emplace_back(ReportParagraph{say("What the program reads in these numbers:")});
  section.parts.emplace_back(ReportList{std::move(sentences)});
}

std::string file_stem_of(const std::string& name) {
  std::string stem = name;
  for (char& c : stem)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '_') c = '-';
  return stem;
}

std::string capital(std::string text) {
  if (!text.empty()) text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

std::string with_full_stop(std::string text) {
  if (!text.empty() && text.back() != '.' && text.back() != '!' && text.back() != '?') text += '.';
  return text;
}

RunCounts counts_of(const std::vector<Cell>& cells) {
  RunCounts counts;
  for (const Cell& cell : cells) {
    if (cell.counted == 0) continue;
    counts.most = std::max(counts.most, cell.counted);
    counts.fewest = counts.fewest == 0 ? cell.counted : std::min(counts.fewest, cell.counted);
  }
  return counts;
}

std::string repeats_words(const RunCounts& counts, RunsOf each) {
  const auto [fewest, most] = counts;
  if (most == 0) return say("nothing was measured");
  const std::string count =
      fewest == most ? count_of(static_cast<long long>(most), "run") : say("%1 to %2 runs", fewest, most);
  return each == RunsOf::point ? say("N = %1 of each point", count) : say("N = %1 of each implementation", count);
}

std::string measured_words(const std::string& baseline, const RunCounts& counts, RunsOf each) {
  std::string spread = say("One run each: the spread is not known, and no interval is drawn.");
  if (counts.most >= 2) spread = say("Error bars and brackets: the 95 % interval of the median.");
  if (counts.most >= 2 && counts.fewest < 2) spread += say(" Where there is a single run the spread is not known.");
  const std::string repeats = repeats_words(counts, each);
  return baseline.empty() ? say("%1, medians. %2", repeats, spread)
                          : say("Baseline: %1. %2, medians. %3", baseline, repeats, spread);
}

}  // namespace mlplab
