// A report in the making: what its sections (a file each: run_sections.cpp, sweep_section.cpp, …) add to. Inside
// make_report() only.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/class/guess_summary.h"
#include "core/operations/kept_study.h"
#include "core/reporting/lab/report.h"
#include "core/run/run_record.h"
#include "core/study/comparison/comparison.h"
#include "core/study/comparison/published.h"
#include "core/study/figure.h"
#include "core/study/profile/profile_study.h"
#include "core/study/sweep/sweep_analysis.h"

namespace mlplab {

using SettingRows = std::vector<std::pair<std::string, std::string>>;  // 'batch', '64'

/// The name of a kept entry: in the report's language, and in its files, whose names are the same in every language.
struct EntryName {
  std::string text;  // 'run 1'
  std::string id;    // 'run 1'
};

/// A machine, and what was measured on it.
struct ReportMachine {
  std::string processor;  // '' where it is not known
  SettingRows rows;
  std::vector<std::string> of = {};  // 'run 1'
};

struct ReportDraft {
  std::vector<ReportSection> sections;
  std::vector<std::string> uncertain;  // sentences, each beginning with what it is of
  std::vector<ReportMachine> machines;
  std::vector<PublishedStudy> studies;

  void doubt(const std::string& of, const std::string& sentence);
  /// Where a cell with runs has one alone, or its speed is within noise.
  void doubt_cell(const std::string& of, const Cell& cell);
  /// One machine a set of rows: things measured on the same one are named together.
  void add_machine(const EntryName& of, ReportMachine machine);
};

/// A kept run with what it is called in this report.
struct ReportedRun {
  EntryName name;
  StoredRun run;
  int color = 0;  // SeriesColor::index
};

void add_runs_section(ReportDraft& draft, const std::vector<ReportedRun>& runs);
void add_sweep_section(ReportDraft& draft, const EntryName& name, const SweepAnalysis& analysis);
void add_comparison_section(ReportDraft& draft, const EntryName& name, const Comparison& comparison);
void add_profile_section(ReportDraft& draft, const EntryName& name, const ProfileStudy& study);
/// The guesses of the class for the entry kept at `path`; nothing where it made none. `work`: what was trained
/// (work_in_words()). `measured` (optional): what they were of.
void add_class_section(ReportDraft& draft, const EntryName& name, const std::filesystem::path& path,
                       const std::string& work,
                       const std::function<std::optional<MeasuredGuess>(const GuessQuestion&)>& measured);
void add_operations_section(ReportDraft& draft, const EntryName& name, const KeptStudy& kept);
/// Adds the GPU steps that `study` printed beside a profile with copies to a device or back, and why the two are not
/// alike. Nothing where either has no such figures.
void add_published_profile(ReportDraft& draft, ReportSection& section, const EntryName& name, const ProfileStudy& own,
                           const PublishedStudy& study);

/// The settings that decide a run's result, without its backend where `with_backend` is false; every value as it is in
/// spec.json.
SettingRows settings_of(const RunSpec& spec, bool with_backend);
/// host.json of a run's folder; one row that says so where it cannot be read.
ReportMachine machine_of_run(const std::filesystem::path& folder);
/// Some entries keep the processor alone, or not even that.
ReportMachine machine_of_study(const MeasuredMachine& machine);
ReportTable report_table(const std::string& name, TableInTwoForms table);
/// A table of two columns, without a file.
ReportTable settings_table(const SettingRows& rows, const std::string& caption);

/// Ends the caption of every chart and table of figures with what was trained: work_in_words().
void name_work(ReportSection& section, const std::string& work);

/// Adds the program's reading of the numbers, where there is one.
void add_reading(ReportSection& section, std::vector<std::string> sentences);

/// Adds the doubts about the figures of a published study that stand above.
void add_published_doubts(ReportSection& section, const PublishedStudy& study, const PublishedParts& parts);

/// 'run-1' of 'run 1': letters, digits and hyphens, as names of files begin.
std::string file_stem_of(const std::string& name);
/// 'Run 1' of 'run 1'; '…' stays.
std::string capital(std::string text);
std::string with_full_stop(std::string text);
/// The numbers of runs that the cells with any rest on.
struct RunCounts {
  std::size_t fewest = 0, most = 0;
};
RunCounts counts_of(const std::vector<Cell>& cells);
/// 'N = 5 runs of each point', 'N = 3 to 5 runs of each point', 'N = 1 run of each implementation'
enum class RunsOf { point, implementation };
std::string repeats_words(const RunCounts& counts, RunsOf each);
/// 'Baseline: simd. N = 3 runs of each implementation, medians. ' and the meaning of the error bars, or why there are
/// none. `baseline`: '' for none.
std::string measured_words(const std::string& baseline, const RunCounts& counts, RunsOf each);

}  // namespace mlplab
