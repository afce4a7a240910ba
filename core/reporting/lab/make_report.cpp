// Reads what was kept and puts the sections in their order. A further kind of entry: its section, and a case here.
#include <algorithm>
#include <map>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/unreachable.h"
#include "core/machine/host_info.h"
#include "core/notebook/entry.h"
#include "core/reporting/charts/profile_charts.h"
#include "core/reporting/comparison_report.h"
#include "core/reporting/lab/draft.h"
#include "core/reporting/measured_guess.h"
#include "core/reporting/work_words.h"
#include "core/study/comparison/comparison_file.h"
#include "core/study/profile/profile_study.h"
#include "core/study/sweep/sweep_store.h"

namespace mlplab {
namespace {

struct NamedThing {
  EntryName name;
  KeptThing thing;
  int color = 0;  // of a run
};

bool are_one(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code ignored;
  return std::filesystem::equivalent(a, b, ignored);
}

EntryName numbered(EntryKind kind, int number) {
  const std::string behind = " " + std::to_string(number);
  switch (kind) {
    case EntryKind::run:
      return {say("run %1", number), "run" + behind};
    case EntryKind::sweep:
      return {say("sweep %1", number), "sweep" + behind};
    case EntryKind::comparison:
      return {say("comparison %1", number), "comparison" + behind};
    case EntryKind::profile:
      return {say("profile %1", number), "profile" + behind};
    case EntryKind::operations:
      return {say("operations %1", number), "operations" + behind};
  }
  unreachable();
}

std::vector<NamedThing> find_all(const ReportRequest& request) {
  std::vector<NamedThing> things;
  std::map<EntryKind, int> counts, numbers;  // how many there are so far; the last number that was given
  for (const std::filesystem::path& path : request.paths) {
    const KeptThing thing = find_kept(path);
    const bool again =
        std::ranges::any_of(things, [&](const NamedThing& known) { return are_one(known.thing.path, thing.path); });
    if (again) throw UsageError(say("%1 is named twice; leave one out", path.string()));
    const int place = counts[thing.kind]++;
    const auto& shown = request.shown;
    const bool run = thing.kind == EntryKind::run;
    const auto known =
        run ? std::ranges::find_if(shown, [&](const ShownRun& one) { return are_one(one.folder, thing.path); })
            : shown.end();
    if (known != shown.end()) {
      things.push_back({numbered(thing.kind, known->number), thing, known->color});
      continue;
    }
    int& number = numbers[thing.kind];
    do ++number;
    while (run && std::ranges::find(shown, number, &ShownRun::number) != shown.end());
    things.push_back({numbered(thing.kind, number), thing, place});
  }
  return things;
}

/// The entries of the report: where each was kept, in which state, and the notes on it.
ReportTable overview(const std::vector<NamedThing>& things) {
  ReportTable table{.caption = say("What this report is made of"),
                    .shown = {{say("entry"), say("kept as"), say("when"), say("state")}, {}}};
  bool noted = false;
  std::vector<std::string> notes;
  for (const auto& [name, thing, color] : things) {
    NotebookEntry entry = read_entry(thing.kind, thing.path);
    // A comparison of `compare --out` has the name of its folder.
    if (thing.kind == EntryKind::comparison && thing.path.filename() == comparison_file_name)
      entry.name = std::filesystem::absolute(thing.path).parent_path().filename().string();
    table.shown.rows.push_back({name.text, entry.name, entry.when, in_words(entry.state)});
    std::string note = entry.notes.text;
    for (const std::string& tag : entry.notes.tags) note += (note.empty() ? "#" : " #") + tag;
    noted = noted || !note.empty();
    notes.push_back(note);
  }
  if (!noted) return table;
  table.shown.header.push_back(say("notes"));
  for (std::size_t i = 0; i < notes.size(); ++i) table.shown.rows[i].push_back(notes[i]);
  return table;
}

/// Speeds and sameness are not in the file: they are computed from its runs. A baseline that was not trained to its end
/// gives no speed: then the first that was.
Comparison whole_comparison(const std::filesystem::path& file) {
  Comparison comparison = read_comparison(file);
  const auto is_done = [](const ComparisonRow& row) { return row.done(); };
  const auto named = std::ranges::find(comparison.rows, comparison.spec.baseline, &ComparisonRow::backend);
  const auto first = std::ranges::find_if(comparison.rows, is_done);
  if (named != comparison.rows.end() && (named->done() || first == comparison.rows.end()))
    rebase(comparison, named->backend);
  else if (first != comparison.rows.end())
    rebase(comparison, first->backend);
  // The window's comparisons list every backend there is, also those that nobody asked for.
  const auto& wanted = comparison.spec.backends;
  std::erase_if(comparison.rows, [&](const ComparisonRow& row) {
    return !row.done() && !wanted.empty() && std::ranges::find(wanted, row.backend) == wanted.end();
  });
  return comparison;
}

ReportSection machine_section(ReportDraft& draft) {
  ReportSection section{.title = say("Machine"), .parts = {}};
  for (const ReportMachine& machine : draft.machines)
    section.parts.emplace_back(settings_table(machine.rows, say("The machine of %1", listed(machine.of))));
  // Comparisons and profiles keep less of their machine than runs do: the processor is what all have.
  std::vector<std::string> processors;
  for (const ReportMachine& machine : draft.machines) {
    const std::string& cpu = machine.processor;
    if (cpu.empty()) {
      for (const std::string& of : machine.of) draft.doubt(of, say("on which machine it was measured is not known"));
    } else if (std::ranges::none_of(processors, [&](const std::string& known) {
                 return known.starts_with(cpu) || cpu.starts_with(known);
               }))
      processors.push_back(cpu);
  }
  if (processors.size() > 1)
    draft.doubt(say("machines"),
                say("not all was measured on the same processor (%1): times of different machines must not be held "
                    "against each other",
                    listed(processors)));
  return section;
}

ReportSection uncertain_section(const ReportDraft& draft) {
  ReportSection section{.title = say("What was uncertain"), .parts = {}};
  if (draft.uncertain.empty())
    section.parts.emplace_back(
        ReportParagraph{say("Nothing was flagged: no warning of noise, nothing missing, no point that differs. That is "
                            "no proof that there was no disturbance.")});
  else
    section.parts.emplace_back(ReportList{draft.uncertain});
  return section;
}

/// A column of nothing but dashes takes the room of the others: the caption names it instead.
void leave_out_unknown_columns(ReportTable& table) {
  if (table.exact.header.empty() || table.shown.rows.empty()) return;
  std::vector<std::string> left_out;
  for (std::size_t i = table.shown.header.size(); i-- > 1;) {
    const auto is = [&](const std::string& text) {
      return std::ranges::all_of(table.shown.rows, [&](const auto& row) { return row[i] == text; });
    };
    const bool unknown = is("–");
    if (!unknown && !is("")) continue;
    if (unknown) left_out.insert(left_out.begin(), table.shown.header[i]);
    const auto at = static_cast<std::ptrdiff_t>(i);
    table.shown.header.erase(table.shown.header.begin() + at);
    for (auto& row : table.shown.rows) row.erase(row.begin() + at);
  }
  if (!left_out.empty())
    table.caption = with_full_stop(table.caption) + say(" Left out, because no row has a value: %1.", listed(left_out));
}

std::string training_of(const RunSpec& spec, const std::string& images) {
  return work_in_words(title_of(spec.data), images, spec.epochs);
}

void add_profile(ReportDraft& draft, const EntryName& name, const std::filesystem::path& path) {
  const ProfileStudy study = read_profile_study(path);
  add_profile_section(draft, name, study);
  const std::vector<int> points = measured_points(study);
  if (points.empty()) return;
  const ProfilePoint& first = study.points[static_cast<std::size_t>(points.front())];
  add_class_section(draft, name, path, work_in_words(first.data, image_count(first.images), first.epochs),
                    [&](const GuessQuestion& question) { return measured_guess(first, question); });
}

/// Tables and figures are counted through, as a reader refers to them.
void number_parts(Report& report) {
  int tables = 0, figures = 0;
  for (ReportSection& section : report.sections)
    for (ReportPart& part : section.parts) {
      if (auto* table = std::get_if<ReportTable>(&part)) {
        leave_out_unknown_columns(*table);
        table->number = ++tables;
      }
      if (auto* chart = std::get_if<ReportChart>(&part)) {
        chart->number = ++figures;
        chart->chart.caption.clear();
        if (cut_long_intervals(chart->chart))
          chart->caption += say(" An interval without an end goes on beyond the axis; the table has it whole.");
      }
    }
}

/// '2026-11-21 14:30'
std::string now_words() {
  const std::string stamp = date_stamp();
  return stamp.substr(0, 10) + " " + stamp.substr(11, 2) + ":" + stamp.substr(13, 2);
}

std::string program_words() {
  const HostInfo host = host_info();
  return "MLP Lab " + host.version + (host.commit.empty() ? "" : say(", commit %1", host.commit));
}

}  // namespace

Report make_report(const ReportRequest& request) {
  if (request.paths.empty())
    throw UsageError(say(
        "a report needs something that was kept: name runs, sweeps, comparisons, profiles or studies of operations"));
  const std::vector<NamedThing> things = find_all(request);
  ReportDraft draft;
  std::vector<std::string> left_out;
  if (!request.resources.empty()) draft.studies = published_studies(request.resources, &left_out);
  for (const std::string& why : left_out) draft.doubt(say("published figures"), why);
  std::vector<ReportedRun> runs;
  for (const auto& [name, thing, color] : things)
    if (thing.kind == EntryKind::run) runs.push_back({name, read_run(thing.path), color});
  add_runs_section(draft, runs);
  for (const ReportedRun& one : runs) {
    const auto thing = std::ranges::find(things, one.name.id, [](const NamedThing& known) { return known.name.id; });
    add_class_section(draft, one.name, thing->thing.path,
                      training_of(one.run.spec, image_count(one.run.log.started.train_examples)),
                      [&](const GuessQuestion& question) { return measured_guess(one.run.log, question); });
  }
  for (const auto& [name, thing, color] : things) {
    switch (thing.kind) {
      case EntryKind::run:
        break;  // all runs have one section
      case EntryKind::sweep: {
        const SweepAnalysis analysis = analyse(SweepStore::open(thing.path));
        add_sweep_section(draft, name, analysis);
        add_class_section(draft, name, thing.path, training_of(analysis.spec.base, image_count(images_of(analysis))),
                          [&](const GuessQuestion& question) { return measured_guess(analysis, question); });
        break;
      }
      case EntryKind::comparison: {
        const Comparison comparison = whole_comparison(thing.path);
        add_comparison_section(draft, name, comparison);
        add_class_section(draft, name, thing.path,
                          training_of(comparison.spec.base, image_count(images_of(comparison))),
                          [&](const GuessQuestion& question) { return measured_guess(comparison, question); });
        break;
      }
      case EntryKind::profile:
        add_profile(draft, name, thing.path);
        break;
      case EntryKind::operations:
        add_operations_section(draft, name, read_study(thing.path));
        break;
    }
  }
  Report report{.title = request.title.empty() ? say("Lab report") : request.title, .made = {}, .sections = {}};
  report.made =
      say("Written %1 by %2. Every measured number in a table is rounded from the CSV file that is named under it.",
          now_words(), program_words());
  report.sections.push_back({say("What was measured"), {overview(things)}});
  report.sections.push_back(machine_section(draft));
  std::ranges::move(draft.sections, std::back_inserter(report.sections));
  report.sections.push_back(uncertain_section(draft));
  report.sections.push_back(
      {say("Discussion"), {ReportSpace{say("What was expected, what was measured, and why the two differ.")}}});
  number_parts(report);
  return report;
}

}  // namespace mlplab
